#pragma once

#include <dalembert/claims/correction.h>
#include <dalembert/exact/row_monomials.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace claims {

/// A product of known quantities with a small number.
struct NamedProduct {
  Factors factors;
  Rational number{1};
};

/// Finds products of up to four quantities of a system (or their inverses) from their values at two
/// states: what is missing in a sum, or the factor that a term lacks. At most one acceleration or multiplier stands in
/// it, and never below the fraction bar.
class TermNames {
public:
  explicit TermNames(CorrectionSearch& search);

  /// Returns the products with these values at the two states, short ones first, at most `most`. Counts its look-ups;
  /// returns nothing once `most_calls` of them were made.
  [[nodiscard]] std::vector<NamedProduct> find(Residue at_first, Residue at_second, std::size_t most = 3);

private:
  struct Token {
    Factors factors;
    Residue first;
    Residue second;
    Residue first_inverse;
    bool is_single = false; ///< holds an acceleration or a multiplier
  };
  static constexpr std::size_t most_calls = 100;
  void add(Token token);
  void add_pairs();

  std::vector<Token> tokens_;                                     ///< 1, single quantities, products of two
  std::unordered_map<std::uint64_t, std::size_t> by_first_value_; ///< place in tokens_
  std::size_t calls_ = 0;
};

} // namespace claims
} // namespace dalembert
