#pragma once

#include <dalembert/algebra/fraction.h>
#include <dalembert/algebra/human_form.h>
#include <dalembert/algebra/text_limit.h>
#include <dalembert/derivation/equations.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// What it takes to multiply the expressions of one system out and to write them for people.
struct Algebra {
  /// Announces the angles of everything derived.
  explicit Algebra(const Equations& equations);
  Algebra(const Algebra&) = delete;
  Algebra& operator=(const Algebra&) = delete;

  /// Returns the shorter of a sum of terms and one fraction in lowest terms, or nothing where both are too long. What
  /// has many more nodes than `wanted` is not looked into further.
  /// @throws BudgetSpent
  [[nodiscard]] std::optional<Sum> shortest(Expr e, int wanted = TextLimit::any_nodes);

  /// Returns one fraction in lowest terms, or nothing where it is too long; see `shortest`.
  [[nodiscard]] std::optional<Sum> as_fraction(Expr e, int wanted = TextLimit::any_nodes);

  /// Returns one row of a linear system over a common denominator, as polynomials; nothing where an
  /// entry is no quotient of polynomials. @throws BudgetSpent
  [[nodiscard]] std::optional<std::vector<ExponentialPolynomial>> polynomial_row(const std::vector<Expr>& row);

  /// Returns numerator/denominator in lowest terms; nothing where the quotient is not real, or where the denominator
  /// vanishes once (√u)² is u. @throws BudgetSpent
  [[nodiscard]] std::optional<Fraction> lowest_terms(const ExponentialPolynomial& numerator,
                                                     const ExponentialPolynomial& denominator);

  /// Returns a polynomial, or a fraction, as a node of the graph.
  [[nodiscard]] Expr expression(const Laurent& polynomial);
  [[nodiscard]] Expr expression(const Fraction& fraction);

  Graph& graph;
  AtomTable atoms;
  HarmonicTable harmonics;
  Expansion expansion;
  Fractions fractions;
  HumanForm human;
};

} // namespace algebra
} // namespace dalembert
