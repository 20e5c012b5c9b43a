#pragma once

#include <dalembert/expr/graph.h>

#include <utility>
#include <vector>

namespace dalembert {

/// coefficient · Π base^exponent, bases ordered by id: what an angle is made of (θ, ω·t, x/a; 1 when `factors` is
/// empty).
struct Monomial {
  std::vector<std::pair<Expr, Rational>> factors; ///< base and exponent
  Rational coefficient{1};
};

/// Returns `e` multiplied out into a sum of monomials with distinct factors, ordered by them. Negative and fractional
/// powers of sums, functions, selects and unknowns are bases; so is a sum whose expansion would exceed 200 monomials.
[[nodiscard]] std::vector<Monomial> linear_form(const Graph& graph, Expr e);

} // namespace dalembert
