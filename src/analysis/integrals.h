#pragma once

#include <dalembert/analysis/classify.h>
#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <vector>

namespace dalembert {

/// A condition on positions that velocity constraints say in disguise: F(q,t) = const on every motion.
struct ConstraintIntegral {
  Expr value;                  ///< F
  std::vector<std::size_t> of; ///< the constraints of whose forms dF is a combination, in declaration order
};

/// Finds integrals of the velocity constraints of a classified system: of the integrable rows, and of the integrable
/// combinations of rows that are non-holonomic one by one (two wheels on an axle: r·(φ_L − φ_R) + 2·b·θ = const).
///
/// A row that stands alone is made exact by a factor: one of its entries inverted, or a product of powers of the
/// coordinates, sines and cosines in it; and then integrated. Rows of a set are first solved for some of the
/// differentials, and what is found (holonomic rows too) is used to eliminate a coordinate from the rest. Every
/// integral is proved at exact random admissible points, and is independent of those before it. There may be fewer than
/// the growth vector promises: not every factor is found. Source: docs/theory/constraints.md (4), (5).
[[nodiscard]] std::vector<ConstraintIntegral> constraint_integrals(const Equations& equations,
                                                                   const Classification& classification);

} // namespace dalembert
