#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/studies/start_sensitivity.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

constexpr double met_guess = 1e-9;        ///< a guess is met by less than this share of its terms
constexpr double moved_start = 1e-13;     ///< rounding of a component that stayed
constexpr double stationary_share = 1e-6; ///< of the distance to the start, tangential to the rows
constexpr double contradicting_rows = 1e-7;

/// What the program of a level says; matrices are row-major.
struct LevelValues {
  LevelValues(const LevelTangent& tangent, std::span<const double> outputs) {
    const std::size_t n = tangent.layout.coordinates;
    const std::size_t r = tangent.constraints + tangent.entries.size();
    SpanCutter<const double> parts(outputs);
    mass = parts.cut(n * n);
    rows = parts.cut(r);
    by_x = parts.cut(r * n);
    stationary = parts.cut(n);
    stationary_by_x = parts.cut(n * n);
    stationary_moved = parts.cut(n);
    rows_moved = parts.cut(r);
  }
  std::span<const double> mass, rows, by_x, stationary, stationary_by_x, stationary_moved, rows_moved;
};

/// Solves K x = b, least in scaled size where K is singular, and best where there is no solution.
std::vector<double> solve_square(const std::vector<double>& matrix, const std::vector<double>& wanted) {
  const std::size_t size = wanted.size();
  std::vector<double> identity(size * size, 0.0);
  for (std::size_t i = 0; i < size; ++i)
    identity[i * size + i] = 1.0;
  KktSolver solver(static_cast<int>(size), static_cast<int>(size));
  solver.factor({identity, matrix, {}});
  std::vector<double> x(size, 0.0);
  std::vector<double> unused(size, 0.0);
  solver.solve(std::vector<double>(size, 0.0), wanted, x, unused);
  return x;
}

} // namespace

/// One level of a start while it is differentiated.
struct StartSensitivity::LevelParts {
  const LevelTangent& tangent;
  const InitialConditions::Start& start;
  const std::vector<double>& x;
  const std::vector<double>& x0;
  const std::vector<double>& x0_moved;
  std::vector<double> inputs;
  ProgramInstance program;
  std::vector<std::size_t> movable = {};
  std::vector<std::size_t> used = {}; ///< rows
  std::size_t by_mass = 0;            ///< where the choice of the metric lies in the inputs
  std::size_t multipliers = 0;        ///< where μ begins there
  std::vector<double> outputs = {};

  /// Puts in what belongs to the level behind state and direction, with multipliers 0, and evaluates.
  void begin() {
    by_mass = inputs.size();
    inputs.push_back(1.0);
    for (const double value : x0)
      inputs.push_back(1.0 / std::max(1.0, value * value));
    inputs.insert(inputs.end(), x0.begin(), x0.end());
    inputs.insert(inputs.end(), x0_moved.begin(), x0_moved.end());
    multipliers = inputs.size();
    inputs.resize(inputs.size() + rows(), 0.0);
    outputs.resize(program.outputs());
    for (std::size_t i = 0; i < n(); ++i)
      if (!start.fixed[i]) movable.push_back(i);
    evaluate();
  }

  /// Takes the rows that were met by moving something: constraints, entries that are kept, guesses that are met.
  void choose_rows(const std::vector<const InitialConditions::Row*>& entries) {
    for (std::size_t k = 0; k < rows(); ++k) {
      bool is_used = k < tangent.constraints;
      if (!is_used) {
        const InitialConditions::Row& row = *entries[k - tangent.constraints];
        const bool is_met_guess = !row.kept && !row.unknown && std::abs(values().rows[k]) <= met_guess * terms_of(k);
        is_used = (row.kept && !(row.unknown && start.fixed[*row.unknown])) || is_met_guess;
      }
      if (is_used) used.push_back(k);
    }
  }

