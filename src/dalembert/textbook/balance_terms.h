#pragma once

#include <dalembert/algebra/algebra.h>
#include <dalembert/textbook/balance.h>
#include <dalembert/textbook/plain_text.h>

#include <cstddef>
#include <optional>

namespace dalembert {
inline namespace textbook {

/// A balance multiplied out.
struct BalanceTerms {
  Laurent motion;
  Laurent forces;
  [[nodiscard]] std::size_t size() const { return motion.size() + forces.size(); }
};

/// Multiplies a balance out, or returns nothing where that is too long.
[[nodiscard]] std::optional<BalanceTerms> terms_of(Expansion& expansion, const Balance& balance);

/// Returns the same where quotients stand in the balance that cancel in the whole; nothing where some do not.
/// @throws BudgetSpent
[[nodiscard]] std::optional<BalanceTerms> reduced_terms(Fractions& fractions, const Balance& balance);

/// Writes the terms in the shortest arrangement found, with the acceleration of order `leader` first; `coordinate` is
/// left to the caller. Where the terms were divided by something before, `divisor` says so. Nothing where a side has
/// more terms than the algebra accepts (HumanForm::refuse_longer). @throws BudgetSpent
[[nodiscard]] std::optional<PlainEquation> written(Algebra& algebra, const BalanceTerms& terms, int leader,
                                                   Effort effort,
                                                   const Fraction& divisor = {unit_laurent(), unit_laurent()});

} // namespace textbook
} // namespace dalembert
