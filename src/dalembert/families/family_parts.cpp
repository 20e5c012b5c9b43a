#include <dalembert/families/family_parts.h>

#include <string_view>

namespace dalembert {
inline namespace families {

namespace {

Expr forces_on(const Equations& equations, std::size_t index) {
  Graph& graph = *equations.system->graph;
  Expr out = graph.add(equations.generalized_forces[index], equations.constraint_forces[index]);
  for (std::size_t k = 0; k < equations.frictions.size(); ++k)
    out = graph.add(out, graph.mul(equations.system->frictions[k].symbol, equations.frictions[k].column[index]));
  return out;
}

} // namespace

std::set<std::string> used_names(const System& system) {
  std::set<std::string> out{"t", "pi", "sum", "max", "min", "in"};
  const auto add = [&out](const auto& list) {
    for (const Declared& d : list) {
      out.insert(d.name);
      out.insert(d.member.family);
    }
  };
  add(system.coordinates);
  add(system.parameters);
  add(system.counts);
  add(system.speeds);
  add(system.lets);
  add(system.functions);
  add(system.energies);
  add(system.forces);
  add(system.constraints);
  add(system.reactions);
  add(system.frictions);
  add(system.impacts);
  return out;
}

std::vector<std::string> free_index_names(const std::set<std::string>& used) {
  std::vector<std::string> free;
  for (const char c : std::string_view("ijkpqrsuvw"))
    if (!used.contains(std::string(1, c))) free.emplace_back(1, c);
  return free;
}

std::optional<BalanceTerms> equation_terms(Algebra& algebra, const Equations& equations, std::size_t coordinate) {
  Balance balance;
  balance.forces = forces_on(equations, coordinate);
  balance.meant = equations.residual[coordinate];
  return terms_of(algebra.expansion, balance);
}

} // namespace families
} // namespace dalembert
