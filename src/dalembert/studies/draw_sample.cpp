#include <dalembert/expr/repeated_evaluation.h>
#include <dalembert/numerics/linear/pivots.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/studies/draw_sample.h>
#include <dalembert/studies/real_states.h>
#include <dalembert/studies/state_values.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

/// The commonest rank of the rows of all constraints: states at which it falls are rare.
int common_rank(const Equations& equations, const RealSample& sample) {
  constexpr double zero_pivot = 1e-7; // of the largest entry: far from what is regular, and from round-off
  const std::size_t rows = equations.system->constraints.size();
  RepeatedEvaluation entries(*equations.system->graph, equations.constraint_matrix.entries);
  std::vector<int> counts(rows + 1, 0);
  for (const RealSample::Pair& state : sample.states) {
    const std::vector<RowPivot> pivots = row_pivots(entries(state.at), rows, equations.speeds.size());
    ++counts[static_cast<std::size_t>(
        std::ranges::count_if(pivots, [](const RowPivot& p) { return p.size > zero_pivot; }))];
  }
  return static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

bool is_met(const Assumption& assumption, double left, double right) {
  switch (assumption.relation) {
  case Comparison::less:
  case Comparison::less_equal:
    return left <= right;
  case Comparison::greater:
  case Comparison::greater_equal:
    return left >= right;
  default:
    return true;
  }
}

} // namespace

bool is_admitted(const System& system, const RealSample::Values& values) {
  const Graph& graph = *system.graph;
  try {
    for (const Assumption& assumption : system.assumptions)
      if (!is_met(assumption, evaluate(graph, assumption.left, values), evaluate(graph, assumption.right, values)))
        return false;
    for (const Coordinate& q : system.coordinates) {
      if (!q.range) continue;
      const double value = evaluate(graph, q.position, values);
      if (value < evaluate(graph, q.range->low, values) || value > evaluate(graph, q.range->high, values)) return false;
    }
  } catch (const std::invalid_argument&) { // NOLINT: what a state does not know excludes nothing
  }
  return true;
}

RealSample draw_sample(const Engine& engine, const Equations& equations, const InitialState& initial) {
  const std::size_t wanted = RealStates::affordable(engine, 40);
  const auto attempts = static_cast<int>(4 * wanted);
  RealSample out;
  RealStates states(engine, initial.state);
  for (int i = 0; i < attempts && out.states.size() < wanted; ++i) {
    const std::optional<Evaluation> at = states.next();
    if (!at) continue;
    RealSample::Values here = rounded_values_at(engine, equations, *at, states.matrices());
    const std::optional<Evaluation> beside = states.beside(*at);
    if (!beside) continue;
    RealSample::Pair pair{std::move(here), rounded_values_at(engine, equations, *beside, states.matrices())};
    if (out.states.empty() || is_admitted(engine.system(), pair.at)) out.states.push_back(std::move(pair));
  }
  if (!engine.system().constraints.empty()) out.rank = common_rank(equations, out);
  return out;
}

} // namespace studies
} // namespace dalembert
