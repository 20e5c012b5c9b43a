#include <dalembert/exact/held_symbols.h>
#include <dalembert/expr/depends.h>

namespace dalembert {
inline namespace exact {

std::vector<Expr> held_symbols(const System& system, const std::vector<Expr>& expressions) {
  std::vector<Expr> all = system.written_parts();
  all.insert(all.end(), expressions.begin(), expressions.end());
  for (const Reaction& reaction : system.reactions)
    all.push_back(reaction.speed);
  for (const Friction& friction : system.frictions)
    all.insert(all.end(), {friction.slip, friction.coefficient});
  for (const Impact& impact : system.impacts)
    all.insert(all.end(), {impact.speed, impact.restitution});
  return free_symbols(*system.graph, all);
}

} // namespace exact
} // namespace dalembert
