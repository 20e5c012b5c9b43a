#pragma once

#include <dalembert/simulation/engine/engine.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// K of R = K·λ, column by column: the reactions that each multiplier alone makes.
[[nodiscard]] std::vector<std::vector<double>> reaction_columns(const Engine& engine, std::span<const double> inputs);

/// Marks the reactions that a combination of multipliers changes, by more than a share of its terms, `least`.
void mark_reactions(const std::vector<std::vector<double>>& columns, const std::vector<double>& combination,
                    double least, std::vector<bool>& is_open);

/// Marks the force of each friction whose reaction is marked.
void mark_frictions(const System& system, std::vector<bool>& is_open);

} // namespace simulation
} // namespace dalembert
