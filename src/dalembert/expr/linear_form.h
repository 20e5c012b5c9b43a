#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace expr {

/// coefficient · Π base^exponent, bases ordered by id: what an angle is made of (θ, ω·t, x/a; 1 when `factors` is
/// empty).
struct Monomial {
  std::vector<std::pair<Expr, Rational>> factors; ///< base and exponent
  Rational coefficient{1};
};

/// Returns `e` multiplied out into a sum of monomials with distinct factors, ordered by them. Negative and fractional
/// powers of sums, functions, selects and unknowns are bases; so is a sum whose expansion would exceed 200 monomials.
[[nodiscard]] std::vector<Monomial> linear_form(const Graph& graph, Expr e);

/// linear_form for one expression after another: what they share is multiplied out once. After `most_work` monomials
/// that were multiplied or added, sums and products that are not remembered are bases.
class LinearForms {
public:
  explicit LinearForms(const Graph& graph, std::size_t most_work = std::numeric_limits<std::size_t>::max());
  ~LinearForms();
  LinearForms(LinearForms&&) noexcept;
  LinearForms& operator=(LinearForms&&) noexcept;

  [[nodiscard]] std::vector<Monomial> of(Expr e);
  [[nodiscard]] std::size_t size() const; ///< monomials that are remembered
  [[nodiscard]] std::size_t work() const; ///< monomials that were multiplied or added

private:
  class Expansion;
  std::unique_ptr<Expansion> expansion_;
};

} // namespace expr
} // namespace dalembert
