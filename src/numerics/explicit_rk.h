#pragma once

#include <dalembert/base/errors.h>
#include <dalembert/base/progress.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dalembert {

enum class RkMethod {
  order5, ///< Dormand–Prince 5(4), dense output of order 4
  order8  ///< Dormand–Prince 8(5,3) "DOP853", dense output of order 7
};

/// A first-order system ẏ = f(t, y), with what keeps it on its manifold.
struct OdeProblem {
  /// Writes f(t, y). May throw SolveError where f cannot be evaluated ("not here"): the step is then shortened.
  std::function<void(double t, std::span<const double> y, std::span<double> dydt)> rhs = {};
  /// Moves y onto the manifold at the end of each accepted step; false where it cannot: the step is shortened.
  /// Optional.
  std::function<bool(double t, std::span<double> y)> project = {};
  /// What a person calls component i; optional, used in messages.
  std::function<std::string(std::size_t i)> name = {};
};

struct RkOptions {
  RkMethod method = RkMethod::order8;
  double relative_tolerance = 1e-9;
  /// Absolute tolerance of each component, or one for all. Infinite: the component does not steer the step.
  std::vector<double> absolute_tolerance = {1e-9};
  double initial_step = 0;                                   ///< s; 0: chosen from f and its change
  double max_step = std::numeric_limits<double>::infinity(); ///< s; a step to a stop may be a hundredth longer
  std::uint64_t max_steps = 0;                               ///< accepted and rejected; 0: no limit
  /// The longest step from a time on, s, beside `max_step`; optional.
  std::function<double(double t)> longest_step = {};
  /// How much of a step of `h` seconds between two states may be made, 1 for all of it: asked before a step with what
  /// the slope predicts, and behind it with the end, which is then rejected where it is too far; optional.
  std::function<double(double h, std::span<const double> from, std::span<const double> to)> passable = {};
};

struct RkStatistics {
  std::uint64_t accepted = 0;
  std::uint64_t rejected = 0; ///< by the error test
  std::uint64_t refused = 0;  ///< by the right-hand side, a NaN or the projection
  std::uint64_t evaluations = 0;
  double smallest_step = 0; ///< s, of the accepted ones not cut by a stop
  double largest_step = 0;  ///< s
};

/// Advances ẏ = f(t, y) by an embedded explicit Runge–Kutta pair, forwards or backwards in time.
///
/// The error of a step, measured by the pair, is kept below max(atolᵢ, rtol·|yᵢ|) in every component;
/// a PI controller chooses the step. Increments are added with compensation, and the step is the exact difference of
/// two floating-point times, so that long runs keep their digits. After an accepted step y is projected and f taken
/// anew. Cost: 12 evaluations an accepted step (order 8), 6 (order 5); 3 more where dense output of order 7 is asked
/// for. Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, sections II.4–II.6.
class ExplicitRk {
public:
  ExplicitRk(OdeProblem problem, RkOptions options);
  ~ExplicitRk();
  ExplicitRk(ExplicitRk&&) noexcept;
  ExplicitRk& operator=(ExplicitRk&&) noexcept;

  /// Sets time and state and evaluates f there; y is taken as it is, not projected. Throws SolveError if f fails.
  void start(double t, std::span<const double> y);

  /// Takes one accepted step towards `t_stop` (either direction) and never past it; a stop within reach is hit exactly.
  /// @throws SolveError (time, step, norm) when the step becomes too small: a singularity, a place where f cannot be
  ///         evaluated, or a tolerance below round-off; the message says which, and names the first component that was
  ///         not finite
  void step(double t_stop);

  /// Goes on to `t`, a few roundings away, without a step: f may jump on the way. y moves by f of the time before, then
  /// f is taken anew; the next step is as long as it would have been. @throws SolveError if f fails at `t`
  void jump(double t);

  [[nodiscard]] double time() const;
  [[nodiscard]] double previous_time() const;
  [[nodiscard]] std::span<const double> state() const;
  [[nodiscard]] std::span<const double> derivative() const;
  [[nodiscard]] const RkStatistics& statistics() const;

  /// Writes y(t) for t within the last step: continuous with its first derivative across steps, equal to the projected
  /// states at both ends.
  void interpolate(double t, std::span<double> y);

private:
  struct Work;
  std::unique_ptr<Work> work_;
};

/// A time at which f jumps or has a kink: somewhere in [from, to], a few roundings long.
struct RhsJump {
  double from = 0;
  double to = 0;
};

enum class RunEnd { reached, stopped_by_user, stopped_by_observer };

/// What to do on the way of `integrate`; every member is optional.
struct RunHooks {
  /// After each accepted step (and nowhere else); false ends the run. May interpolate in the step just taken.
  std::function<bool(ExplicitRk& at)> after_step = {};
  std::vector<double> stops = {};  ///< times, in order of travel, that a step must end at exactly
  std::vector<RhsJump> jumps = {}; ///< in order of travel, forwards: a step ends before each, the next begins behind
  /// After each jump (and nowhere else); false ends the run.
  std::function<bool(ExplicitRk& at, const RhsJump& jump)> after_jump = {};
  const StopToken* stop = nullptr;
  Progress progress = {};
};

/// Steps `rk` from where it stands to exactly `t_end`.
RunEnd integrate(ExplicitRk& rk, double t_end, const RunHooks& hooks = {});

} // namespace dalembert
