#include <dalembert/expr/depends.h>
#include <dalembert/expr/symbol_sets.h>
#include <dalembert/studies/steady_starts.h>

#include <fmt/format.h>

#include <cstddef>
#include <numbers>

namespace dalembert {
inline namespace studies {

std::vector<State> steady_starts(const System& system, const State& initial, const Freedoms& freedoms) {
  constexpr std::size_t most_angles = 3;
  std::vector<std::size_t> angles;
  for (const std::size_t i : freedoms.positions)
    if (system.coordinates[i].measure.angular && !freedoms.is_ignorable[i] && angles.size() < most_angles)
      angles.push_back(i);
  std::vector<State> out{initial};
  for (std::size_t choice = 0; choice < (std::size_t{1} << angles.size()) && !angles.empty(); ++choice) {
    State& state = out.emplace_back(initial);
    for (std::size_t a = 0; a < angles.size(); ++a)
      state.q[angles[a]] = ((choice >> a) & 1U) != 0U ? std::numbers::pi : 0.0;
  }
  return out;
}

std::vector<State> set_running(const State& initial, const Freedoms& freedoms) {
  std::vector<State> out;
  for (const std::size_t i : freedoms.rates) {
    if (!freedoms.is_ignorable[i]) continue;
    State& state = out.emplace_back(initial);
    state.v[i] = 1.0;
  }
  return out;
}

std::string excess_of_steady_search(const Equations& equations) {
  constexpr std::size_t most_derivatives = 300'000; // nodes whose rate is formed, some tenths of a second
  constexpr double most_operations = 5e7;           // of a linearisation, of which some ten are the least
  const System& system = *equations.system;
  const std::size_t n = system.coordinates.size();
  const std::size_t m = system.constraints.size();
  const auto unknowns = static_cast<double>(n + m);
  bool is_beyond = 2.0 * static_cast<double>(n) * unknowns * unknowns > most_operations;
  std::size_t derivatives = 0;
  for (const std::vector<Expr>& symbols : {system.positions(), system.rates()}) {
    if (is_beyond) break;
    const SymbolSets sets(*system.graph, equations.residual, symbols);
    for (const Expr node : reachable(*system.graph, equations.residual))
      derivatives += sets.count(node);
    is_beyond = derivatives > most_derivatives;
  }
  if (!is_beyond) return {};
  return fmt::format(
      "not searched for: linearising {} coordinates and {} constraints exceeds the work limit; use a smaller model", n,
      m);
}

} // namespace studies
} // namespace dalembert
