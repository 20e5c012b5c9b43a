#pragma once

#include <dalembert/analysis/one_form.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Returns factors μ = Π aₖ^eₖ that make μ·ω closed, simplest first: 1, powers of one atom, of two, of all of them.
///
/// ω is closed by μ where dω = −Σ eₖ·d(log aₖ) ∧ ω, which is linear in the exponents: they follow from the values of
/// both sides at a few random points modulo a prime, as fractions up to 12. Atoms aₖ: factors of the entries,
/// variables, sines, cosines, exponentials and bases of powers in them. With `FactorReach::simple` only 1 and inverses
/// of factors of the entries. Empty: there is no such factor. Nothing: the form has no values modulo the prime. A
/// factor is found, not proved: what is integrated with it has to be differentiated.
[[nodiscard]] std::optional<std::vector<Expr>> integrating_factors(Graph& graph, const OneForm& form,
                                                                   FactorReach reach);

/// Returns μ = exp ∫p(xᵢ)dxᵢ with dω = −p·dxᵢ ∧ ω, for the first variable xᵢ for which p depends on no other: the
/// factor of a linear differential equation. As above, it is found and not proved.
[[nodiscard]] std::optional<Expr> factor_of_one_variable(Graph& graph, const OneForm& form);

} // namespace analysis
} // namespace dalembert
