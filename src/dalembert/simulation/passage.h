#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/stepper.h>
#include <dalembert/simulation/motion.h>
#include <dalembert/simulation/past_states.h>

#include <memory>
#include <span>
#include <string>
#include <utility>

namespace dalembert::inline simulation {

/// Steps over a position at which the rank of the constraint rows falls (a parallelogram that lies flat).
///
/// Branches of the motion meet there and the multipliers have no value, but the motion with a given velocity is smooth
/// on its branch. Steps that end close to it are swamped by round-off, one that passes it is not: from a state well
/// before it one step is taken whose stages keep a clear distance from it. That step has to meet the tolerance, and its
/// end the constraints by the usual correction, as any other: where the motion does not continue smoothly (dead
/// points, collisions, the end of a reach) none does.
class SingularPassage {
public:
  /// Steps over a singular position are those of explicit methods where `method` begins with series, which would end at
  /// it.
  SingularPassage(Motion& motion, const StepMethod& method, StepOptions options)
      : motion_(motion),
        method_(&method == &series_first_method() ? switching_method() : method),
        options_(std::move(options)) {}

  /// Takes in an accepted state.
  void keep(double t, std::span<const double> y) { past_.keep(t, y); }

  /// Forgets all states: the motion behind is another one.
  void forget() { past_.clear(); }
  void archive(Archive& with) { with(past_); }

  /// Returns a stepper that has just stepped over `t_singular` from an earlier state, without reaching `limit`, by a
  /// step of at most `longest`; null where no step passes the error test. Cost: at most 12 approaches of a few
  /// steps.
  [[nodiscard]] std::unique_ptr<Stepper> over(double t_singular, double limit, double longest);

private:
  [[nodiscard]] std::unique_ptr<Stepper> step_over(const PastStates::Moment& from, double begin, double length);

  Motion& motion_;
  const StepMethod& method_;
  StepOptions options_;
  PastStates past_;
};

/// Makes (t, y) the current state and solves there; false where nothing can be computed.
[[nodiscard]] bool can_solve_at(Motion& motion, double t, std::span<const double> y);

/// Returns what is singular about the last state that `stepper` reached; empty where nothing is, or the message says
/// it. For independent rows.
[[nodiscard]] std::string singular_reason(Motion& motion, const Engine& engine, const Stepper& stepper);

} // namespace dalembert::inline simulation
