#pragma once

#include <dalembert/algebra/algebra.h>
#include <dalembert/textbook/balance.h>
#include <dalembert/textbook/plain_text.h>

#include <optional>

namespace dalembert {
inline namespace textbook {

class NameSearch;

/// Prints a balance in plain form, read back and proved; structurally, which is equal by construction, where it is too
/// long to be multiplied out or the proof decides nothing; nothing where no text within longest_plain_text says it.
/// Where `names` are given, those that shorten the line stand in it, with their definitions.
[[nodiscard]] std::optional<PlainEquation> print(Algebra& algebra, const Balance& balance, NameSearch* names = nullptr);

} // namespace textbook
} // namespace dalembert
