#pragma once

#include <dalembert/editor/model_text.h>

#include <functional>
#include <string>

namespace dalembert {
inline namespace api {

/// Analyses a text that is edited: hands a line of JSON (`Knowledge`) to `tell` when the study is there, and one when
/// everything is that an editor shows. @throws what a session throws beside errors of the model
void analyse_text(const ModelText& text, const std::function<void(const std::string&)>& tell);

/// What one of `model_commands` makes of a text.
struct CommandOutput {
  std::string text;
  std::string ending; ///< of a file of it: `txt`, `svg`, `html`
};
/// @throws ModelError, SolveError, OptionError, as the command of the program
[[nodiscard]] CommandOutput command_output(const ModelText& text, const std::string& command);

} // namespace api
} // namespace dalembert
