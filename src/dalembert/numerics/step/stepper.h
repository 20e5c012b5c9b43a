#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/linear/tolerances.h>
#include <dalembert/numerics/step/linearised_motion.h>
#include <dalembert/numerics/step/momentum_problem.h>
#include <dalembert/numerics/step/residual_problem.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// A first-order system ẏ = f(t, y), with what keeps it on its manifold.
struct OdeProblem {
  /// Writes f(t, y). May throw SolveError where f cannot be evaluated ("not here"): the step is then shortened.
  std::function<void(double t, std::span<const double> y, std::span<double> dydt)> rhs = {};
  /// Moves y onto the manifold at the end of each accepted step; false where it cannot: the step is shortened.
  /// Optional.
  std::function<bool(double t, std::span<double> y)> project = {};
  /// What a person calls component i; optional, used in messages.
  std::function<std::string(std::size_t i)> name = {};
  /// How many of the last components f does not depend on: integrals that only account for the rest. They do not steer
  /// an implicit method.
  std::size_t integrals = 0;
  /// Writes ∂f/∂y (N×N row-major) by and of the N components before the integrals. May throw SolveError as `rhs`.
  /// Optional: what explicit methods do not need, and implicit ones take from differences of f where it is absent.
  std::function<void(double t, std::span<const double> y, std::span<double> dfdy)> jacobian = {};
  /// True where `jacobian` takes long to prepare and f is quick, of O(N) operations: what only tries an implicit method
  /// takes differences, and factors cost more beside f.
  bool is_jacobian_dear = false;
  /// The same linear equations as those of the N components, where these are q and v of a motion, by the entries that
  /// the equations of second order have: in the place of `jacobian`. Optional.
  std::optional<SecondOrderProblem> second_order = {};
  /// Writes the Taylor coefficients of the solution through (t, y) in units of time: y(t + σ·unit) = Σ cₖ σᵏ, a row of
  /// N for each k = 0 … order, as many as there is room for. May throw SolveError as `rhs`; what has no coefficient
  /// comes out as a NaN. Returns the size that errors of the integrals compare to; 0: they do not steer. Needed by
  /// methods with `needs_series`.
  std::function<double(double t, std::span<const double> y, double unit, std::span<double> coefficients)> series = {};
  /// The same motion by its momenta. Needed by methods with `needs_momenta`, which project by it.
  std::optional<MomentumProblem> momenta = {};
  /// The same motion by its residual. Needed by methods with `needs_residual`.
  std::optional<ResidualProblem> residual = {};
};

/// How exact and how long steps are; the same for every method.
struct StepOptions {
  double relative_tolerance = default_tolerance;
  /// Absolute tolerance of each component, or one for all. Infinite: the component does not steer the step.
  std::vector<double> absolute_tolerance = {default_tolerance};
  double initial_step = 0;                                   ///< s; 0: chosen from f and its change
  double max_step = std::numeric_limits<double>::infinity(); ///< s; a step to a stop may be a hundredth longer
  double step = 0; ///< s, of methods with `has_fixed_steps`: between two stops steps are equal, and not longer
  std::uint64_t max_steps = 0; ///< accepted and rejected; 0: no limit
  /// How far an implicit method solves the equations of a step: the last correction, as a share of the tolerance.
  double iteration_share = 1e-3;
  /// The longest step from a time on, s, beside `max_step`; optional.
  std::function<double(double t)> longest_step = {};
  /// How much of a step of `h` seconds between two states may be made, 1 for all of it: asked before a step with what
  /// the slope predicts, and behind it with the end, which is then rejected where it is too far; optional.
  std::function<double(double h, std::span<const double> from, std::span<const double> to)> passable = {};
};

struct StepStatistics {
  std::uint64_t accepted = 0;
  std::uint64_t rejected = 0; ///< by the error test
  std::uint64_t refused = 0;  ///< by the right-hand side, a NaN or the projection
  std::uint64_t evaluations = 0;
  std::uint64_t series = 0;         ///< Taylor series taken; 0 for all other methods
  std::uint64_t jacobians = 0;      ///< ∂f/∂y taken; 0 for explicit methods
  std::uint64_t factorisations = 0; ///< of the linear equations of an implicit method, all blocks of a step as one
  double smallest_step = 0;         ///< s, of the accepted ones not cut by a stop
  double largest_step = 0;          ///< s
};

