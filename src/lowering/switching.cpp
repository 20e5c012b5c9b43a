#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>
#include <dalembert/lowering/switching.h>

#include <vector>

namespace dalembert {

std::string switching_functions(const System& system) {
  const Graph& graph = *system.graph;
  std::vector<Expr> roots;
  for (const EnergyTerm& term : system.energies)
    roots.push_back(term.value);
  for (const Force& force : system.forces)
    for (const Force::Part& part : force.parts)
      roots.push_back(part.magnitude);
  std::vector<Expr> moving = system.positions();
  for (const Expr rate : system.rates())
    moving.push_back(rate);
  constexpr std::size_t longest = 60;
  constexpr std::size_t most = 3;
  std::string out;
  std::size_t count = 0;
  for (const Expr e : reachable(graph, roots)) {
    if (!is_switching(graph, e) || !depends(graph, std::vector<Expr>{e}, moving) || count++ >= most) continue;
    const std::string words = text(graph, e, longest);
    out += (out.empty() ? "" : ", ") + (words.size() > longest ? words.substr(0, longest) + "…" : words);
  }
  return out;
}

} // namespace dalembert