  [[nodiscard]] double terms_of(std::size_t row) const {
    double out = 0.0;
    for (std::size_t i = 0; i < n(); ++i)
      out += std::abs(values().by_x[row * n() + i]) * std::max(1.0, std::abs(x[i]));
    return out;
  }

  /// Finds metric and multipliers.
  void settle() {
    if (movable.empty()) return;
    if (!has_mass()) {
      inputs[by_mass] = 0.0;
      evaluate();
    }
    bool has_moved = false;
    for (std::size_t i = 0; i < n(); ++i)
      has_moved = has_moved || std::abs(x[i] - x0[i]) > moved_start * std::max(1.0, std::abs(x[i]));
    if (!has_moved) return;
    find_multipliers();
    evaluate();
  }

  [[nodiscard]] std::size_t rows() const { return tangent.constraints + tangent.entries.size(); }

  void evaluate() {
    program.evaluate(inputs, outputs);
    if (!std::ranges::all_of(outputs, [](double value) { return std::isfinite(value); }))
      throw NotSmooth("a derivative of the initial state is not finite");
  }
  [[nodiscard]] LevelValues values() const { return {tangent, outputs}; }
  [[nodiscard]] std::size_t n() const { return tangent.layout.coordinates; }

  /// The columns of the rows used that belong to what moves.
  [[nodiscard]] std::vector<double> moving_rows() const {
    std::vector<double> out;
    for (const std::size_t k : used)
      for (const std::size_t i : movable)
        out.push_back(values().by_x[k * n() + i]);
    return out;
  }

  /// False where the mass matrix of what moves is singular: projections go by another metric then.
  [[nodiscard]] bool has_mass() const {
    std::vector<double> part;
    for (const std::size_t i : movable)
      for (const std::size_t j : movable)
        part.push_back(values().mass[i * n() + j]);
    KktSolver solver(static_cast<int>(movable.size()), 0);
    return solver.factor({part, {}, {}}).route == KktRoute::cholesky;
  }

  /// Puts in the multipliers by which S vanishes. @throws NotSmooth where none do
  void find_multipliers() {
    std::vector<double> load;
    for (const std::size_t i : movable)
      load.push_back(values().stationary[i]);
    const std::size_t count = movable.size();
    std::vector<double> identity(count * count, 0.0);
    for (std::size_t i = 0; i < count; ++i)
      identity[i * count + i] = 1.0;
    KktSolver solver(static_cast<int>(count), static_cast<int>(used.size()));
    const std::vector<double> rows = moving_rows();
    solver.factor({identity, rows, {}});
    std::vector<double> left(count);
    std::vector<double> found(used.size());
    solver.solve(load, std::vector<double>(used.size(), 0.0), left, found);
    const auto largest = [](const std::vector<double>& of) {
      double out = 0.0;
      for (const double value : of)
        out = std::max(out, std::abs(value));
      return out;
    };
    if (largest(left) > stationary_share * largest(load))
      throw NotSmooth("the initial state is not the one nearest to what `initial` gives: it was found by a search");
    for (std::size_t k = 0; k < used.size(); ++k)
      inputs[multipliers + used[k]] = -found[k];
  }

