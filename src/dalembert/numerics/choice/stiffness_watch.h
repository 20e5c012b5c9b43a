#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/step/stepper.h>

#include <cstdint>
#include <functional>
#include <span>

namespace dalembert {
inline namespace numerics {

/// Where steps of the explicit pair of order 8 are, behind one of them.
struct ExplicitCourse {
  double time = 0;
  double previous_time = 0;
  std::span<const double> state;
  std::uint64_t accepted = 0; ///< steps so far
};

/// Another method that goes ahead, to find out what it would cost.
struct Trial {
  Stepper& other;
  double begin = 0; ///< s
  std::span<const double> state;
  double distance = 0;            ///< s, signed
  double budget = 0;              ///< evaluations
  double farthest = 0;            ///< s, where more than the distance: how far it may go
                                  ///< on while its steps grow
  bool takes_differences = false; ///< for a Jacobian that the method would have at its usual price
};

/// What steps cost, in evaluations of f.
[[nodiscard]] double step_price(const OdeProblem& problem, std::size_t components, const StepStatistics& spent);

/// True where that costs no more than the budget, or where its last two steps would, by far. Adds what it took to
/// `spent`.
[[nodiscard]] bool is_cheap_enough(const OdeProblem& problem, const Trial& trial, StepStatistics& spent);

/// Watches steps of the explicit pair of order 8 for stiffness, as `SwitchingStepper` says.
class StiffnessWatch {
public:
  static constexpr double stages_of_pair = 12;   ///< evaluations in a step of order 8
  static constexpr double stability_bound = 6.1; ///< |hλ| of the pair on the negative axis
  static constexpr double trial_steps = 100;     ///< of the explicit method, over which methods are compared
  static constexpr double cheaper = 0.5;         ///< than the other: what a change is worth

  /// Steps begin anew, at time t. `pause`: accepted steps between two trials.
  void start(double t);
  void start(double t, std::uint64_t pause);
  /// Behind a jump in time.
  void mark(double t, std::uint64_t accepted);
  /// Takes in a step. `stiffness`: as ExplicitRk has it.
  void take(const OdeProblem& problem, const ExplicitCourse& at, double stiffness);
  [[nodiscard]] bool is_suspected() const { return is_suspected_; }
  /// Before the next step, where it is suspected: true where Radau goes ahead at less than half the price. `options`:
  /// those that Radau would go on with. Adds what that took to `spent`.
  [[nodiscard]] bool should_change(const OdeProblem& problem, const ExplicitCourse& at, double t_stop,
                                   StepOptions options, StepStatistics& spent);
  [[nodiscard]] std::uint64_t pause() const { return pause_; }

  void archive(Archive& with) {
    with(beyond_, within_, is_suspected_, next_look_, pause_, next_trial_, mark_, mark_steps_);
  }

private:
  int beyond_ = 0; ///< steps beyond the stability bound
  int within_ = 0; ///< steps within it, since
  bool is_suspected_ = false;
  std::uint64_t next_look_ = 0; ///< accepted steps, at which it is looked at again
  std::uint64_t pause_ = 0;
  std::uint64_t next_trial_ = 0;
  double mark_ = 0; ///< s, where the steps whose pace is known begin
  std::uint64_t mark_steps_ = 0;
};

} // namespace numerics
} // namespace dalembert
