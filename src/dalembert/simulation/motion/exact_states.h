#pragma once

#include <dalembert/numerics/step/stepper.h>
#include <dalembert/simulation/motion/exact_state.h>
#include <dalembert/simulation/motion/motion.h>

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

class SingularPassage;

/// Of two neighbouring times between which a function jumps.
enum class JumpSide { before, behind };

/// Finds the states at which a function of the motion has its roots. Steps that follow the smooth branch at a singular
/// position are looked into by steps that do so, too.
class ExactStates {
public:
  /// `passage`: what leads the steps along a branch; null: they never are.
  ExactStates(Motion& motion, const StepMethod& method, SingularPassage* passage = nullptr)
      : motion_(motion), method_(method), passage_(passage) {}

  /// Returns the state at `t` within the last step of `stepper`, by steps from the begin of that; that of the dense
  /// output where they fail.
  [[nodiscard]] ExactState at(Stepper& stepper, double t);

  /// Moves a root of f that the dense output has at `t` to where the motion has it: by Newton's method, with the slope
  /// of f along the dense output, by no more than `reach` seconds. Where f jumps there, bisection gives the state on
  /// one `side`. Cost: two or three steps, some fifty where f jumps.
  [[nodiscard]] ExactState root(Stepper& stepper, double t,
                                const std::function<double(double t, std::span<const double> y)>& f,
                                JumpSide side = JumpSide::behind,
                                double reach = std::numeric_limits<double>::infinity());

  /// A function of the state with forces in it, at a state of the step: as on the branch where the steps follow one.
  [[nodiscard]] double value(double t, std::span<const double> y,
                             const std::function<double(double t, std::span<const double> y)>& f);
  /// The same for several functions.
  [[nodiscard]] std::vector<double>
  values(double t, std::span<const double> y,
         const std::function<std::vector<double>(double t, std::span<const double> y)>& f);

private:
  /// States between which a function changes its sign.
  struct Bracket {
    ExactState before;
    ExactState behind;
  };
  /// The same as close to one another as doubles allow.
  [[nodiscard]] Bracket narrowed(Stepper& stepper, Bracket bracket,
                                 const std::function<double(double t, std::span<const double> y)>& f);
  [[nodiscard]] const StepMethod& method_at_work(const Stepper& stepper) const;
  [[nodiscard]] std::optional<std::vector<double>> stepped(Stepper& stepper, double t);

  Motion& motion_;
  const StepMethod& method_;
  SingularPassage* passage_;
};

} // namespace simulation
} // namespace dalembert
