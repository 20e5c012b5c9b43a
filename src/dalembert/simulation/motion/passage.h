#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/step/integrate.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/motion/exact_state.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/motion/past_states.h>
#include <dalembert/simulation/motion/row_independence.h>
#include <dalembert/simulation/motion/smooth_branch.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Leads a run past positions at which the rank of the constraint rows falls (a parallelogram that lies flat).
///
/// Branches of the motion meet there and the multipliers have no value, but the motion with a given velocity is smooth
/// on its branch. Steps that end close to it are swamped by round-off: ε of a position at the distance δ changes the
/// rates by about ε/δ² of their size, and their ends are drawn onto another branch. So a step whose end comes close
/// (`ends_beside`) is made again along the smooth branch (SmoothBranch), as are those behind it until the motion is
/// clear of the position.
///
/// A step that begins and ends far from the position is made again so as well: its end alone does not tell whether
/// branches cross there. At a corner, where they miss each other, such a step would change the branch. It is made again
/// and shorter, until steps follow the curve that turns there (`meeting`).
///
/// Where there is no such branch (dead points, collisions, the end of a reach, a corner), or methods and laws of the
/// run do not allow it, a single step over the position is tried, whose stages keep a clear distance from it: as soon
/// as steps are a hundredth as long as the longest one and rows depend on each other but for a hundredth, and where
/// steps end. It has to meet the tolerance, and its end the constraints by the usual correction, as any other.
class SingularPassage {
public:
  /// Steps over a singular position are those of explicit methods where `method` begins with series, which would end at
  /// it. `rank`: of the rows where they are regular.
  SingularPassage(const Engine& engine, Motion& motion, const StepMethod& method, StepOptions options, int rank)
      : engine_(engine),
        motion_(motion),
        method_of_run_(method),
        method_(&method == &series_first_method() ? switching_method() : method),
        options_(std::move(options)),
        rows_(engine, motion, rank),
        branch_(engine, motion, rows_, options_.relative_tolerance) {}

  /// How steps over a position are made from here on.
  void set_options(StepOptions options) { options_ = std::move(options); }
  /// Takes in an accepted state.
  void keep(double t, std::span<const double> y);

  /// Forgets all states before this one: the motion behind it is another, and other rows may act.
  void restart(double t, std::span<const double> y);
  void archive(Archive& with) { with(past_, rows_, examined_, kept_, refused_, is_at_corner_, corners_); }

  /// True where the end of the last step of `stepper` is so close to a position which the motion passes on a smooth
  /// branch that the step is to be made again along it. `limit`: where the equations change next, s; `is_solved`: the
  /// motion has solved there. Cost: the entries of the rows; more where these are close to dependent.
  [[nodiscard]] bool ends_beside(Stepper& stepper, double limit, bool is_solved = false);
  /// The same of a state (t, y) in the step, at which it is cut short.
  [[nodiscard]] bool is_cut_beside(Stepper& stepper, double t, std::span<const double> y,
                                   std::span<const RhsJump> jumps);
  /// The begin of the last step of `stepper`, not taken in yet, where it `ends_beside`: the way goes on from there
  /// along the branch. `jumps`: of the equations in time.
  [[nodiscard]] std::optional<ExactState> begin_of_branch(Stepper& stepper, std::span<const RhsJump> jumps);
  /// How branches of the constraints meet where the rank of the rows seems to fall inside a step.
  enum class Meeting {
    crossing, ///< the motion goes on along its branch
    corner,   ///< they miss each other, and the motion turns from one to the other
    unknown   ///< neither is seen: a dead point, the end of a reach
  };
  /// Says how they meet at `at` within the last step of `stepper`. Cost: some hundred projections.
  [[nodiscard]] Meeting meeting(Stepper& stepper, double at, std::span<const RhsJump> jumps);
  /// The begin of the last step of `stepper`, from where the way goes on along the branch.
  [[nodiscard]] ExactState follow_branch(Stepper& stepper);
  /// Those met along the run.
  [[nodiscard]] std::span<const Corner> corners() const { return corners_; }
  /// True where (t, y) is clear of the position, so that the way goes on as ever.
  [[nodiscard]] bool is_past(double t, std::span<const double> y);
  /// The way goes on as ever, wherever it is.
  void leave_branch() { goes_along_branch_ = false; }
  /// True where the way goes on otherwise than up to here.
  [[nodiscard]] bool changes_way() const { return goes_along_branch_ != is_along_branch_; }
  /// The stepper at work has come to its end: the next one goes the way that was said.
  void take_way() { is_along_branch_ = goes_along_branch_; }
  /// True while steps follow the branch.
  [[nodiscard]] bool is_along_branch() const { return is_along_branch_; }
  /// Writes v̇ and λ at the current state, which is solved, as limits along the branch where that is followed
  /// (SmoothBranch::put_forces).
  bool put_forces() { return is_along_branch_ && branch_.put_forces(); }
  /// Puts a state inside a step along the branch onto it; false, with the state as it was, where that is not followed,
  /// far from the position, or the branch is not found.
  bool put_onto_branch(double t, std::span<double> y);
  /// The stepper for the way at hand.
  [[nodiscard]] std::unique_ptr<Stepper> make_stepper(const StepOptions& settings);
  /// A stepper for a short way along the branch that is followed, which leaves no trace in the run; until the next one
  /// is made.
  [[nodiscard]] std::unique_ptr<Stepper> make_probe(const StepOptions& settings);
  /// A function of the state with forces in it, at (t, y): close to a position along whose branch the steps go it is
  /// interpolated, since rounding swamps what the rows give there.
  using OfState = std::function<std::vector<double>(double t, std::span<const double> y)>;
  [[nodiscard]] std::vector<double> values(double t, std::span<const double> y, const OfState& f);
  [[nodiscard]] double value(double t, std::span<const double> y,
                             const std::function<double(double t, std::span<const double> y)>& f);
  /// The rates behind an impact at (t, y), by the function that solves it: as `values`.
  [[nodiscard]] std::vector<double> rates_behind_impact(double t, std::span<const double> y, const OfState& f);
  /// The motion has changed at `t` from the state `before` to `y`, as by an impact: it goes on along the branch that it
  /// has now, or as ever. So close to the position that rounding swamps what laws make of the coordinates that take
  /// part, `y` gets those of `before`, or of the last impact since.
  void take_change(double t, std::span<const double> before, std::span<double> y);