/// Hands the numbers over.
void archive(Archive& with, StepStatistics& statistics);

/// A stepper went over to another method.
struct MethodChange {
  double time = 0;         ///< s
  std::string_view method; ///< the one from there on, of the table
  bool is_stiff = false;   ///< because stability, and not the error, limited the steps; else they no longer are
  double fastest = 0;      ///< 1/s, the fastest rate of the equations there; 0: not known
  double step = 0;         ///< s, the last one before
};

/// Hands the change over. @throws ArchiveError where there is no such method
void archive(Archive& with, MethodChange& change);

/// Advances ẏ = f(t, y) step by step, forwards or backwards in time: what every integration method offers.
///
/// The error of a step is kept below max(atolᵢ, rtol·|yᵢ|) in every component that steers. After an accepted step y is
/// projected and f taken anew.
class Stepper {
public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  /// Sets time and state and evaluates f there; y is taken as it is, not projected. Throws SolveError if f fails.
  virtual void start(double t, std::span<const double> y) = 0;

  /// Takes one accepted step towards `t_stop` (either direction) and never past it; a stop within reach is hit exactly.
  /// @throws SolveError (time, step, norm) when the step becomes too small: a singularity, a place where f cannot be
  ///         evaluated, or a tolerance below round-off; the message says which, and names the first component that was
  ///         not finite
  virtual void step(double t_stop) = 0;

  /// Goes on to `t`, a few roundings away, without a step: f may jump on the way. y moves by f of the time before, then
  /// f is taken anew; the next step is as long as it would have been. @throws SolveError if f fails at `t`
  virtual void jump(double t) = 0;

  /// Writes y(t) for t within the last step: continuous with its first derivative across steps, equal to the projected
  /// states at both ends.
  virtual void interpolate(double t, std::span<double> y) = 0;

  [[nodiscard]] virtual double time() const = 0;
  [[nodiscard]] virtual double previous_time() const = 0; ///< where the last step began
  [[nodiscard]] virtual std::span<const double> state() const = 0;
  [[nodiscard]] virtual std::span<const double> derivative() const = 0;
  [[nodiscard]] virtual const StepStatistics& statistics() const = 0;
  /// Where it went over to another method since `start`.
  [[nodiscard]] virtual std::span<const MethodChange> changes() const { return {}; }

  /// Hands over everything that its next steps depend on, in either direction: a stepper of the same problem and
  /// options that was started takes the very steps behind that this one would have. False where it has no means to.
  [[nodiscard]] virtual bool archive(Archive& /*with*/) { return false; }
};

/// One integration method.
struct StepMethod {
  std::string_view name;        ///< as `method = ` and `--method` give it
  std::string_view description; ///< a few words: what it is, its order
  int order = 0;                ///< the highest it takes
  int dense_order = 0;          ///< of `interpolate`, with that
  /// Middle of the widest part of a step in which the method evaluates f nowhere, as a share of the step: where a
  /// singular position may lie that one step passes.
  double widest_gap = 0.5;
  std::unique_ptr<Stepper> (*make)(OdeProblem problem, StepOptions options) = nullptr;
  int least_order = 0;          ///< below `order` where the method chooses it along the way
  bool is_implicit = false;     ///< it uses OdeProblem::jacobian, and its steps may be long where equations are stiff
  bool needs_series = false;    ///< it can integrate only what has OdeProblem::series
  bool needs_momenta = false;   ///< it can integrate only what has OdeProblem::momenta
  bool has_fixed_steps = false; ///< StepOptions::step says how long they are, whatever the error
  bool takes_rows_of_rates = true; ///< it follows constraints of rates as well as those of positions
  bool needs_residual = false;     ///< it can integrate only what has OdeProblem::residual
};

/// The methods there are, the most generally useful first.
[[nodiscard]] std::span<const StepMethod> step_methods();

/// The choice along the way (`auto`): it begins with the first of the table, and goes over to an implicit one and back.
[[nodiscard]] const StepMethod& switching_method();

/// The same where the tolerance is tight and the equations are smooth: it begins with Taylor series.
[[nodiscard]] const StepMethod& series_first_method();

/// Returns the method of this name, null where there is none.
[[nodiscard]] const StepMethod* step_method(std::string_view name);

} // namespace numerics
} // namespace dalembert
