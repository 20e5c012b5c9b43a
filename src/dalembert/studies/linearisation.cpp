#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/studies/linearisation.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace studies {

namespace {

/// What δv̇ and δλ are for each column of −(loads; row_loads).
struct Response {
  DenseMatrix accelerations;
  DenseMatrix multipliers;
};

Response respond(const KktSolver& solver, const DenseMatrix& loads, const DenseMatrix& row_loads) {
  Response out{DenseMatrix(loads.rows, loads.columns), DenseMatrix(row_loads.rows, loads.columns)};
  std::vector<double> a(loads.rows);
  std::vector<double> l(row_loads.rows);
  for (std::size_t c = 0; c < loads.columns; ++c) {
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = -loads.at(i, c);
    for (std::size_t k = 0; k < l.size(); ++k)
      l[k] = -row_loads.at(k, c);
    const auto is_zero = [](double value) { return value == 0.0; };
    if (std::ranges::all_of(a, is_zero) && std::ranges::all_of(l, is_zero)) continue; // an ignorable coordinate, say
    solver.solve(a, l, a, l);
    for (std::size_t i = 0; i < a.size(); ++i)
      out.accelerations.at(i, c) = a[i];
    for (std::size_t k = 0; k < l.size(); ++k)
      out.multipliers.at(k, c) = l[k];
  }
  return out;
}

} // namespace

Lineariser::Lineariser(const Engine& engine, const VariationProgram& program)
    : engine_(engine), program_(program), variation_(engine.compile(program.tape)), dynamics_(engine) {}

Linearisation Lineariser::at(const State& state) {
  const InputLayout& layout = engine_.programs->layout;
  const std::size_t n = layout.coordinates;
  const std::size_t m = layout.multipliers;
  const std::size_t r = program_.inputs.size();
  const std::size_t reactions = engine_.system().reactions.size();
  spend(2.0 * static_cast<double>(n * (n + m) * (n + m) + variation_.outputs()));
  std::vector<double> inputs = engine_.blank_inputs();
  put_state(layout, state, inputs);
  dynamics_.forget_friction_modes();
  dynamics_.solve(inputs);
  if (!dynamics_.frictions().held().empty())
    throw SolveError("a friction sticks at this state: small motions about it are not linear", {.time = state.t});
  std::vector<double> outputs(variation_.outputs());
  variation_.evaluate(std::span<const double>(inputs).first(variation_.inputs()), outputs);
  for (const double value : outputs)
    if (!std::isfinite(value)) throw SolveError("the linearisation is not finite at this state", {.time = state.t});

  SpanCutter<const double> parts(outputs);
  const auto next = [&parts](std::size_t rows, std::size_t columns) {
    return DenseMatrix(rows, columns, parts.cut(rows * columns));
  };
  const DenseMatrix by_position = next(n, n);
  const DenseMatrix by_rate = next(n, n);
  const DenseMatrix by_input = next(n, r);
  const DenseMatrix rows_q = next(m, n);
  const DenseMatrix rows_v = next(m, n);
  Linearisation out;
  out.state = state;
  out.rows_by_position = next(m, n);
  const DenseMatrix reaction_q = next(reactions, n);
  const DenseMatrix reaction_v = next(reactions, n);
  const DenseMatrix by_multiplier = next(reactions, m);
  out.mass = DenseMatrix(n, n, dynamics_.mass());
  out.rows = DenseMatrix(m, n, dynamics_.rows());
  const InputView<const double> solved(layout, inputs);
  out.accelerations.assign(solved.accelerations().begin(), solved.accelerations().end());
  out.multipliers.assign(solved.multipliers().begin(), solved.multipliers().end());

  KktSolver solver(static_cast<int>(n), static_cast<int>(m));
  solver.factor({dynamics_.mass(), dynamics_.rows(), {}});
  const Response position = respond(solver, by_position, rows_q);
  const Response rate = respond(solver, by_rate, rows_v);
  const Response input = respond(solver, by_input, DenseMatrix(m, r));
  out.acceleration_by_position = position.accelerations;
  out.acceleration_by_rate = rate.accelerations;
  out.acceleration_by_input = input.accelerations;
  out.reaction_by_position = reaction_q + by_multiplier * position.multipliers;
  out.reaction_by_rate = reaction_v + by_multiplier * rate.multipliers;
  out.reaction_by_input = by_multiplier * input.multipliers;
  return out;
}

} // namespace studies
} // namespace dalembert
