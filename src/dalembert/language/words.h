#pragma once

#include <dalembert/language/expression.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace language {
namespace ast {

/// True for the words that may not be names: statement words, clause words, `if then else and or not`.
[[nodiscard]] bool is_reserved(std::string_view word);

/// True for the reserved words that a statement starts with.
[[nodiscard]] bool starts_statement(std::string_view word);

/// True for the words that start a statement and are names everywhere else: `draw`.
[[nodiscard]] bool is_contextual(std::string_view word);

/// True for the words of the clauses of a `draw` that are names everywhere else: `from`, `through`, `turned`.
[[nodiscard]] bool is_draw_clause_name(std::string_view word);

/// True for the words of the clauses of a `constraint`, which are names everywhere else: `from`, `until`.
[[nodiscard]] bool is_constraint_clause_name(std::string_view word);

/// True for the reserved words that go on with the statement of the line before (`at`, `conjugate`, `then`, …).
[[nodiscard]] bool continues_statement(std::string_view word);

/// The words that statements start with, the contextual ones last.
[[nodiscard]] std::span<const std::string_view> statement_words();

/// Returns the one of `words` that `word` is a slip of the finger away from, or an empty view: at most one wrong,
/// missing, extra or exchanged letter in a word of up to five letters, two in a longer one.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> words);

/// Returns the length of the unit bracket (`[kg*m^2]`, brackets included) at the start of `text`, or 0 where none
/// stands there.
[[nodiscard]] std::size_t unit_length(std::string_view text);

/// Returns a unit (without brackets) with no blanks but the single ones that stand for a product.
[[nodiscard]] std::string canonical_unit(std::string_view unit);

/// Returns the fold word that `word` is (`sum`, `prod`, `max`, `min`, `all`), or nothing.
[[nodiscard]] std::optional<FoldKind> fold_kind(std::string_view word);

} // namespace ast
} // namespace language
} // namespace dalembert
