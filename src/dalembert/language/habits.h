#pragma once

#include <dalembert/language/token_view.h>

#include <optional>

// Habits of other languages and of handwriting that are no part of this one, each answered with what is written here.
namespace dalembert {
inline namespace language {
namespace ast {

/// Says how a token that only looks right is written: `==`, `**`, `−`, `é`.
[[nodiscard]] Diagnostic lookalike(const TokenView& cursor, const Token& token);

/// Recognises habits that go wrong in the same way wherever they stand: decimal commas, `.5`, `1.`, stray characters.
[[nodiscard]] std::optional<Diagnostic> habit(const TokenView& cursor);

/// A bracket behind a number that holds no unit, with the unit that may be meant.
[[nodiscard]] Diagnostic unreadable_unit(const TokenView& cursor, SourceSpan bracket);

/// A character that has no meaning at the current place.
[[nodiscard]] std::optional<Diagnostic> stray_character(const TokenView& cursor);

/// A sign that may not start a line although it goes on with the one before.
[[nodiscard]] std::optional<Diagnostic> broken_line(const TokenView& cursor);

} // namespace ast
} // namespace language
} // namespace dalembert
