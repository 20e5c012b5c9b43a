#pragma once

#include <dalembert/analysis/characteristic.h>
#include <dalembert/analysis/steady_linear_motion.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// What equal imaginary roots of p(s) do: with fewer eigenvectors than roots some oscillations grow with a power of t.
struct EqualRoots {
  /// Two factors of p that have a root in common where `difference` vanishes.
  struct Pair {
    Expr difference;
    SPolynomial divisor; ///< divides every minor where the common root has enough eigenvectors
  };
  std::size_t multiplicity = 1; ///< of the factor that is there most often
  std::vector<Expr> growth;     ///< some oscillations grow unless all of these vanish; empty where none does
  std::vector<Pair> pairs;
};

/// Looks at the factors of p(s) with even powers only. A factor f that divides p k times has k eigenvectors for each of
/// its roots exactly where f^(k−1) divides every minor of C + s·L of one row and one column less: the last but one of
/// its determinantal divisors. What these divisions leave over is `growth`.
/// Nothing where there are more than 8 rows, or two factors of degree 4 or more, whose common roots are not looked for.
/// Source: docs/theory/analysis.md, "In symbols".
[[nodiscard]] std::optional<EqualRoots> equal_roots(Graph& graph, const SteadyLinearMotion& motion,
                                                    const std::vector<SPolynomial>& factors);

/// True where the common root of a pair is shown to have enough eigenvectors wherever `difference` vanishes, which is
/// `pair.difference` up to factors that do not: a symbol in which it is linear, or holds the
/// square of alone, is solved for.
[[nodiscard]] bool is_bounded_at(Graph& graph, const SteadyLinearMotion& motion, const EqualRoots::Pair& pair,
                                 Expr difference);

} // namespace analysis
} // namespace dalembert
