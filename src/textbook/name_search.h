#pragma once

#include <dalembert/textbook/balance_terms.h>

#include <vector>

namespace dalembert {

/// A printed line with the balance that it says, in the names that stand in it.
struct NamedLine {
  PlainEquation line;
  Balance balance;
  BalanceTerms terms;
  std::vector<std::size_t> names; ///< indices into LetNames that were put in
};

/// Writes a balance in the user's names that shorten it: one way after another, each time the one that saves most.
/// A line may only get fewer terms, so that the search ends soon. Without names where none make it at least a fifth
/// shorter: a reader has to look them up. @throws BudgetSpent
[[nodiscard]] NamedLine with_names(Algebra& algebra, const LetNames& names, const Balance& balance,
                                   const BalanceTerms& terms);

} // namespace dalembert
