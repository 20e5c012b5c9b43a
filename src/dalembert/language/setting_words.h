#pragma once

#include <span>
#include <string_view>

namespace dalembert::inline language::ast {

/// A setting `key = value` of a statement. `words` are what may stand as its value; empty where the value is an
/// expression, a string, or a word of a list that lies elsewhere (methods, colours).
struct SettingWord {
  std::string_view key;
  std::span<const std::string_view> words;
};

/// The settings between the braces of a statement. Those of `draw` are of all its kinds together.
struct StatementSettings {
  std::string_view statement;
  std::span<const SettingWord> settings;
};

/// The statements that take settings, in alphabetical order.
[[nodiscard]] std::span<const StatementSettings> statement_settings();

/// The settings of `statement`; none where it takes none.
[[nodiscard]] std::span<const SettingWord> settings_of(std::string_view statement);

/// True where the value of this setting is a word that names nothing of the model: `law = newton`, `method = rk8`.
[[nodiscard]] bool is_setting_word(std::string_view statement, std::string_view key, std::string_view value);

/// What `show` knows.
[[nodiscard]] std::span<const std::string_view> shown_words();

} // namespace dalembert::inline language::ast
