#pragma once

#include <dalembert/analysis/classify.h>
#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// A condition on positions that velocity constraints say in disguise: F(q,t) = const on every motion.
struct ConstraintIntegral {
  Expr value;                  ///< F
  std::vector<std::size_t> of; ///< the constraints of whose forms dF is a combination, in declaration order
};

/// The integrals that were found, and how many more there are.
struct ConstraintIntegrals {
  std::vector<ConstraintIntegral> found;
  int missing = 0;               ///< that the growth vector promises and that were not found
  bool is_known_how_many = true; ///< false where the closure under brackets was given up
};

/// Finds integrals of the velocity constraints of a classified system: of the integrable rows, and of the integrable
/// combinations of rows that are non-holonomic one by one (two wheels on an axle: r·(φ_L − φ_R) + 2·b·θ = const).
///
/// A row that stands alone is made exact by one of its entries inverted. Then polynomials in the coordinates and in
/// what the rows hold are looked at by linear algebra (polynomial_integrals). What is left is searched, within a
/// budget: a row is multiplied by products of powers of the coordinates, sines and cosines in it; rows of a set are
/// first solved for some of the differentials, and what is found (holonomic rows too) is used to eliminate a coordinate
/// from the rest. Every integral is proved at exact random admissible points, and is independent of those before it.
/// There may be fewer than the growth vector promises: `missing`. Source: docs/theory/constraints.md (4)–(6).
[[nodiscard]] ConstraintIntegrals constraint_integrals(const Equations& equations,
                                                       const Classification& classification);

} // namespace analysis
} // namespace dalembert
