#include <dalembert/studies/steady_starts.h>

#include <cstddef>
#include <numbers>

namespace dalembert {

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

} // namespace dalembert
