#include <dalembert/base/errors.h>
#include <dalembert/numerics/projection/projection.h>
#include <dalembert/numerics/projection/projection_iteration.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/engine/dynamics_values.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/inertia.h>
#include <dalembert/simulation/solving/redundancy.h>
#include <dalembert/simulation/solving/rounded_rows.h>
#include <dalembert/simulation/start/initial_conflict.h>
#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/simulation/start/start_values.h>
#include <dalembert/simulation/start/structure_equations.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr int most_held = 16;          ///< coordinates or rates, for equations that are solved by their structure
constexpr int most_search_steps = 100; ///< of Newton's method from one start

std::span<double> unknowns_in(const Engine& engine, Level level, std::span<double> inputs) {
  const InputView<double> at(engine.programs->layout, inputs);
  return level == Level::position ? at.positions() : at.rates();
}

/// Brings one level of the state in `inputs` onto its rows.
class LevelSolver {
public:
  LevelSolver(const Engine& engine, const InitialConditions& conditions, Level level, std::span<double> inputs)
      : engine_(engine),
        conditions_(conditions),
        level_(level),
        inputs_(inputs),
        unknowns_(unknowns_in(engine, level, inputs)),
        start_(conditions.start(level, inputs)),
        values_of_constraints_(engine, level) {}

  /// Returns the values the movable unknowns started from, and which were given.
  struct Outcome {
    std::vector<double> start;
    std::vector<bool> given;
  };

  Outcome solve() {
    Outcome outcome{current(), start_.given};
    const auto& rows = conditions_.rows(level_);
    const bool has_guesses =
        std::any_of(rows.begin(), rows.end(), [](const InitialProgram::Row* row) { return is_guess(*row); });
    // Guesses about expressions (`wz ~ 3`) move the start; the constraints then have the last word.
    if (has_guesses) {
      collect_rows(true);
      static_cast<void>(project());
    }
    collect_rows(false);
    note_rounding();
    if (!(project() && !is_lost_in_rounding()) && !search(outcome.start)) {
      // What is kept is shown as it was given: the rates that it asks for, against the constraints.
      with_constraints_ = level_ == Level::position;
      static_cast<void>(project());
      if (level_ == Level::position && is_lost_in_rounding()) place(outcome.start);
      throw ModelError(explain_conflict(engine_, conditions_, level_, inputs_));
    }
    return outcome;
  }

private:
  [[nodiscard]] static bool is_guess(const InitialProgram::Row& row) { return !row.kept && !row.unknown; }

  [[nodiscard]] std::vector<double> current() const { return {unknowns_.begin(), unknowns_.end()}; }

  /// The rows of `initial` that are met by moving something: kept ones whose value is not simply fixed.
  void collect_rows(bool with_guesses) {
    extra_.clear();
    for (const InitialProgram::Row* row : conditions_.rows(level_)) {
      const bool fixed = row->unknown && start_.fixed[*row->unknown];
      if ((row->kept && !fixed) || (with_guesses && is_guess(*row))) extra_.push_back(row);
    }
  }

  /// Keeps how far rounding may move each constraint at the start.
  void note_rounding() {
    if (level_ == Level::position && values_of_constraints_.rows() > 0)
      rounding_at_start_ = row_rounding(engine_, inputs_).positions;
  }

