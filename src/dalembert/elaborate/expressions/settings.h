#pragma once

#include <dalembert/base/errors.h>
#include <dalembert/elaborate/expressions/evaluator.h>
#include <dalembert/language/setting_words.h>
#include <dalembert/language/statement.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// The `{ key = value; … }` at the end of a statement.
class Settings {
public:
  /// The codes of what is reported.
  struct Codes {
    std::string_view unknown = "E0802"; ///< a setting that is not known, or given twice
    std::string_view value = "E0803";   ///< a value of another kind, or a word that is not known
  };

  /// Reports settings that `place` does not take, and those given twice.
  Settings(Evaluator& evaluator, const ast::Block* block, const Scope* scope, ast::SettingPlace place);
  Settings(Evaluator& evaluator, const ast::Block* block, const Scope* scope, ast::SettingPlace place, Codes codes);
  /// The same for those that are not among `known`, a drawing's.
  Settings(Evaluator& evaluator, const ast::Block* block, const Scope* scope, std::span<const std::string_view> known,
           Codes codes);

  [[nodiscard]] const ast::Setting* find(std::string_view key) const;
  /// Returns an expression; anything else under the key is reported.
  [[nodiscard]] const ast::Expr* expression(std::string_view key) const;
  /// Returns a number known now, in SI units of `dimension`.
  [[nodiscard]] std::optional<double> number(std::string_view key, const Dimension& dimension) const;
  /// The same in the unit of `like`.
  [[nodiscard]] std::optional<double> number_like(std::string_view key, const Scalar& like) const;
  /// Reports the value of `key`.
  void refuse(std::string_view key, std::string message) const;
  /// Returns a word or string.
  [[nodiscard]] std::optional<std::string> word(std::string_view key) const;
  /// Returns the value that stands beside the word of `key` in `choices`, the words of its place; another word is
  /// reported.
  template <class Choice>
  [[nodiscard]] std::optional<Choice> choice(std::string_view key,
                                             std::initializer_list<std::pair<std::string_view, Choice>> choices) const {
    const std::optional<std::string> given = word(key);
    if (!given) return std::nullopt;
    const std::vector<std::string_view> words = words_of(key);
    ENSURE(words.size() == choices.size());
    for (const auto& [name, value] : choices) {
      ENSURE(std::ranges::find(words, name) != words.end());
      if (name == *given) return value;
    }
    refuse_word(key, *given, words);
    return std::nullopt;
  }
  [[nodiscard]] SourceSpan value_span(std::string_view key) const;

private:
  [[nodiscard]] std::vector<std::string_view> words_of(std::string_view key) const;
  void refuse_word(std::string_view key, const std::string& given, const std::vector<std::string_view>& words) const;
  void report_unknown(std::span<const std::string_view> known) const;

  Evaluator& evaluator_;
  const ast::Block* block_;
  const Scope* scope_;
  std::vector<ast::SettingWord> settings_;
  Codes codes_;
};

} // namespace elaboration
} // namespace dalembert
