#pragma once

#include <dalembert/algebra/algebra.h>
#include <dalembert/textbook/balance.h>
#include <dalembert/textbook/plain_text.h>

#include <optional>

namespace dalembert::inline textbook {

class NameSearch;

/// Prints a balance in plain form, or structurally where it is too long to be multiplied out; nothing where no text
/// within longest_plain_text says it. Where `names` are given, those that shorten the line stand in it, with their
/// definitions. Every line is read back and proved.
[[nodiscard]] std::optional<PlainEquation> print(Algebra& algebra, const Balance& balance, NameSearch* names = nullptr);

} // namespace dalembert::inline textbook
