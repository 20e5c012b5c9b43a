#include <dalembert/elaborate/whole/edits.h>
#include <dalembert/elaborate/whole/unread.h>
#include <dalembert/language/parse.h>
#include <dalembert/picture/errors.h>

#include <algorithm>
#include <string>
#include <utility>

namespace dalembert {
inline namespace elaboration {

namespace {

bool is_mistake(const Diagnostic& d) {
  return d.severity == Severity::error || is_picture_error(d);
}

/// What an error says, by which it is known again in the edited text.
using WordsOfError = std::pair<std::string, std::string>;

std::vector<WordsOfError> sorted_errors(const std::vector<Diagnostic>& diagnostics) {
  std::vector<WordsOfError> out;
  for (const Diagnostic& d : diagnostics)
    if (is_mistake(d)) out.emplace_back(d.code, d.message);
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<WordsOfError> errors_in(std::string text, const std::string& name, const ElaborateOptions& options) {
  SourceMap sources;
  std::vector<Diagnostic> found;
  const std::uint32_t file = sources.add(name, std::move(text));
  const ast::File tree = ast::parse(sources, file, found);
  if (has_errors(found))
    complain_beside_unread(tree, sources, options, found);
  else
    static_cast<void>(elaborate(tree, sources, options, found));
  return sorted_errors(found);
}

} // namespace

void confirm_edits(const SourceMap& sources, std::uint32_t file, const ElaborateOptions& options,
                   std::vector<Diagnostic>& diagnostics) {
  constexpr int most_trials = 20;
  ElaborateOptions alone = options;
  alone.questions.clear();
  alone.additions.clear();
  const std::vector<WordsOfError> before = sorted_errors(diagnostics);
  int trials = 0;
  for (Diagnostic& d : diagnostics) {
    if (!is_mistake(d) || !d.edit || d.edit->span.file != file) continue;
    const std::string& text = sources.text(file);
    std::string edited = text;
    edited.replace(d.edit->span.begin, d.edit->span.end - d.edit->span.begin, d.edit->insert);
    const bool is_tried = trials++ < most_trials;
    const std::vector<WordsOfError> after = is_tried ? errors_in(std::move(edited), sources.name(file), alone) : before;
    const WordsOfError own{d.code, d.message};
    const bool is_gone = std::count(after.begin(), after.end(), own) < std::count(before.begin(), before.end(), own);
    // A subset of what was said before: nothing new.
    if (!is_gone || !std::includes(before.begin(), before.end(), after.begin(), after.end())) d.edit.reset();
  }
}

} // namespace elaboration
} // namespace dalembert
