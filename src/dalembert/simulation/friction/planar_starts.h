#pragma once

#include <dalembert/simulation/friction/friction_solver.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Slips in planes at rest that are to begin, and what all frictions do, in which these slide in any direction.
struct PlanarStart {
  std::vector<FrictionMode> modes;
  std::vector<std::size_t> planes; ///< in PlanarSlips::all()
};

/// The largest |hᵢ|/Mᵢᵢ: what the loads would give without reactions, by which rates of slips are measured at an
/// instant at which everything is at rest to rounding.
[[nodiscard]] double largest_load(const DynamicsView& equations);

/// Returns what all frictions do, for each set of directions in which these slips may begin: such that each of them
/// accelerates in its direction. Of several planes one set at most is found, each in turn with the others as they are,
/// until nothing changes. Changes the modes of `frictions`, and solves for the state in `inputs` that was evaluated
/// last. Cost: as `start_directions` for one, at most 200 times that for each of several.
[[nodiscard]] std::vector<std::vector<FrictionMode>> planar_starts(const Engine& engine, FrictionSolver& frictions,
                                                                   RowSolver& solver, const DynamicsView& equations,
                                                                   std::span<double> inputs, const PlanarStart& start);

} // namespace simulation
} // namespace dalembert