  [[nodiscard]] double of_fixed(std::span<const double> row) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < n(); ++j)
      if (start.fixed[j]) sum += row[j] * x0_moved[j];
    return sum;
  }

  /// ∂x/∂p. @throws NotSmooth where the rows contradict one another behind a change of p
  [[nodiscard]] std::vector<double> moved(const SensitivityCause& cause) const {
    std::vector<double> out = x0_moved;
    if (used.empty()) return out;
    const LevelValues of = values();
    const std::size_t count = movable.size();
    const std::size_t size = count + used.size();
    std::vector<double> matrix(size * size, 0.0);
    std::vector<double> wanted(size, 0.0);
    for (std::size_t a = 0; a < count; ++a) {
      const std::size_t i = movable[a];
      const std::span<const double> row = of.stationary_by_x.subspan(i * n(), n());
      for (std::size_t b = 0; b < count; ++b)
        matrix[a * size + b] = row[movable[b]];
      for (std::size_t k = 0; k < used.size(); ++k)
        matrix[a * size + count + k] = -of.by_x[used[k] * n() + i];
      wanted[a] = -of.stationary_moved[i] - of_fixed(row);
    }
    for (std::size_t k = 0; k < used.size(); ++k) {
      const std::size_t r = used[k];
      const std::span<const double> row = of.by_x.subspan(r * n(), n());
      for (std::size_t b = 0; b < count; ++b)
        matrix[(count + k) * size + b] = row[movable[b]];
      const bool is_cause = r >= tangent.constraints && cause.initial == tangent.entries[r - tangent.constraints];
      wanted[count + k] = -of.rows_moved[r] - of_fixed(row) + (is_cause ? 1.0 : 0.0);
    }
    const std::vector<double> found = solve_square(matrix, wanted);
    for (std::size_t a = 0; a < count; ++a)
      out[movable[a]] = found[a];
    require_met_rows(out, cause);
    return out;
  }

  /// r′ + ∂r/∂x·x′ is nothing beside what a change of the cause by its own size makes of the terms of a row.
  void require_met_rows(const std::vector<double>& change, const SensitivityCause& cause) const {
    const double size = cause.value != 0.0 ? std::abs(cause.value) : 1.0;
    for (const std::size_t r : used) {
      const bool is_cause = r >= tangent.constraints && cause.initial == tangent.entries[r - tangent.constraints];
      double left = values().rows_moved[r] - (is_cause ? 1.0 : 0.0);
      double terms = std::abs(left);
      for (std::size_t i = 0; i < n(); ++i) {
        left += values().by_x[r * n() + i] * change[i];
        terms += std::abs(values().by_x[r * n() + i] * change[i]);
      }
      if (std::abs(left) > contradicting_rows * (terms + terms_of(r) / size))
        throw NotSmooth(
            fmt::format("the constraints and `initial` contradict one another as soon as {} changes", cause.name));
    }
  }
};

StartSensitivity::StartSensitivity(const Engine& engine, const Equations& equations,
                                   std::vector<std::size_t> parameters)
    : engine_(engine),
      equations_(equations),
      conditions_(engine),
      start_(lower_start_tangent(*engine.study, std::move(parameters))),
      values_(engine.compile(start_.values)),
      begin_(engine.compile(start_.begin)),
      levels_(2) {
  ENSURE(engine.starts.empty());
}

const LevelTangent& StartSensitivity::tangent(Level level) {
  std::optional<LevelTangent>& made = levels_[level == Level::position ? 0 : 1];
  if (!made)
    made = lower_level_tangent(*engine_.study, equations_, start_.layout.parameters,
                               level == Level::position ? TangentLevel::position : TangentLevel::rate);
  return *made;
}

std::vector<double> StartSensitivity::direction_of(const SensitivityCause& cause, const State& state) {
  const DirectionLayout& layout = start_.layout;
  std::vector<double> direction(layout.size(), 0.0);
  for (const SensitivityCause::Change& change : cause.parameters) {
    const auto at = std::ranges::find(layout.parameters, change.parameter);
    ENSURE(at != layout.parameters.end());
    direction[layout.parameter() + static_cast<std::size_t>(at - layout.parameters.begin())] = change.rate;
  }
  std::vector<double> inputs = engine_.blank_inputs();
  put_state(engine_.programs->layout, state, inputs);
  inputs.resize(engine_.programs->layout.state_size());
  inputs.insert(inputs.end(), direction.begin(), direction.end());
  begin_.evaluate(inputs, std::span(direction).subspan(layout.time(), 1));
  return direction;
}

