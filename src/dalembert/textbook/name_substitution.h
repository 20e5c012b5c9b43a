#pragma once

#include <dalembert/textbook/balance_terms.h>
#include <dalembert/textbook/let_names.h>

#include <optional>
#include <unordered_map>

namespace dalembert::inline textbook {

/// Puts names of the user's into balances that are multiplied out: every name and harmonic of the balance that holds a
/// coordinate or rate of one way is replaced by its image, which is multiplied out once.
class NameSubstitution {
public:
  /// `algebra` and `way` must outlive this object, `expansion` and `fractions` too.
  NameSubstitution(Algebra& algebra, Expansion& expansion, Fractions& fractions, const LetWay& way);

  /// Returns the balance in the names of the way; nothing where nothing in it is replaced, or where the way's divisions
  /// do not cancel. @throws BudgetSpent
  [[nodiscard]] std::optional<BalanceTerms> of(const BalanceTerms& terms);

private:
  using Images = std::unordered_map<std::uint32_t, std::optional<Fraction>>; ///< nothing for what stays as it is

  [[nodiscard]] bool is_changed(const Laurent& polynomial);
  [[nodiscard]] std::optional<Laurent> of(const Laurent& polynomial);
  [[nodiscard]] Fraction of(const LaurentTerm& term);
  [[nodiscard]] const std::optional<Fraction>& image(AtomId atom);
  [[nodiscard]] const std::optional<Fraction>& image_of_harmonic(HarmonicId harmonic);
  [[nodiscard]] std::optional<Fraction> image(Expr e);
  [[nodiscard]] Fraction power(const Fraction& base, int exponent);

  Algebra& algebra_;
  Expansion& expansion_;
  Fractions& fractions_;
  const LetWay& way_;
  std::vector<Expr> replaced_;
  Images atoms_;
  Images harmonics_;
};

} // namespace dalembert::inline textbook
