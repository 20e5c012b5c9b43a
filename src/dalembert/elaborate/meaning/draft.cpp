#include <dalembert/base/characters.h>
#include <dalembert/elaborate/meaning/draft.h>

#include <optional>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace elaboration {

Draft::Draft(Context& all) : context(all) {
  study.system.graph = all.shared_graph;
  study.system.time = all.time;
  study.system.has_units = all.dimensions.checks();
}

void Draft::later(std::function<void()> work) {
  finishers_.push_back(std::move(work));
}

Study Draft::finish() {
  for (const auto& finisher : finishers_)
    finisher();
  return std::move(study);
}

namespace {

/// `table("file", argument, "column")` in a text; `begin` is the place of its first letter.
struct WrittenTable {
  std::size_t end = 0; ///< behind its bracket
  std::string key;     ///< of Draft::table_names
  std::string argument;
};

std::optional<WrittenTable> written_table(std::string_view text, std::size_t begin) {
  constexpr std::string_view word = "table(";
  const std::size_t quote = text.find_first_not_of(" \t", begin + word.size());
  if (quote == std::string_view::npos || text[quote] != '"') return std::nullopt;
  const std::size_t close = text.find('"', quote + 1);
  const std::size_t comma = close == std::string_view::npos ? close : text.find(',', close);
  if (comma == std::string_view::npos) return std::nullopt;
  WrittenTable out;
  out.key = std::string(text.substr(quote + 1, close - quote - 1)) + '\n';
  std::size_t argument_end = comma;
  int depth = 1;
  bool is_string = false;
  for (std::size_t i = comma + 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') is_string = !is_string;
    if (is_string) continue;
    if (c == '(' || c == '[') ++depth;
    if (c == ',' && depth == 1) argument_end = i;
    if ((c != ')' && c != ']') || --depth > 0) continue;
    const std::size_t column = text.find('"', argument_end);
    const bool has_column = argument_end > comma && column < i;
    if (has_column) out.key += text.substr(column + 1, text.find('"', column + 1) - column - 1);
    const std::string_view argument = text.substr(comma + 1, (has_column ? argument_end : i) - comma - 1);
    const std::size_t first = argument.find_first_not_of(" \t");
    if (first != std::string_view::npos)
      out.argument = argument.substr(first, argument.find_last_not_of(" \t") - first + 1);
    out.end = i + 1;
    return out;
  }
  return std::nullopt;
}

} // namespace

std::string Draft::shown(SourceSpan span) const {
  std::string out = context.text(span);
  for (std::size_t at = out.find("table("); at != std::string::npos; at = out.find("table(", at + 1)) {
    if (at > 0 && continues_name(out[at - 1])) continue;
    const std::optional<WrittenTable> found = written_table(out, at);
    const auto name = found ? table_names.find(found->key) : table_names.end();
    if (name != table_names.end()) out.replace(at, found->end - at, name->second + '(' + found->argument + ')');
  }
  return out;
}

} // namespace elaboration
} // namespace dalembert