  /// True where Newton's method has left for a place so far away that a constraint holds by rounding alone,
  /// x + 1 = x at x = 10³⁰: rounding moves it there by more than all its coordinates do, and by far more than at the
  /// start. A row that vanishes where it holds, as x² − 2x + 1, has the rounding that it had.
  [[nodiscard]] bool is_lost_in_rounding() {
    constexpr double far_more = 1e3;
    if (rounding_at_start_.empty() || !with_constraints_) return false;
    const std::vector<double> x = current();
    evaluate(x, Wanted::rows);
    const std::vector<double> here = row_rounding(engine_, inputs_).positions;
    const std::vector<std::size_t>& holonomic = engine_.programs->positions.rows;
    for (std::size_t r = 0; r < holonomic.size(); ++r) {
      double size = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i)
        size += std::abs(values_of_constraints_.view().row(r)[i]) * std::max(engine_.scale(i), std::abs(x[i]));
      if (here[holonomic[r]] > std::max(size, far_more * rounding_at_start_[holonomic[r]])) return true;
    }
    return false;
  }

  enum class Wanted { rows, matrices };

  void evaluate(std::span<const double> x, Wanted wanted) {
    std::ranges::copy(x, unknowns_.begin());
    if (wanted == Wanted::rows)
      values_of_constraints_.evaluate_rows(inputs_);
    else
      values_of_constraints_.evaluate(inputs_);
    if (!extra_.empty()) values_ = conditions_.evaluate(inputs_);
  }

  [[nodiscard]] std::size_t constraint_rows() const { return with_constraints_ ? values_of_constraints_.rows() : 0; }

  void residual(std::span<double> out) const {
    std::copy_n(values_of_constraints_.view().residual.begin(), constraint_rows(), out.begin());
    for (std::size_t k = 0; k < extra_.size(); ++k)
      out[constraint_rows() + k] = conditions_.residual(*extra_[k], values_);
  }

  void linearise(std::span<double> jacobian, std::span<double> metric) const {
    const std::size_t n = engine_.coordinates();
    const std::size_t rows = constraint_rows();
    const RowsView constraints = values_of_constraints_.view();
    std::copy_n(constraints.gradient.begin(), rows * n, jacobian.begin());
    for (std::size_t k = 0; k < extra_.size(); ++k)
      conditions_.gradient(*extra_[k], values_, jacobian.subspan((rows + k) * n, n));
    put_mass(constraints.mass, metric);
  }

  /// M beside the rows; without rows of constraints the equations of motion alone have it.
  void put_mass(std::span<const double> beside_rows, std::span<double> metric) const {
    if (!beside_rows.empty()) {
      std::ranges::copy(beside_rows, metric.begin());
      return;
    }
    const InputLayout& layout = engine_.programs->layout;
    const std::vector<double> dynamics = dynamics_values(engine_, inputs_);
    std::ranges::copy(DynamicsView(layout, dynamics).mass, metric.begin());
  }

  [[nodiscard]] bool project() {
    const std::size_t rows = constraint_rows() + extra_.size();
    if (rows == 0) return true;
    // The nearest state first; then to round-off, where the metric no longer matters.
    return project(rows, ProjectionAim::nearest) && project(rows, ProjectionAim::feasible);
  }

  /// Looks for positions on the rows from other starts and in another metric, the nearest to `start` first: Newton's
  /// method with least steps in the coordinates over their scales, from the start and from irregular places around it.
  /// False where none is found; the state is then the one that the first projection left.
  [[nodiscard]] bool search(const std::vector<double>& start) {
    const std::size_t rows = constraint_rows() + extra_.size();
    if (level_ == Level::rate || rows == 0) return false; // affine rows: one solution tells all
    const std::vector<double> left = current();
    std::uint32_t turn = 0;
    for (const double reach : {0.0, 1e-3, 0.03, 0.1, 0.3, 0.3, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0}) {
      std::vector<double> x = start;
      for (std::size_t i = 0; i < x.size(); ++i) {
        ++turn;
        const double share = 2.0 * std::fmod(turn * 0.6180339887498949, 1.0) - 1.0; // of the golden section
        if (!start_.fixed[i]) x[i] += reach * share * std::max(engine_.scale(i), std::abs(x[i]));
      }
      place(x);
      try {
        if (project(rows, ProjectionAim::feasible, MetricChoice::plain) && !is_lost_in_rounding()) return true;
      } catch (const SolveError&) { // the rows have no value at this start
        continue;
      }
    }
    place(left);
    return false;
  }

  void place(const std::vector<double>& x) { std::ranges::copy(x, unknowns_.begin()); }

  enum class MetricChoice { mass, plain };

  [[nodiscard]] ProjectionOptions options(ProjectionAim aim, MetricChoice choice) const {
    ProjectionOptions out;
    out.aim = aim;
    if (choice == MetricChoice::plain) out.max_iterations = most_search_steps;
    out.tolerance = initial_row;
    out.movable = start_.fixed;
    out.movable.flip();
    return out;
  }

  [[nodiscard]] bool project_by_structure(const ProjectionRows& problem, std::span<double> x,
                                          ProjectionOptions options) const {
    std::vector<std::size_t> held;
    for (std::size_t i = 0; i < start_.fixed.size(); ++i)
      if (start_.fixed[i]) held.push_back(i);
    StructureEquations equations(engine_, level_, inputs_, problem, std::move(held));
    ProjectionIteration iteration(x.size(), constraint_rows(), std::move(options));
    return iteration.project(problem.residual, equations, x).converged;
  }

  [[nodiscard]] static bool project_by_matrices(const ProjectionRows& problem, std::span<double> x, std::size_t rows,
                                                ProjectionOptions options) {
    Projector projector(static_cast<int>(x.size()), static_cast<int>(rows), std::move(options));
    return projector.project(problem, x).converged;
  }

  /// True where all unknowns but a few move, and onto the constraints alone.
  [[nodiscard]] bool has_known_structure() const {
    return extra_.empty() && with_constraints_ && std::ranges::count(start_.fixed, true) <= most_held &&
           StructureEquations::are_known(engine_, level_);
  }

  [[nodiscard]] bool project(std::size_t rows, ProjectionAim aim, MetricChoice choice = MetricChoice::mass) {
    ProjectionRows problem;
    problem.residual = [this](std::span<const double> x, std::span<double> out) {
      evaluate(x, Wanted::rows);
      residual(out);
    };
    problem.linearise = [this, choice](std::span<const double> x, std::span<double> jacobian,
                                       std::span<double> metric) {
      evaluate(x, choice == MetricChoice::mass ? Wanted::matrices : Wanted::rows);
      linearise(jacobian, metric);
      if (choice == MetricChoice::mass) return;
      std::ranges::fill(metric, 0.0);
      for (std::size_t i = 0; i < x.size(); ++i)
        metric[i * x.size() + i] = 1.0 / (engine_.scale(i) * engine_.scale(i));
    };
    std::vector<double> x = current();
    const bool converged = choice == MetricChoice::mass && has_known_structure()
                               ? project_by_structure(problem, x, options(aim, choice))
                               : project_by_matrices(problem, x, rows, options(aim, choice));
    std::ranges::copy(x, unknowns_.begin());
    return converged;
  }

  const Engine& engine_;
  const InitialConditions& conditions_;
  Level level_;
  std::span<double> inputs_;
  std::span<double> unknowns_; ///< q, or v, in inputs_
  InitialConditions::Start start_;
  RowValues values_of_constraints_;
  std::vector<const InitialProgram::Row*> extra_;
  bool with_constraints_ = true;
  std::vector<double> rounding_at_start_; ///< of each constraint; empty for rates
  std::vector<double> values_;            ///< of the rows of `initial`
};

