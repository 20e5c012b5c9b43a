#pragma once

#include <dalembert/textbook/name_substitution.h>

#include <memory>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace textbook {

/// A printed line in the names that stand in it.
struct NamedLine {
  PlainEquation line;
  BalanceTerms terms;
  int leader = -1;
  std::vector<std::size_t> ways;  ///< indices into LetNames::ways(), in the order taken
  std::vector<std::size_t> names; ///< indices into LetNames::names() that were put in
};

/// Writes the balances of one system in the user's names that shorten them.
class NameSearch {
public:
  /// `algebra` must outlive this object.
  NameSearch(const Equations& equations, Algebra& algebra);
  NameSearch(const NameSearch&) = delete;
  NameSearch& operator=(const NameSearch&) = delete;

  [[nodiscard]] const LetNames& names() const { return names_; }

  /// Writes a balance, multiplied out to `terms`: one way after another, each time the one that saves most. A line may
  /// only get fewer terms, so that the search ends soon. Without names where none make it at least a fifth shorter: a
  /// reader has to look them up. Nothing where a side has more terms than the algebra accepts. @throws BudgetSpent
  [[nodiscard]] std::optional<NamedLine> written(const Balance& balance, const BalanceTerms& terms);

  /// Adds what the own names in a line mean.
  void define(PlainEquation& line) const;

private:
  [[nodiscard]] NamedLine best_from(const Balance& balance, NamedLine start);
  [[nodiscard]] std::optional<NamedLine> step(const Balance& balance, const NamedLine& start);
  [[nodiscard]] std::optional<NamedLine> in_names(const Balance& balance, const NamedLine& start, std::size_t way);
  [[nodiscard]] std::optional<BalanceTerms> substituted(const Balance& balance, const NamedLine& start,
                                                        std::size_t way);
  [[nodiscard]] std::optional<BalanceTerms> matched(const Balance& balance, const NamedLine& start,
                                                    const LetChoice& way);
  [[nodiscard]] bool is_used(const NamedLine& line, const LetChoice& way) const;
  [[nodiscard]] std::optional<NamedLine> thoroughly(NamedLine line);

  Algebra& algebra_;
  const System& system_;
  LetNames names_;
  Expansion expansion_; ///< with a budget of its own
  Fractions fractions_;
  std::vector<std::unique_ptr<NameSubstitution>> substitutions_; ///< by way; made on first use
};

} // namespace textbook
} // namespace dalembert
