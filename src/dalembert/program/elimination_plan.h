#pragma once

#include <dalembert/program/minimisation.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace program {

/// One step of an elimination.
struct EliminationStep {
  enum class Kind : std::uint8_t {
    insertion, ///< the definition of `unknown` is inserted: a pivot of 1, exact
    exchange,  ///< `unknown`, which stands in one definition only, is solved from it; the defined one becomes free
    pivot,     ///< `unknown` (or a multiplier) goes by its own entry of the matrix
  };
  Kind kind = Kind::pivot;
  std::uint32_t unknown = 0; ///< behind the unknowns of the minimisation stand the multipliers of its rows
  std::uint32_t definition = 0;
  std::vector<std::uint32_t> neighbours; ///< that the matrix couples it with then, sorted
  bool is_early = false;                 ///< pivot of a multiplier whose row holds unknowns that are left
};

/// Steps of refinement of a solution with early pivots.
inline constexpr int early_refinements = 2;

/// The order in which a minimisation is solved, by its structure alone.
struct EliminationPlan {
  std::vector<EliminationStep> steps;
  double multiplications = 0;    ///< of factors and of the solution, about
  bool has_early_pivots = false; ///< these may vanish where the equations are regular
};

/// When multipliers of rows that hold unknowns all along leave.
enum class MultiplierOrder : std::uint8_t {
  cheapest,     ///< early where that is less work
  before_roots, ///< when several unknowns of their rows are gone: what M lacks, rows then give to those that are left
  last          ///< behind all unknowns that can leave without them: these wait for nothing
};

/// Chooses the order. An unknown is eliminated as soon as no definition that is left holds it, the one with the fewest
/// neighbours first; where there is none, a multiplier whose row holds no unknown that is left; then the definition
/// that stands in the way of the unknown farthest from the root is inserted. So every pivot of an unknown is twice the
/// least of the function over motions in which it moves by 1 and what was not eliminated rests: positive where M is
/// positive definite. A multiplier's pivot is negative where A has full rank. On a chain of links this is the recursion
/// of articulated bodies.
///
/// Where many rows hold unknowns all along a chain, the wheels of trailers or the rungs of a ladder, each pivot would
/// have all of their multipliers as neighbours, and the work would grow as n³. Then a multiplier is eliminated early:
/// as soon as `most_waiting` others wait beside it and an unknown of its row is gone. M stays positive definite on what
/// is left, but such a pivot may vanish where the equations are regular; `eliminate` shifts and refines for it.
///
/// Stops where more than `most` multiplications would be needed: the plan is then empty. Cost: O(entries · log).
/// Source: R. Featherstone, Rigid Body Dynamics Algorithms, ch. 7, for the recursion.
[[nodiscard]] EliminationPlan plan_elimination(const Minimisation& problem, double most,
                                               MultiplierOrder order = MultiplierOrder::cheapest);

} // namespace program
} // namespace dalembert
