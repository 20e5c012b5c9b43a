#pragma once

#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Returns the changes (Δq, Δv) of a state by what rounding may leave of each row that acts: A Δq = δ, least, with δ
/// the rounding of that row (`rounding_bounds`), and the rates that the rows then require; likewise for the rates
/// alone. Rows that are nearly dependent hold the state no better than that: beside the flat position of a
/// parallelogram an angle that is 0 is off by δ over the distance from it. Empty for systems of more than 200
/// coordinates and rows. `inputs` hold the state. Cost: a factorisation and a solution for each row.
[[nodiscard]] std::vector<std::vector<double>> changes_by_rounded_rows(const Engine& engine, const Dynamics& dynamics,
                                                                       std::span<const double> inputs);

/// What rounding may leave of each row, several times: φ of the holonomic ones (of others 0), and ψ.
struct RowRounding {
  std::vector<double> positions;
  std::vector<double> rates;
};
[[nodiscard]] RowRounding row_rounding(const Engine& engine, std::span<const double> inputs);

/// Returns for q and v what their rounding is a share of: the scale of each, and in a model with units the largest that
/// has the same one. Along an orbit of 10¹¹ m a coordinate that is 0 is off by what rounding makes of the others.
[[nodiscard]] std::vector<double> sizes_of_kinds(const Engine& engine, std::span<const double> inputs);

} // namespace simulation
} // namespace dalembert
