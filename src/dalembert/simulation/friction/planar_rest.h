#pragma once

#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/friction/friction_solver.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Returns `modes` with these frictions at rest: those whose slips are independent of the constraints that act and of
/// one another stick, the others share. Evaluated at the state of `equations`.
[[nodiscard]] std::vector<FrictionMode> held_together(const Engine& engine, const FrictionSolver& frictions,
                                                      const RowSolver& solver, const DynamicsView& equations,
                                                      std::vector<FrictionMode> modes,
                                                      const std::vector<std::size_t>& held);

/// A friction at rest, along a line or with both components of a plane.
struct RestingUnit {
  std::vector<std::size_t> frictions;
  bool is_starting = false; ///< it can no longer hold, and slides in the direction of its mode
};

/// Returns the units of frictions at rest, which are given line by line and plane by plane, and of those that are
/// `starting`.
[[nodiscard]] std::vector<RestingUnit> resting_units(const PlanarSlips& planes,
                                                     const std::vector<std::vector<std::size_t>>& resting,
                                                     const std::vector<std::size_t>& starting);

/// Finds what frictions at rest do whose slips depend on one another, slips in planes among them.
///
/// They all stick if forces within their bounds can hold them, whichever (`even_shares.h`). Else the accelerations s̈ of
/// the slips and the forces f satisfy s̈ = b + W·f, where each f is within its bound and is at it, opposed to s̈, where
/// s̈ is not 0: the minimum of ½ f·W·f + b·f by descent block by block, while N follows f. What slides and what sticks,
/// and the directions, are then solved for and tested.
/// Source: docs/theory/lagrange.md, (9b).
class PlanarRest {
public:
  PlanarRest(const Engine& engine, FrictionSolver& frictions, RowSolver& solver, const DynamicsView& equations,
             std::span<double> inputs);

  /// True where slips in planes are among the units, and slips depend on one another or on the constraints.
  [[nodiscard]] bool are_dependent(const std::vector<FrictionMode>& modes, const std::vector<RestingUnit>& units) const;
  /// `modes`: what all frictions do, with the units at rest. Changes the modes of the frictions.
  /// @throws SolveError where nothing is found
  [[nodiscard]] std::vector<FrictionMode> solve(const std::vector<FrictionMode>& modes,
                                                const std::vector<RestingUnit>& units);

private:
  struct Loads;

  [[nodiscard]] std::optional<std::vector<FrictionMode>> find(const std::vector<FrictionMode>& modes,
                                                              const std::vector<RestingUnit>& units);
  [[nodiscard]] std::vector<FrictionMode> all_holding(const std::vector<FrictionMode>& modes,
                                                      const std::vector<RestingUnit>& units) const;
  [[nodiscard]] bool is_possible(const std::vector<FrictionMode>& modes, const std::vector<RestingUnit>& units);
  [[nodiscard]] bool holds(const RestingUnit& unit) const;
  [[nodiscard]] bool accelerates(const RestingUnit& unit, const std::vector<FrictionMode>& modes) const;
  [[nodiscard]] bool pushes() const;
  [[nodiscard]] std::optional<Loads> loads(const std::vector<FrictionMode>& modes,
                                           const std::vector<RestingUnit>& units);
  [[nodiscard]] std::vector<FrictionMode> by_descent(Loads& loads, const std::vector<FrictionMode>& modes,
                                                     const std::vector<RestingUnit>& units) const;
  static double descend(Loads& loads, std::size_t c, bool is_plane, double bound);
  [[nodiscard]] std::vector<FrictionMode> modes_by(const Loads& loads, std::vector<FrictionMode> modes,
                                                   const std::vector<RestingUnit>& units) const;
  /// μ·s̈ of a friction for the accelerations in the inputs.
  [[nodiscard]] double scaled_rate(std::size_t friction) const;

  const Engine& engine_;
  FrictionSolver& frictions_;
  RowSolver& solver_;
  const DynamicsView& equations_;
  std::span<double> inputs_;
};

} // namespace simulation
} // namespace dalembert
