#pragma once

#include <dalembert/base/source.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace base {

enum class Severity { error, warning, note };

/// Returns `error`, `warning` or `note`.
[[nodiscard]] std::string_view severity_word(Severity severity);

/// One more place that a diagnostic points at, with what is to be said there.
struct Label {
  SourceSpan span;
  std::string text;
};

/// The one edit that corrects the text: it replaces the characters of `span` by `insert`.
struct Edit {
  SourceSpan span;
  std::string insert;
};

/// What is wrong with the user's text or model, in the user's own words: where, why, and how to correct it.
struct Diagnostic {
  std::string code; ///< `E0412`, `W0301`: docs/errors.md lists them
  Severity severity = Severity::error;
  SourceSpan span;
  std::string message;       ///< one line, no full stop
  std::string note;          ///< printed under the marked characters; may be empty or hold several lines
  std::vector<Label> labels; ///< further places
  std::string help;          ///< what to do; may be empty
  std::optional<Edit> edit;  ///< only where one edit corrects it
};

/// True where at least one of `diagnostics` is an error.
[[nodiscard]] bool has_errors(const std::vector<Diagnostic>& diagnostics);

/// Prints `diagnostic` for a terminal: code, message, file:line:column, the user's own line, marks, labels, help.
/// `color` adds ANSI colours.
[[nodiscard]] std::string render(const Diagnostic& diagnostic, const SourceMap& sources, bool color = false);

} // namespace base
} // namespace dalembert
