#pragma once

#include <dalembert/exact/identity.h>
#include <dalembert/results/result.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace studies {

/// Both sides and their summands, those of sums in brackets too (m·(ẍ − g) has m·ẍ and m·g): what a difference is
/// measured by. Of long sides the outer summands alone.
[[nodiscard]] std::vector<Expr> sides_and_summands(Graph& graph, Expr left, Expr right);

/// How two sides compare at one state, computed with 60 digits and judged with 75.
struct PreciseComparison {
  enum class Verdict { agree, differ };
  Verdict verdict = Verdict::agree;
  double relative = 0.0; ///< |left − right| beside the sizes of all summands; 10⁻⁶⁰ where it is round-off
};

/// Puts `near` onto the constraints by Newton's method in 60 digits, solves the equations of motion there and compares
/// `left` and `right` (in t, q, v, v̇, λ, reactions, p). They agree where they differ by less than 10⁻⁴⁵ of the
/// summands, or by something that 75 digits give another value: round-off. `parameters`: SI, declaration order.
/// Nothing where friction acts, where the equations are singular, or where Newton's method or a function fails.
/// Source: docs/theory/prove.md, section 5.
[[nodiscard]] std::optional<PreciseComparison> compare_precisely(const Equations& equations,
                                                                 const std::vector<double>& parameters,
                                                                 const State& near, Expr left, Expr right);

} // namespace studies
} // namespace dalembert