/// Lists what moved by more than round-off.
void report_moved(const Engine& engine, const LevelSolver::Outcome& outcome, std::span<const double> reached,
                  bool rates, std::vector<MovedValue>& moved) {
  constexpr double round_off = 1e-13;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const double scale = std::max({1.0, std::abs(reached[i]), std::abs(outcome.start[i])});
    if (std::abs(reached[i] - outcome.start[i]) <= round_off * scale) continue;
    moved.push_back({engine.system().coordinates[i].name + (rates ? "'" : ""), outcome.start[i], reached[i],
                     static_cast<bool>(outcome.given[i])});
  }
}

double begin_of_model(const Engine& engine) {
  const double begin = engine.model_begin();
  if (std::isfinite(begin)) return begin;
  Diagnostic d;
  d.code = "E0726";
  d.span = engine.study->simulate ? engine.study->simulate->span : engine.system().span;
  d.message = "the start of the run has no finite value";
  d.note = "for the current parameter values";
  throw ModelError(d);
}

} // namespace

InitialState consistent_initial_state(const Engine& engine) {
  const InputLayout& layout = engine.programs->layout;
  const InitialConditions conditions(engine);
  std::vector<double> inputs = engine.blank_inputs();
  const InputView<double> at(layout, inputs);
  at.time() = begin_of_model(engine);
  InitialState out;
  const LevelSolver::Outcome positions = LevelSolver(engine, conditions, Level::position, inputs).solve();
  report_moved(engine, positions, at.positions(), false, out.moved);
  const LevelSolver::Outcome rates = LevelSolver(engine, conditions, Level::rate, inputs).solve();
  report_moved(engine, rates, at.rates(), true, out.moved);
  out.state = state_of(layout, inputs);
  examine_redundancy(engine, inputs, out);
  examine_values(engine, inputs, out);
  examine_inertia(engine, inputs, out);
  return out;
}

namespace {

/// Brings one level of `inputs` onto its rows, or to what `initial` gives for it. True where it is on its rows.
bool solve_or_give(const Engine& engine, const InitialConditions& conditions, Level level, std::span<double> inputs) {
  try {
    static_cast<void>(LevelSolver(engine, conditions, level, inputs).solve());
    return true;
  } catch (const ModelError&) { // NOLINT(bugprone-empty-catch): no such state
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): rows without a value
  }
  const std::span<double> unknowns = unknowns_in(engine, level, inputs);
  std::ranges::fill(unknowns, 0.0);
  static_cast<void>(conditions.start(level, inputs));
  return false;
}

} // namespace

ShownStart shown_start(const Engine& engine) {
  const InputLayout& layout = engine.programs->layout;
  const InitialConditions conditions(engine);
  std::vector<double> inputs = engine.blank_inputs();
  InputView<double>(layout, inputs).time() = begin_of_model(engine);
  ShownStart out;
  out.is_possible = solve_or_give(engine, conditions, Level::position, inputs);
  static_cast<void>(solve_or_give(engine, conditions, Level::rate, inputs));
  out.state = state_of(layout, inputs);
  return out;
}

} // namespace simulation
} // namespace dalembert
