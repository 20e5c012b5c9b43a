#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace elaboration {

/// Returns the candidate that `word` was probably meant to be: the fewest slips of a letter (wrong, missing, extra,
/// exchanged, of the other case), and at most a third of the word. Empty where nothing is near.
[[nodiscard]] std::string nearest_name(std::string_view word, std::span<const std::string> candidates);

} // namespace elaboration
} // namespace dalembert
