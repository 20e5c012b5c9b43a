#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/program/minimisation.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// The equations of motion as a minimisation (Gauss's principle) with the sums of rates that L and the constraints
/// share as unknowns of their own: the rate of the position of a link, say, is that of the link before and what it
/// adds. The mass matrix has few entries in these, where in the rates of the coordinates alone it is full.
struct InertiaStructure {
  Minimisation problem;      ///< free unknowns: v̇; its places are those of `entries`
  std::vector<Expr> entries; ///< coefficients, functions of t, q, p; then h and γ, of v too
  struct Offset {
    std::size_t result = 0;
    Minimisation::Place place = 0;
  };
  std::vector<Offset> offsets; ///< what is subtracted from results
};

/// Reads it off the graph: a definition for each sum of two rates or more, none multiplied out. Nothing where L is not
/// quadratic in the rates or a constraint not linear in them. For Lagrange's equations with multipliers; frictions are
/// left out. Cost: O(nodes of L and of the rows).
[[nodiscard]] std::optional<InertiaStructure> inertia_structure(const Equations& equations);

} // namespace lowering
} // namespace dalembert
