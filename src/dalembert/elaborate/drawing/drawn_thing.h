#pragma once

#include <dalembert/elaborate/meaning/value.h>
#include <dalembert/picture/item.h>

#include <optional>

namespace dalembert {
inline namespace elaboration {

/// An item of a picture whose unit is known when all dimensions are.
struct DrawnThing {
  DrawnItem<Expr> item;
  std::optional<Scalar> measured; ///< what the vector of an arrow, or the value of an arc or a gauge, is measured in
  bool has_role = false;          ///< false for an arrow whose role follows from its unit
};

} // namespace elaboration
} // namespace dalembert
