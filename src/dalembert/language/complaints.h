#pragma once

#include <dalembert/language/cursor.h>

#include <string_view>

// What is said about a text that does not parse. Codes E0101 … E0119 are listed in docs/errors.md.
namespace dalembert::ast {

/// An error with a code, a place and a one-line message.
[[nodiscard]] Diagnostic complaint(std::string_view code, SourceSpan span, std::string message);

/// Explains why the current token is not `what`, in the words of the habit behind it where one is recognised.
[[nodiscard]] Diagnostic unexpected(const Cursor& cursor, std::string_view what, Break line_break);

/// Says that the bracket opened last is not closed at the current token.
[[nodiscard]] Diagnostic unclosed(const Cursor& cursor);

/// Explains what stands behind a statement that is complete; `statement` is its first word.
[[nodiscard]] Diagnostic leftover(const Cursor& cursor, std::string_view statement);

/// Explains why no statement starts at the current token.
[[nodiscard]] Diagnostic no_statement(const Cursor& cursor);

/// Says that a `*` is missing before the current token.
[[nodiscard]] Diagnostic missing_product(const Cursor& cursor);

} // namespace dalembert::ast
