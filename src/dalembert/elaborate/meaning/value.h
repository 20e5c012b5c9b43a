#pragma once

#include <dalembert/base/dimension.h>
#include <dalembert/elaborate/meaning/dimension_table.h>
#include <dalembert/expr/graph.h>

#include <memory>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace elaboration {

struct ReadUnit;

/// What one scalar of the user's text means.
struct Scalar {
  Expr expr;
  DimensionId dimension;
  bool angular = false;                 ///< counts radians; for printing units only
  bool fits_any = false;                ///< the literal 0: of any dimension
  const ReadUnit* written_in = nullptr; ///< the non-coherent unit of the name it is, or is a sum of: `theta [deg]`
  int per_angle = 0; ///< 1 for a moment, 2 for a torsional stiffness, as declared; −1 for an angle: for printing only
};

/// The part of `scalar` in the count of `per_angle` of a product.
[[nodiscard]] inline int per_angle(const Scalar& scalar) {
  return scalar.angular && scalar.per_angle == 0 ? -1 : scalar.per_angle;
}

/// True for an energy per radian, which is printed in N·m.
[[nodiscard]] inline bool is_moment(const Scalar& scalar) {
  return scalar.per_angle > 0;
}

/// What an expression of the user's text means: a scalar, a tuple of scalars (vector or list), or nothing where an
/// error was reported.
class Value {
public:
  Value() = default; ///< failed
  explicit Value(Scalar scalar) : scalar_(scalar), state_(State::scalar) {}
  explicit Value(std::vector<Scalar> items)
      : items_(std::make_shared<const std::vector<Scalar>>(std::move(items))), state_(State::tuple) {}

  [[nodiscard]] bool failed() const { return state_ == State::failed; }
  [[nodiscard]] bool is_scalar() const { return state_ == State::scalar; }
  [[nodiscard]] bool is_tuple() const { return state_ == State::tuple; }
  [[nodiscard]] const Scalar& scalar() const { return scalar_; }
  [[nodiscard]] const std::vector<Scalar>& items() const { return *items_; }

private:
  enum class State : std::uint8_t { failed, scalar, tuple };
  Scalar scalar_;
  std::shared_ptr<const std::vector<Scalar>> items_;
  State state_ = State::failed;
};

} // namespace elaboration
} // namespace dalembert
