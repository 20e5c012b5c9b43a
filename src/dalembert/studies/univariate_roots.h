#pragma once

#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/graph.h>

#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace studies {

/// The real roots of an equation in one unknown.
struct UnivariateRoots {
  std::vector<double> values; ///< rising; of an angle in (−π, π]
  bool is_identity = false;   ///< the equation holds for every value
};

/// Returns all real roots of `equation` = 0 in `unknown`, where it is a rational function of the unknown, or one of the
/// sine and cosine of whole multiples of it (with t = tan(x/2) a rational function of t); nothing for others, and for
/// degrees above 40. Other symbols have the `values`. Roots of the numerator at which a divisor vanishes, and pairs of
/// roots that rounding moves off the real axis, are among them: a root is a start for Newton's method.
/// Cost: the eigenvalues of the companion matrix.
[[nodiscard]] std::optional<UnivariateRoots> univariate_roots(const Graph& graph, Expr equation, Expr unknown,
                                                              std::span<const Assignment> values);

} // namespace studies
} // namespace dalembert