/// How the start of a level moves: the values of plain entries, which may speak of other unknowns.
std::vector<double> StartSensitivity::start_direction(const InitialConditions::Start& start, Level level,
                                                      std::span<const double> inputs, std::vector<double> direction,
                                                      const SensitivityCause& cause) {
  const std::size_t n = engine_.coordinates();
  const std::size_t begin = level == Level::position ? start_.layout.position() : start_.layout.rate();
  const std::span<double> moved = std::span(direction).subspan(begin, n);
  std::vector<double> derivatives(values_.outputs());
  // As many rounds as there are unknowns: each value is behind those that it needs by then.
  for (bool is_settled = false; !is_settled;) {
    std::vector<double> all(inputs.begin(),
                            inputs.begin() + static_cast<std::ptrdiff_t>(engine_.programs->layout.state_size()));
    all.insert(all.end(), direction.begin(), direction.end());
    values_.evaluate(all, derivatives);
    is_settled = true;
    for (const InitialConditions::Row* row : conditions_.rows(level)) {
      if (!row->unknown || !start.given[*row->unknown]) continue;
      const double value = derivatives[row->entry] + (cause.initial == row->entry ? 1.0 : 0.0);
      if (!std::isfinite(value)) throw NotSmooth("a derivative of an initial value is not finite");
      if (moved[*row->unknown] == value) continue;
      moved[*row->unknown] = value;
      is_settled = false;
    }
  }
  return {moved.begin(), moved.end()};
}

void StartSensitivity::differentiate(Level level, const State& state, const SensitivityCause& cause,
                                     std::vector<double>& direction) {
  const InputLayout& layout = engine_.programs->layout;
  const std::size_t n = layout.coordinates;
  const bool is_of_rates = level == Level::rate;
  std::vector<double> inputs = engine_.blank_inputs();
  const InputView<double> at(layout, inputs);
  at.time() = state.t;
  if (is_of_rates) std::ranges::copy(state.q, at.positions().begin());
  const InitialConditions::Start start = conditions_.start(level, inputs);
  const std::span<double> unknowns = is_of_rates ? at.rates() : at.positions();
  const std::vector<double> x0(unknowns.begin(), unknowns.end());
  const std::vector<double> x0_moved = start_direction(start, level, inputs, direction, cause);
  const std::vector<double>& x = is_of_rates ? state.v : state.q;
  std::ranges::copy(x, unknowns.begin());
  const std::size_t begin = is_of_rates ? start_.layout.rate() : start_.layout.position();
  const std::span<double> out = std::span(direction).subspan(begin, n);
  const std::size_t constraints = is_of_rates ? engine_.constraints() : engine_.programs->positions.rows.size();
  const auto is_plain = [&start](const InitialConditions::Row* row) {
    return row->unknown && (start.fixed[*row->unknown] || !row->kept);
  };
  if (constraints == 0 && std::ranges::all_of(conditions_.rows(level), is_plain)) {
    std::ranges::copy(x0_moved, out.begin());
    return;
  }
  const LevelTangent& made = tangent(level);
  inputs.resize(layout.state_size());
  inputs.insert(inputs.end(), direction.begin(), direction.end());
  LevelParts parts{made, start, x, x0, x0_moved, std::move(inputs), ProgramInstance(engine_.compile(made.tape))};
  parts.begin();
  parts.choose_rows(conditions_.rows(level));
  parts.settle();
  std::ranges::copy(parts.moved(cause), out.begin());
}

StartSensitivity::Derivative StartSensitivity::by(const SensitivityCause& cause, const State& state) {
  const std::size_t n = engine_.coordinates();
  std::vector<double> direction = direction_of(cause, state);
  differentiate(Level::position, state, cause, direction);
  differentiate(Level::rate, state, cause, direction);
  const auto part = [&](std::size_t begin) {
    const auto first = direction.begin() + static_cast<std::ptrdiff_t>(begin);
    return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(n));
  };
  return {part(start_.layout.position()), part(start_.layout.rate()), direction[start_.layout.time()]};
}

} // namespace studies
} // namespace dalembert