  /// True where the last step of `stepper` has both signs of a singular position ahead, `longest` being the longest
  /// step of the run; false until steps are a tenth as long where it was asked before. Cost: one evaluation, O(n³) by
  /// matrices, where the step is short.
  [[nodiscard]] bool is_near(const Stepper& stepper, double longest);

  struct Passed {
    std::unique_ptr<Stepper> step; ///< that has just stepped over the position
    bool is_singular = false;      ///< the rows depend on each other where steps ended: no failure of another kind
    double at = 0.0;               ///< s, of the position
    double close = 0.0;            ///< s, of a state at which it is seen what is singular
    std::vector<double> y;         ///< that state
    std::string vanishing;         ///< which row of a constraint vanishes there, in words; empty where none does
  };

  /// Steps over the singular position at which the steps of `stepper` end, or which they come close to where it
  /// `is_near`, from an earlier state, without reaching `limit`, by a step of at most `longest`; nothing where no step
  /// passes the error test, or branches do not cross there. Cost: at most 12 approaches of a few steps.
  [[nodiscard]] std::optional<Passed> over(const Stepper& stepper, bool is_near, double limit, double longest);

private:
  [[nodiscard]] bool is_beside(Stepper& stepper, double t, std::span<const double> y, double limit, bool is_solved);
  [[nodiscard]] std::unique_ptr<Stepper> along(SmoothBranch& branch, const StepOptions& settings);
  [[nodiscard]] std::unique_ptr<Stepper> step_over(double t_singular, double limit, double longest);
  [[nodiscard]] std::unique_ptr<Stepper> step_over(const PastStates::Moment& from, double begin, double length);
  /// The time within the step of `passed` at which the rows depend on each other, s, close to `guess`.
  [[nodiscard]] double singular_time(Stepper& passed, double guess);
  /// A state in the last step of `stepper` before `position`, at `t`, where rounding does not show yet.
  [[nodiscard]] std::vector<double> state_before(Stepper& stepper, double position, double& t);
  void note_corner(double t);

  const Engine& engine_;
  Motion& motion_;
  const StepMethod& method_of_run_;
  const StepMethod& method_;
  StepOptions options_;
  RowIndependence rows_;
  SmoothBranch branch_;
  std::optional<SmoothBranch> aside_; ///< that a probe follows
  std::vector<double> rates_;         ///< behind the impact solved last at the instant at hand; empty: there was none
  PastStates past_;
  double examined_ = std::numeric_limits<double>::infinity(); ///< s, the step that was short enough to look at the rows
  std::size_t kept_ = 0;                                      ///< states
  double behind_ = 0.0;  ///< theirs behind a position, at the last step along its branch
  double refused_ = 0.0; ///< theirs where no smooth branch was found last; 0: the rows were clear of it since
  bool is_along_branch_ = false;
  bool goes_along_branch_ = false; ///< next
  bool is_at_corner_ = false;      ///< branches come close there and do not cross
  std::vector<Corner> corners_;
};

/// Of the last one, s.
[[nodiscard]] inline double length_of_step(const Stepper& stepper) {
  return std::abs(stepper.time() - stepper.previous_time());
}

} // namespace simulation
} // namespace dalembert
