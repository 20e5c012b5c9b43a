#pragma once

#include <dalembert/numerics/step/stepper.h>

#include <functional>
#include <optional>
#include <span>

namespace dalembert {
inline namespace numerics {

/// On which side of a root of a function on the step a state lies.
enum class RootSide {
  before,
  behind,
  nowhere ///< the root is not between the states seen last: there was none
};

/// Two times a rounding apart between which a function has its root.
struct Root {
  double before = 0; ///< s
  double behind = 0; ///< s; there the event has happened
};

/// Halves the last step of `stepper` until a root is enclosed by two neighbouring doubles. `side` is asked for the
/// states in the middle; its last answers were `before` at the begin of the step and `behind` at its end. Nothing where
/// it answers `nowhere`. Cost: about 50 interpolations.
[[nodiscard]] std::optional<Root> locate_root(Stepper& stepper,
                                              const std::function<RootSide(double t, std::span<const double> y)>& side);

} // namespace numerics
} // namespace dalembert
