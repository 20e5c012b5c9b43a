#pragma once

#include <dalembert/lowering/tangent.h>
#include <dalembert/numerics/step/integrate.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/studies/sensitivity_breaks.h>
#include <dalembert/studies/varied_motion.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace studies {

/// True where two rates of a state (VariedMotion::flow) are the same but for rounding.
[[nodiscard]] bool is_same_flow(const std::vector<double>& a, const std::vector<double>& b);

/// ∂t*/∂p of functions that jump at one instant t*.
class SharedDelay {
public:
  /// @throws CourseEnds where it is not finite, or another than that of those before
  void take(double delay);
  /// @throws CourseEnds where there was none
  [[nodiscard]] double value() const;

private:
  std::optional<double> value_;
};

/// That of functions that a run holds, for each cause, at the state y that was solved last.
/// @throws CourseEnds as SharedDelay
[[nodiscard]] std::vector<double> held_delays(const Engine& engine, const MotionTangent& tangent, VariedMotion& varied,
                                              const std::vector<SensitivityBreak::Crossed>& crossed,
                                              std::span<const double> y);

/// Finds the instants at which ẋ = (v, v̇) jumps because a function that a run does not hold passes a level: a table in
/// the kinetic energy or in a constraint, whose second derivative jumps at its points.
class SwitchWatch {
public:
  /// `varied` outlives it. `length` of the run, s.
  SwitchWatch(const Engine& engine, const MotionTangent& tangent, VariedMotion& varied, double length);

  /// A function that jumps, at one state.
  struct Point {
    double argument = 0.0; ///< u
    double rate = 0.0;     ///< u̇
    double change = 0.0;   ///< u′, by a cause
    double label = 0.0;    ///< between which levels u lies
  };
  /// Each of them at the state that was solved last, y with the derivatives.
  [[nodiscard]] std::vector<Point> points(std::size_t c, std::span<const double> y);
  /// ∂t*/∂p of what jumps between two states: −u′/u̇. @throws CourseEnds where it is not known
  [[nodiscard]] static double delay(const std::vector<Point>& before, const std::vector<Point>& behind);

  /// True where nothing depends on the state.
  [[nodiscard]] bool is_empty() const { return watched_.empty(); }
  /// Steps begin at (t, y).
  void begin(double t, std::span<const double> y);
  /// @throws CourseEnds where a motion that begins at a level would begin beside it for other values of a cause
  void require_clear_begin(double t, std::span<const double> y);

  /// Keeps steps from reaching an instant at which ẋ jumps: they end before it, at last so near that `imminent` sees
  /// it. Used while it lives.
  [[nodiscard]] StepOptions limited(StepOptions settings);

  struct Crossing {
    std::size_t index = 0; ///< in MotionTangent::jumping
    double time = 0.0;     ///< s, as the dense output has it
    double level = 0.0;    ///< of u
    double step = 0.0;     ///< s, in which it was found
  };
  /// The first one in the last step. Cost: an evaluation, some hundred where a function jumps.
  [[nodiscard]] std::optional<Crossing> in_step(Stepper& stepper);
  /// One that lies so little behind the last step that no further step is needed.
  [[nodiscard]] std::optional<Crossing> imminent(const Stepper& stepper);
  /// True where the way between two times is so short that ẋ·Δt is exact to rounding.
  [[nodiscard]] bool is_near(double t, double other) const;
  /// How much later than (t, y) u reaches the level, s.
  [[nodiscard]] double delay_of_level(const Crossing& of, double t, std::span<const double> y);
  /// Two times about t, as close as u tells its two sides apart; y at t. @throws CourseEnds where none are
  [[nodiscard]] RhsJump sides(const Crossing& of, double t, std::span<const double> y);

private:
  [[nodiscard]] std::vector<Point> points_at(double t, std::span<const double> y);
  [[nodiscard]] std::vector<Point> points_in(Stepper& stepper, double t);
  /// Those `by` seconds later, on the tangent of the motion.
  [[nodiscard]] std::vector<Point> points_beside(double t, std::span<const double> y, double by);
  [[nodiscard]] double passable(double h, std::span<const double> from, std::span<const double> to);
  [[nodiscard]] bool jumps_between(double t, double share, std::span<const double> from, std::span<const double> to);
  [[nodiscard]] static RhsJump halved(double begin, double end, const std::function<bool(double)>& is_before);
  [[nodiscard]] std::optional<double> end_of_change(Stepper& stepper, std::size_t i, const std::vector<Point>& end);

  VariedMotion& varied_;
  std::vector<PartProgram::Switch> labels_;
  std::vector<std::size_t> watched_; ///< those of the state
  ProgramInstance program_;
  double length_;
  double last_time_ = 0.0;
  std::vector<Point> last_; ///< at the begin of the next step
};

} // namespace studies
} // namespace dalembert
