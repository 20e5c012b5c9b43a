#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace editor {

// The words of the language, each from the table that the parser and the elaboration go by.

/// The words of clauses: `at`, `conjugate`, `of`, … in alphabetical order.
[[nodiscard]] std::vector<std::string_view> clause_words();
/// The words of conditional expressions: `if then else and or not`.
[[nodiscard]] std::vector<std::string_view> logic_words();
/// `sum prod max min all`.
[[nodiscard]] std::vector<std::string_view> fold_words();
/// What is defined in every model: `t pi const`, the energies by their letters, and `lambda p Qc` before a dot.
[[nodiscard]] std::vector<std::string_view> constant_words();
[[nodiscard]] std::vector<std::string_view> derived_words();
[[nodiscard]] std::vector<std::string_view> part_words();
/// The statements that are read and answered with "not supported yet".
[[nodiscard]] std::vector<std::string_view> unsupported_statements();
/// The settings of a statement with all its kinds; none where it takes none.
[[nodiscard]] std::vector<std::string> setting_keys(std::string_view statement);
/// The words that may be the value of a setting, `method` and `colour` included; empty where it is an expression.
[[nodiscard]] std::vector<std::string> setting_values(std::string_view statement, std::string_view key);

/// What is said of a word wherever it stands: its form as an example, and what it means; empty for other words.
struct WordHelp {
  std::string_view form;
  std::string_view text;
};
[[nodiscard]] WordHelp word_help(std::string_view word);

/// `language --json`: every word of the language, by what it is.
[[nodiscard]] std::string language_json();

/// The words of the language for a person, one kind a paragraph.
[[nodiscard]] std::string language_text();

} // namespace editor
} // namespace dalembert
