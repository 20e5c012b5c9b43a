#pragma once

#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/motion/motion.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// A surface u = level at which a function jumps, and the values beside it.
struct TouchedSurface {
  std::size_t jump = 0;
  double level = 0.0;
  double below = 0.0; ///< where u is smaller
  double above = 0.0;
  std::optional<double> behind = {};     ///< the value behind, where it is known
  std::optional<double> not_behind = {}; ///< the side that the motion comes from: it does not go on there
};

/// Returns the surface of a function that is nearest to u = `argument`.
[[nodiscard]] TouchedSurface surface_near(const Engine& engine, std::size_t jump, double argument);

/// How far u may be from a surface and count as on it, at the state in `inputs`.
[[nodiscard]] double negligible_distance(const Engine& engine, const JumpView& jump, std::span<const double> inputs);

/// Decides which values the functions have whose surfaces are touched at the state (t, y), and gives them to `motion`.
///
/// All choices are tried: a value of either side, or to slide (Filippov) where u holds rates. One is possible where u
/// moves to its side, or the sliding value lies between those beside the jump. Where u holds no rates and does not
/// move, its acceleration decides; both sides may then push towards a rest, at which the function has the value that
/// it is written with. Cost: 3^touched solutions, of at most 4 surfaces.
/// @throws SolveError where no choice is possible or several that give different motions are
void decide_jumps(const Engine& engine, Motion& motion, const std::vector<TouchedSurface>& touched, double t,
                  std::span<const double> y);

} // namespace simulation
} // namespace dalembert
