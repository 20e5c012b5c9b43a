#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

namespace dalembert {
inline namespace simulation {

/// Finds the initial state: kept values stay, movable ones change least in the mass metric so that every constraint
/// holds at position and velocity level; a value not mentioned is movable and starts at 0.
///
///   min ½ ΔqᵀM Δq  s.t.  φ(q, t₀) = 0, kept statements about q;   then the same for v with all rows.
///
/// Source: docs/theory/lagrange.md (12).
/// @throws ModelError E0702 (constraints that contradict one another), E0704 (positions that do not fit), E0705
///         (rates that do not fit), naming the constraints and the entries of `initial`
[[nodiscard]] InitialState consistent_initial_state(const Engine& engine);

/// A state to look at where no motion starts.
struct ShownStart {
  State state;
  bool is_possible = false; ///< its positions satisfy the constraints; else they are what `initial` gives
};

/// The positions of the consistent initial state where there are such, else those that `initial` gives; rates likewise.
/// @throws ModelError (E0726) where `initial` gives a value that is no number
[[nodiscard]] ShownStart shown_start(const Engine& engine);

} // namespace simulation
} // namespace dalembert
