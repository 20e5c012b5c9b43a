#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/stepper.h>
#include <dalembert/simulation/motion.h>
#include <dalembert/simulation/past_states.h>
#include <dalembert/simulation/row_entries.h>

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dalembert::inline simulation {

/// Steps over a position at which the rank of the constraint rows falls (a parallelogram that lies flat).
///
/// Branches of the motion meet there and the multipliers have no value, but the motion with a given velocity is smooth
/// on its branch. Steps that end close to it are swamped by round-off, one that passes it is not: from a state well
/// before it one step is taken whose stages keep a clear distance from it. That step has to meet the tolerance, and its
/// end the constraints by the usual correction, as any other: where the motion does not continue smoothly (dead
/// points, collisions, the end of a reach) none does.
///
/// A step that ends near by chance is followed by ever shorter ones, whose ends are drawn onto another branch:
/// round-off ε of a position at the distance δ changes the rates by about ε/δ² of their size. So the step is tried as
/// soon as two signs come together: steps a hundredth as long as the longest one, and rows that depend on each other
/// but for a hundredth, or one that is a hundredth as long as before.
class SingularPassage {
public:
  /// Steps over a singular position are those of explicit methods where `method` begins with series, which would end at
  /// it. `rank`: of the rows where they are regular.
  SingularPassage(const Engine& engine, Motion& motion, const StepMethod& method, StepOptions options, int rank)
      : engine_(engine),
        motion_(motion),
        method_(&method == &series_first_method() ? switching_method() : method),
        options_(std::move(options)),
        rank_(rank),
        entries_(engine) {}

  /// Takes in an accepted state.
  void keep(double t, std::span<const double> y) { past_.keep(t, y); }

  /// Forgets all states before this one: the motion behind it is another.
  void restart(double t, std::span<const double> y) {
    past_.clear();
    past_.keep(t, y);
  }
  void archive(Archive& with) { with(past_, examined_); }

  /// True where the last step of `stepper` has both signs of a singular position ahead, `longest` being the longest
  /// step of the run; false until steps are a tenth as long where it was asked before. Cost: one evaluation, O(n³) by
  /// matrices, where the step is short.
  [[nodiscard]] bool is_near(const Stepper& stepper, double longest);

  struct Passed {
    std::unique_ptr<Stepper> step; ///< that has just stepped over the position
    double at = 0.0;               ///< s, of the position
    double close = 0.0;            ///< s, of a state at which it is seen what is singular
    std::vector<double> y;         ///< that state
    std::string vanishing;         ///< which row of a constraint vanishes there, in words; empty where none does
  };

  /// Steps over the singular position at which the steps of `stepper` end, or which they come close to where it
  /// `is_near`, from an earlier state, without reaching `limit`, by a step of at most `longest`; nothing where no step
  /// passes the error test. Cost: at most 12 approaches of a few steps.
  [[nodiscard]] std::optional<Passed> over(const Stepper& stepper, bool is_near, double limit, double longest);

private:
  [[nodiscard]] std::unique_ptr<Stepper> step_over(double t_singular, double limit, double longest);
  [[nodiscard]] std::unique_ptr<Stepper> step_over(const PastStates::Moment& from, double begin, double length);
  /// The time within the step of `passed` at which the rows depend on each other, s, close to `guess`.
  [[nodiscard]] double singular_time(Stepper& passed, double guess);
  void measure_rows(double t, std::span<const double> y, std::vector<double>& lengths);
  void find_usual_lengths();
  [[nodiscard]] std::string vanishing_row(double t, std::span<const double> y);
  /// How short the shortest row is beside its usual length, times the smallest singular value of the rows beside the
  /// largest one, in units in which they compare; 0 where nothing can be computed.
  [[nodiscard]] double independence(double t, std::span<const double> y);

  const Engine& engine_;
  Motion& motion_;
  const StepMethod& method_;
  StepOptions options_;
  int rank_;
  RowEntries entries_;
  std::vector<double> values_; ///< theirs
  std::vector<double> usual_;  ///< lengths of the rows, far from the position
  PastStates past_;
  double examined_ = std::numeric_limits<double>::infinity(); ///< s, the step that was short enough to look at the rows
};

/// Makes (t, y) the current state and solves there; false where nothing can be computed.
[[nodiscard]] bool can_solve_at(Motion& motion, double t, std::span<const double> y);

/// Returns what is singular about the state (t, y); empty where nothing is, or the message says it. For independent
/// rows.
[[nodiscard]] std::string singular_reason(Motion& motion, const Engine& engine, double t, std::span<const double> y);

} // namespace dalembert::inline simulation
