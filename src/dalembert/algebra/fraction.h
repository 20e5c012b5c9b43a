#pragma once

#include <dalembert/algebra/exponential_polynomial.h>
#include <dalembert/algebra/human_form.h>
#include <dalembert/algebra/text_limit.h>

#include <memory>
#include <optional>
#include <unordered_map>

namespace dalembert {
inline namespace algebra {

/// numerator / denominator, both multiplied out; the denominator is not 0.
struct Fraction {
  Laurent numerator;
  Laurent denominator;
};

/// True where a fraction is divided by a number at most.
[[nodiscard]] bool is_whole(const Fraction& fraction);

/// Brings expressions over one denominator and into lowest terms: the form in which cos + sin²/cos is 1/cos.
class Fractions {
public:
  Fractions(AtomTable& atoms, HarmonicTable& harmonics, Expansion& expansion)
      : atoms_(atoms), harmonics_(harmonics), expansion_(expansion), graph_(atoms.graph()) {}

  /// Returns `e` over one denominator, not reduced, or nothing where it is too long.
  [[nodiscard]] std::optional<Fraction> of(Expr e);

  /// Returns a + factor·b over the least common denominator found by division. @throws BudgetSpent
  [[nodiscard]] Fraction sum(const Fraction& a, const Fraction& b, const Rational& factor = Rational(1));
  /// Returns a/b where it is a polynomial.
  [[nodiscard]] std::optional<Laurent> whole_quotient(const Laurent& a, const Laurent& b);
  /// Returns a greatest common divisor of polynomials that is real and no single term; nothing where there is none.
  /// @throws BudgetSpent
  [[nodiscard]] std::optional<Laurent> common_divisor(const std::vector<Laurent>& polynomials);
  /// Returns a·b, not reduced. @throws BudgetSpent
  [[nodiscard]] Fraction product(const Fraction& a, const Fraction& b);

  /// Divides out the greatest common divisor and everything that is a monomial; (√u)² becomes u on both sides. Nothing
  /// where that makes the denominator 0.
  [[nodiscard]] std::optional<Fraction> reduced(const Fraction& fraction);

  /// The same for a quotient in exponentials; nothing where it is not real. @throws BudgetSpent
  [[nodiscard]] std::optional<Fraction> reduced(const ExponentialPolynomial& numerator,
                                                const ExponentialPolynomial& denominator);

  /// Writes a fraction as one summand (numerator and denominator as brackets) or, where nothing stands below, a sum;
  /// nothing where a side is refused. What has many more nodes than `wanted` is not looked into further.
  [[nodiscard]] std::optional<Sum> written(HumanForm& human, const Fraction& fraction,
                                           int wanted = TextLimit::any_nodes) const;
  /// Writes a polynomial as a sum of terms or, where that is shorter and nothing but a product stands above, as one
  /// fraction over the parameters and coordinates that some of its terms are divided by; nothing where it is refused.
  [[nodiscard]] std::optional<Sum> written(HumanForm& human, const Laurent& polynomial,
                                           int wanted = TextLimit::any_nodes) const;

private:
  using Slot = std::optional<Fraction>;
  [[nodiscard]] Slot compute(Expr e);
  [[nodiscard]] Slot sum(Expr e);
  [[nodiscard]] Slot product(Expr e);
  [[nodiscard]] Laurent times(const Laurent& a, const Laurent& b);
  [[nodiscard]] PowerProduct roots_below(const Fraction& fraction) const;
  void gather_roots(Fraction& fraction);
  void lift(Fraction& fraction) const;
  static void absorb(Fraction& fraction);

  AtomTable& atoms_;
  HarmonicTable& harmonics_;
  Expansion& expansion_;
  Graph& graph_;
  std::unordered_map<std::uint32_t, std::unique_ptr<const Slot>> done_;
};

} // namespace algebra
} // namespace dalembert
