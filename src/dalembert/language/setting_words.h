#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

/// Where settings `{ key = value; … }` stand: a statement, or a kind of one that takes settings of its own.
enum class SettingPlace : std::uint8_t {
  animate,
  check,
  constraint, ///< an equation
  contact,    ///< a `constraint` that is an inequality
  event,
  export_,
  friction,
  impact_friction, ///< a `friction` of an impact
  impact,
  plot,
  simulate,
  sweep,
};

/// A setting. `words` are what may stand as its value; empty where the value is an expression, a string, or a word of
/// a list that lies elsewhere (methods).
struct SettingWord {
  std::string_view key;
  std::vector<std::string_view> words;
};

/// The settings that a place takes, in the order in which they are offered.
[[nodiscard]] std::vector<SettingWord> settings_at(SettingPlace place);

/// The settings of `statement` with all its kinds; none where it takes none, nor for `draw`, whose kinds are known to
/// the elaboration.
[[nodiscard]] std::vector<SettingWord> settings_of(std::string_view statement);

/// The statements of `settings_of`, in alphabetical order.
[[nodiscard]] std::vector<std::string_view> statements_with_settings();

/// True where the value of this setting is a word that names nothing of the model: `law = newton`, `method = rk8`.
[[nodiscard]] bool is_setting_word(std::string_view statement, std::string_view key, std::string_view value);

/// What `show` knows.
[[nodiscard]] std::span<const std::string_view> shown_words();

} // namespace ast
} // namespace language
} // namespace dalembert
