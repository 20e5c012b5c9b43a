#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/expr/residue.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace exact {

/// Random values for parameters, squares, so that roots of their products exist.
[[nodiscard]] std::vector<Residue> drawn_parameters(std::size_t count, std::uint64_t seed);

/// Numbers that depend on the values of the parameters; nothing where they have none there.
using AtParameters = std::function<std::optional<std::vector<Residue>>(const std::vector<Residue>&)>;

/// Recognises functions of parameters by their values modulo the prime: a small fraction times powers of parameters
/// (half powers too) times a quotient of polynomials of degree 3 at most in the others. The powers show where one
/// parameter is multiplied by 4; the quotient N/D is the null space of N(p) − c·D(p) at random values. Before a
/// quotient is sought, powers of `sums` of parameters are tried as further factors. What is found is compared at fresh
/// values. Cost: one call of `at` for each parameter, some 30 to 130 more where there is a quotient. Returns nothing
/// where some function is none of these.
[[nodiscard]] std::optional<std::vector<Expr>> fit_parameters(Graph& graph, const std::vector<Expr>& symbols,
                                                              const AtParameters& at,
                                                              const std::vector<Expr>& sums = {});

/// The sums of parameters, and of nothing else, in some expressions: few, none a multiple of another.
[[nodiscard]] std::vector<Expr> sums_of_parameters(const Graph& graph, const std::vector<Expr>& expressions,
                                                   const std::vector<Expr>& parameters);

} // namespace exact
} // namespace dalembert
