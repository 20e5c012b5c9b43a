#pragma once

#include <dalembert/analysis/classification.h>
#include <dalembert/mechanics/system.h>

#include <string>

namespace dalembert {
inline namespace report {

/// The class of a row for a person: `non-holonomic`; of a hidden one, where it comes from.
[[nodiscard]] std::string row_class(const Constraint& row, const ConstraintNature& nature);

} // namespace report
} // namespace dalembert
