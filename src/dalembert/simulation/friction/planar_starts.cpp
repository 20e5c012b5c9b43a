#include <dalembert/simulation/friction/planar_starts.h>
#include <dalembert/simulation/friction/start_directions.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace dalembert {
inline namespace simulation {

double largest_load(const DynamicsView& equations) {
  double out = 0.0;
  const std::size_t n = equations.forcing.size();
  for (std::size_t i = 0; i < n; ++i)
    if (const double inertia = equations.mass[i * n + i]; inertia > 0.0)
      out = std::max(out, std::abs(equations.forcing[i]) / inertia);
  return out;
}

std::vector<std::vector<FrictionMode>> planar_starts(const Engine& engine, FrictionSolver& frictions, RowSolver& solver,
                                                     const DynamicsView& equations, std::span<double> inputs,
                                                     const PlanarStart& start) {
  constexpr double settled_direction = 1e-13;
  constexpr int most_rounds = 200;
  const auto in_direction = [&](std::vector<FrictionMode> modes, std::size_t plane, const std::array<double, 2>& d) {
    for (std::size_t i = 0; i < d.size(); ++i)
      modes[frictions.planes().all()[plane][i]] = FrictionMode::sliding(d[i]);
    return modes;
  };
  const auto directions = [&](std::size_t plane, const std::vector<FrictionMode>& modes) {
    return start_directions([&](std::array<double, 2> d) -> std::optional<std::array<double, 2>> {
      frictions.set_modes(in_direction(modes, plane, d));
      if (frictions.solve(solver, equations, inputs) != 1) return std::nullopt;
      const std::span<const double> accelerations =
          InputView<const double>(engine.programs->layout, inputs).accelerations();
      std::array<double, 2> rate{};
      for (std::size_t i = 0; i < rate.size(); ++i) {
        const std::size_t f = frictions.planes().all()[plane][i];
        const SlipView slip = frictions.slip(f);
        rate[i] = equations.friction(f).coefficient *
                  std::inner_product(slip.column.begin(), slip.column.end(), accelerations.begin(), slip.convective);
      }
      return rate;
    });
  };
  std::vector<std::vector<FrictionMode>> out;
  if (start.planes.size() == 1) {
    for (const std::array<double, 2>& d : directions(start.planes.front(), start.modes))
      out.push_back(in_direction(start.modes, start.planes.front(), d));
    return out;
  }
  std::vector<FrictionMode> found = start.modes;
  for (int round = 0; round < most_rounds; ++round) {
    double change = 0.0;
    for (const std::size_t plane : start.planes) {
      const SlipPlane& both = frictions.planes().all()[plane];
      const std::array<double, 2> before{found[both[0]].direction, found[both[1]].direction};
      const std::vector<std::array<double, 2>> all = directions(plane, found);
      if (all.empty()) return {};
      const auto along = [&](const std::array<double, 2>& d) { return d[0] * before[0] + d[1] * before[1]; };
      const std::array<double, 2>& nearest = *std::ranges::max_element(all, {}, along);
      change = std::max(change, std::hypot(nearest[0] - before[0], nearest[1] - before[1]));
      found = in_direction(std::move(found), plane, nearest);
    }
    if (change <= settled_direction) return {found};
  }
  return {};
}

} // namespace simulation
} // namespace dalembert
