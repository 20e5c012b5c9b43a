#include <dalembert/base/errors.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/simulation/account.h>
#include <dalembert/studies/draw_sample.h>
#include <dalembert/studies/motion_witness.h>
#include <dalembert/studies/real_states.h>
#include <dalembert/studies/state_values.h>

#include <algorithm>
#include <cmath>

namespace dalembert::inline studies {

namespace {

constexpr std::size_t witness_states = 40;
constexpr double clear_share = 1e-3; ///< by which accelerations differ where they are called different

double largest(const std::vector<double>& values) {
  double out = 0.0;
  for (const double value : values)
    out = std::max(out, std::abs(value));
  return out;
}

bool is_finite(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

/// The values of the symbols of B at one of its states.
std::vector<Assignment> assigned(const Engine& b, const Evaluation& at) {
  const System& system = b.system();
  std::vector<Assignment> out{{system.time, at.state.t}};
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    out.push_back({system.coordinates[i].position, at.state.q[i]});
    out.push_back({system.coordinates[i].rate, at.state.v[i]});
    out.push_back({system.coordinates[i].acceleration, at.accelerations[i]});
  }
  for (std::size_t p = 0; p < system.parameters.size(); ++p)
    out.push_back({system.parameters[p].symbol, b.parameters[p]});
  return out;
}

/// Fills in the first constraint of A that is clearly violated at the state.
void find_violation(const Engine& a, const Evaluation& at, MotionWitness& out) {
  const double size = std::max(largest(at.state.q), largest(at.state.v));
  for (std::size_t k = 0; k < a.system().constraints.size() && !out.constraint; ++k)
    for (const double violation : {at.position_violation[k], at.velocity_violation[k]})
      if (!out.constraint && std::abs(violation) > clear_share * size) {
        out.constraint = a.system().constraints[k].name;
        out.violation = violation;
      }
}

/// The state as a witness; nothing where both models agree there, or A has no accelerations.
std::optional<MotionWitness> judged(const Engine& a, MotionWitness out) {
  try {
    const Evaluation at = evaluate_at(a, out.first);
    find_violation(a, at, out);
    if (out.constraint) return out;
    out.first_accelerations = at.accelerations;
  } catch (const SolveError&) {
    return std::nullopt;
  }
  if (!is_finite(out.first_accelerations)) return std::nullopt;
  const double size = std::max(largest(out.first_accelerations), largest(out.second_accelerations));
  for (std::size_t i = 0; i < out.first_accelerations.size(); ++i)
    if (std::abs(out.first_accelerations[i] - out.second_accelerations[i]) > clear_share * size) return out;
  return std::nullopt;
}

} // namespace

std::optional<MotionWitness> find_motion_witness(const Engine& a, const Engine& b, const InitialState& initial,
                                                 const ModelComparison& comparison) {
  const Graph& graph = *b.system().graph;
  const std::size_t n = comparison.positions.size();
  std::vector<Expr> roots = comparison.positions;
  roots.insert(roots.end(), comparison.rates.begin(), comparison.rates.end());
  roots.insert(roots.end(), comparison.accelerations.begin(), comparison.accelerations.end());
  RealStates states(b, initial.state);
  for (std::size_t tries = 0; tries < witness_states; ++tries) {
    const std::optional<Evaluation> at = states.next();
    if (!at || !is_admitted(b.system(), values_at(b, *at))) continue;
    const std::vector<double> values = evaluate(graph, roots, assigned(b, *at));
    if (!is_finite(values)) continue;
    const auto part = [&](std::size_t i) {
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * n);
      return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(n));
    };
    MotionWitness candidate{.first = {at->state.t, part(0), part(1)},
                            .second = at->state,
                            .first_accelerations = {},
                            .second_accelerations = part(2),
                            .constraint = std::nullopt};
    if (auto found = judged(a, std::move(candidate))) return found;
  }
  return std::nullopt;
}

} // namespace dalembert::inline studies
