#pragma once

#include <dalembert/analysis/characteristic.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Returns quantities all of which are positive exactly where every root of p(s), leading coefficient 1, has a negative
/// real part: the coefficients and the Hurwitz determinants Δ₂ … Δₙ₋₁. Nothing beyond a degree of 6.
[[nodiscard]] std::optional<std::vector<Expr>> hurwitz_quantities(Graph& graph, const SPolynomial& p);

/// Returns quantities all of which are positive exactly where every root of p(s), with even powers only and leading
/// coefficient 1, is imaginary and simple: in x = s², the coefficients and what makes all roots x real and different:
/// a² − 4b for x² + a x + b, the discriminant for a cubic. Nothing beyond a degree of 6.
[[nodiscard]] std::optional<std::vector<Expr>> oscillation_quantities(Graph& graph, const SPolynomial& p);

/// True where p(s) has even powers only.
[[nodiscard]] bool has_even_powers_only(const Graph& graph, const SPolynomial& p);

} // namespace analysis
} // namespace dalembert
