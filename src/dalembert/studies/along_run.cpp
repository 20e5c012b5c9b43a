#include <dalembert/base/errors.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/rounding.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/run/run.h>
#include <dalembert/studies/along_run.h>
#include <dalembert/studies/precise_state.h>
#include <dalembert/studies/state_values.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace dalembert {
inline namespace studies {

namespace {

/// The states at even times, as far as they are reached.
std::vector<Evaluation> run_states(const Engine& engine, double tolerance, std::uint64_t max_steps) {
  RunOptions options;
  options.tolerance = tolerance;
  options.samples = 32;
  options.max_steps = max_steps;
  try {
    return run(engine, options).samples;
  } catch (const ModelError&) { // NOLINT: there is no motion to compare with
  } catch (const SolveError&) {
  }
  return {};
}

bool is_contradicted(const std::vector<double>& values, const RealSample::Values& symbols) {
  constexpr double visible = 1e-2;
  constexpr double round_off = 1e-6;
  const double excess = std::abs(values[0] - values[1]);
  double size = 0.0;
  for (const double value : values)
    size = std::max(size, std::abs(value));
  double quantity = 1.0;
  for (const Assignment& symbol : symbols)
    quantity = std::max(quantity, std::abs(symbol.value));
  return excess > visible * size && excess > round_off * quantity;
}

/// True where left − right is clearly not 0 although the state is as uncertain as its run: sign(u) of a speed that a
/// constraint holds at 0 may be anything.
bool is_beyond_errors(const Graph& graph, Expr difference, RealSample::Values symbols) {
  for (Assignment& symbol : symbols)
    symbol.error = std::max(symbol.error, error_of_run * std::max(1.0, std::abs(symbol.value)));
  const Rounded found = evaluate_rounded(graph, difference, symbols);
  return std::abs(found.value) > found.error;
}

constexpr std::uint64_t steps_of_a_comparison = 300;

RunComparison compare_along(const Engine& engine, Expr left, Expr right, double tolerance, std::uint64_t steps) {
  constexpr std::size_t most_unknowns = 40;
  const System& system = engine.system();
  RunComparison out;
  if (!engine.study->simulate || !system.impacts.empty() || !system.frictions.empty() ||
      engine.coordinates() + engine.constraints() > most_unknowns)
    return out;
  const std::vector<Expr> parts = sides_and_summands(*system.graph, left, right);
  const Expr difference = system.graph->sub(left, right);
  double excess = 0.0;
  double largest = 0.0;
  bool moves = false;
  for (const Evaluation& at : run_states(engine, tolerance, steps)) {
    const RealSample::Values symbols = values_at(engine, at);
    const std::vector<double> values = evaluate(*system.graph, parts, symbols);
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) continue;
    ++out.states;
    out.last = at.state.t;
    moves = moves || std::ranges::any_of(at.state.v, [](double rate) { return rate != 0.0; });
    excess = std::max(excess, std::abs(values[0] - values[1]));
    for (const double value : values)
      largest = std::max(largest, std::abs(value));
    if (is_contradicted(values, symbols) && is_beyond_errors(*system.graph, difference, symbols)) ++out.failures;
  }
  out.worst = largest > 0.0 ? excess / largest : 0.0;
  out.is_trivial = !moves && largest == 0.0;
  return out;
}

} // namespace

RunComparison compare_along_run(const Engine& engine, Expr left, Expr right) {
  return compare_along(engine, left, right, default_tolerance, steps_of_a_comparison);
}

std::optional<RunComparison> equality_along_run(const Engine& engine, Expr left, Expr right) {
  constexpr std::size_t fewest = 8;
  constexpr double of_run = 100 * default_tolerance; // errors grow along a run
  constexpr double finer = 1e-3;
  constexpr std::uint64_t more_steps = 3 * steps_of_a_comparison;
  constexpr double of_rounding = 1e-12;
  constexpr double remaining = 1e-2;
  if (engine.study->closed) return std::nullopt;
  const RunComparison coarse = compare_along_run(engine, left, right);
  if (coarse.states < fewest || coarse.is_trivial || coarse.worst > of_run) return std::nullopt;
  const RunComparison fine = compare_along(engine, left, right, finer * default_tolerance, more_steps);
  if (fine.states < fewest || fine.worst > std::max(of_rounding, remaining * coarse.worst)) return std::nullopt;
  return fine;
}

} // namespace studies
} // namespace dalembert
