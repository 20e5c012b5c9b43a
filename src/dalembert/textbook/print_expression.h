#pragma once

#include <dalembert/algebra/algebra.h>
#include <dalembert/algebra/text_limit.h>
#include <dalembert/textbook/plain_text.h>

#include <optional>

namespace dalembert {
inline namespace textbook {

/// Prints an expression in plain form, read back and proved; structurally, which is equal by construction, where it is
/// too long to be multiplied out or the proof decides nothing; nothing where no text within longest_plain_text says it.
/// Where a limit is given, the caller prints no
/// text that passes it, nor names for shared parts: there may be nothing instead.
[[nodiscard]] std::optional<PlainText> print(Algebra& algebra, Expr e,
                                             const std::optional<TextLimit>& limit = std::nullopt);

} // namespace textbook
} // namespace dalembert
