#include <dalembert/mechanics/slip_plane.h>

#include <algorithm>

namespace dalembert {
inline namespace mechanics {

namespace {

/// The frictions of each reaction.
std::vector<std::vector<std::size_t>> frictions_by_reaction(const System& system) {
  std::vector<std::vector<std::size_t>> out(system.reactions.size());
  for (std::size_t f = 0; f < system.frictions.size(); ++f)
    out[static_cast<std::size_t>(system.frictions[f].of)].push_back(f);
  return out;
}

} // namespace

std::vector<SlipPlane> slip_planes(const System& system) {
  std::vector<SlipPlane> out;
  for (const std::vector<std::size_t>& frictions : frictions_by_reaction(system))
    if (frictions.size() == 2) out.push_back({frictions[0], frictions[1]});
  std::ranges::sort(out);
  return out;
}

std::vector<std::size_t> reactions_of_many_frictions(const System& system) {
  std::vector<std::size_t> out;
  const std::vector<std::vector<std::size_t>> all = frictions_by_reaction(system);
  for (std::size_t r = 0; r < all.size(); ++r)
    if (all[r].size() > 2) out.push_back(r);
  return out;
}

} // namespace mechanics
} // namespace dalembert
