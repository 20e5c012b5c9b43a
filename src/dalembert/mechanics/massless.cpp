#include <dalembert/expr/depends.h>
#include <dalembert/mechanics/massless.h>

#include <algorithm>

namespace dalembert {
inline namespace mechanics {

std::vector<std::size_t> massless_coordinates(const System& system) {
  std::vector<Expr> values;
  for (const EnergyTerm& term : system.energies)
    if (term.kind == EnergyKind::kinetic || term.kind == EnergyKind::lagrangian) values.push_back(term.value);
  const std::vector<Expr> symbols = free_symbols(*system.graph, values);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    if (!std::ranges::binary_search(symbols, system.coordinates[i].rate)) out.push_back(i);
  return out;
}

} // namespace mechanics
} // namespace dalembert
