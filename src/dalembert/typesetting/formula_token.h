#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace typesetting {

/// One piece of a formula as the language writes it.
struct FormulaToken {
  enum class Kind { name, number, sign, open, close, unit, blank, other };
  Kind kind = Kind::other;
  std::string_view text;
  std::size_t partner = 0; ///< of a bracket: the index of the other one, or its own where there is none
};

/// Cuts `text` into pieces; names take their members, indices and primes with them (`p.theta[2]'`). Nothing is lost.
[[nodiscard]] std::vector<FormulaToken> formula_tokens(std::string_view text);

} // namespace typesetting
} // namespace dalembert
