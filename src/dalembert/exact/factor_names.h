#pragma once

#include <dalembert/exact/relaxed_motion.h>
#include <dalembert/exact/row_monomials.h>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace exact {

/// A small number times powers of words.
struct NumberedFactors {
  Factors factors;
  Rational number{1};
};

/// Names quantities that are known by their values at exact states: a small number times a quotient of up to four
/// words, such as `1/(m*r)`, `-2*r*r'` or `sin(psi)/m`.
class FactorNames {
public:
  /// `first`, `second`: two states; what fits at the first must fit at the second.
  FactorNames(Graph& graph, const std::vector<NamedFactor>& words, RelaxedMotion::State& first,
              RelaxedMotion::State& second);

  /// Returns the name of what has these values at the two states; nothing where none is short enough.
  [[nodiscard]] std::optional<std::string> name(Residue at_first, Residue at_second) const;
  /// Returns what the name stands for. Precondition: `at_first` is not 0
  [[nodiscard]] std::optional<NumberedFactors> factors(Residue at_first, Residue at_second) const;

private:
  /// A product of up to two words or their inverses.
  struct Token {
    Factors factors;
    Residue first;
    Residue second;
  };
  [[nodiscard]] std::optional<NumberedFactors> match(const Token& part, Residue at_first, Residue at_second) const;
  void add(Token token);

  Graph& graph_;
  const std::vector<NamedFactor>& words_;
  std::vector<Token> tokens_;                                     ///< 1, words, quotients of two
  std::unordered_map<std::uint64_t, std::size_t> by_first_value_; ///< of tokens_
  std::size_t singles_ = 0;                                       ///< the first tokens: 1 and single words
};

} // namespace exact
} // namespace dalembert
