#pragma once

#include <string_view>

namespace dalembert {
inline namespace base {

/// What the slips of a typist cost; `letter` for one that is wrong, missing or extra.
struct SlipCosts {
  int letter = 1;
  int other_case = 1; ///< a capital for a small letter
  int exchanged = 1;  ///< two letters that stand side by side
};

/// Returns the least cost of slips that make `b` of `a`, no letter being touched twice. Bytes are letters.
/// Cost: O(|a|·|b|). Source: Damerau, Comm. ACM 7 (1964) 171; Levenshtein 1966.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b, const SlipCosts& costs = {});

} // namespace base
} // namespace dalembert
