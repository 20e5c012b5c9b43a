#pragma once

#include <dalembert/language/complaint.h>
#include <dalembert/language/token_view.h>

#include <string_view>

// What is said about a text that does not parse. Codes E0101 … E0119 are listed in docs/errors.md.
namespace dalembert {
inline namespace language {
namespace ast {

/// Explains why the current token is not `what`, in the words of the habit behind it where one is recognised.
[[nodiscard]] Diagnostic unexpected(const TokenView& cursor, std::string_view what, Break line_break);

/// Says that the bracket opened last is not closed at the current token.
[[nodiscard]] Diagnostic unclosed(const TokenView& cursor);

/// Explains what stands behind a statement that is complete; `statement` is its first word.
[[nodiscard]] Diagnostic leftover(const TokenView& cursor, std::string_view statement);

/// Explains why no statement starts at the current token.
[[nodiscard]] Diagnostic no_statement(const TokenView& cursor);

/// Says that a `*` is missing before the current token.
[[nodiscard]] Diagnostic missing_product(const TokenView& cursor);

} // namespace ast
} // namespace language
} // namespace dalembert
