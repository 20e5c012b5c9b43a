#pragma once

#include <dalembert/textbook/balance_terms.h>
#include <dalembert/textbook/let_names.h>

#include <optional>
#include <unordered_map>

namespace dalembert {
inline namespace textbook {

/// Puts names of the user's into balances that are multiplied out: every name and harmonic of the balance that holds a
/// coordinate or rate of one way is replaced by its image, which is multiplied out once.
class NameSubstitution {
public:
  /// `algebra` and `way` must outlive this object, `expansion` and `fractions` too.
  NameSubstitution(Algebra& algebra, Expansion& expansion, Fractions& fractions, const LetChoice& way);

  /// Returns the balance in the names of the way; nothing where nothing in it is replaced, where an image is no
  /// quotient of polynomials, or where the way's divisions do not cancel. @throws BudgetSpent
  [[nodiscard]] std::optional<BalanceTerms> of(const BalanceTerms& terms);

private:
  /// What a name or harmonic becomes.
  struct Image {
    bool is_same = true;           ///< it stays as it is
    std::optional<Fraction> value; ///< what it is replaced by; nothing where that is no quotient of polynomials
  };
  using Images = std::unordered_map<std::uint32_t, Image>;

  [[nodiscard]] bool is_changed(const Laurent& polynomial);
  [[nodiscard]] std::optional<Laurent> of(const Laurent& polynomial);
  [[nodiscard]] std::optional<Fraction> of(const LaurentTerm& term);
  [[nodiscard]] const Image& image(AtomId atom);
  [[nodiscard]] const Image& image_of_harmonic(HarmonicId harmonic);
  [[nodiscard]] Image image(Expr e);
  /// Returns base^exponent; nothing where that divides by 0.
  [[nodiscard]] std::optional<Fraction> power(const Fraction& base, int exponent);

  Algebra& algebra_;
  Expansion& expansion_;
  Fractions& fractions_;
  const LetChoice& way_;
  std::vector<Expr> replaced_;
  Images atoms_;
  Images harmonics_;
};

} // namespace textbook
} // namespace dalembert
