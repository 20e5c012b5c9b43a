#include <dalembert/exact/held_words.h>
#include <dalembert/expr/depends.h>

#include <algorithm>

namespace dalembert {
inline namespace exact {

void keep_words_about(const Coupling& about, const System& system, std::vector<NamedFactor>& words) {
  if (about.is_whole()) return;
  std::vector<Expr> others;
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    const Coordinate& q = system.coordinates[i];
    if (!about.coordinates[i]) others.insert(others.end(), {q.position, q.rate, q.acceleration});
  }
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    if (!about.constraints[k]) others.push_back(system.constraints[k].multiplier);
  std::ranges::sort(others);
  std::erase_if(words, [&](const NamedFactor& word) {
    const std::vector<Expr> held = free_symbols(*system.graph, word.value);
    return std::ranges::any_of(held, [&others](Expr e) { return std::ranges::binary_search(others, e); });
  });
}

} // namespace exact
} // namespace dalembert
