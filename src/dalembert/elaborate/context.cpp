#include <dalembert/base/characters.h>
#include <dalembert/elaborate/context.h>

#include <optional>
#include <string_view>

namespace dalembert::elaboration {

namespace {

Study empty_study() {
  Study study;
  study.system.graph = std::make_shared<Graph>();
  study.system.time = study.system.graph->symbol("t");
  return study;
}

} // namespace

Context::Context(SourceMap& all_sources, const ElaborateOptions& all_options, bool has_units)
    : sources(all_sources),
      options(all_options),
      study(empty_study()),
      graph(*study.system.graph),
      dimensions(has_units),
      units(graph, dimensions, complaints),
      content(graph),
      rates(graph) {
  study.system.has_units = has_units;
  content.mark(study.system.time, holds::time);
  rates.seed(study.system.time, graph.one());
}

std::string Context::text(SourceSpan span) const {
  std::string out;
  bool is_at_break = false;
  bool is_comment = false;
  for (const char c : sources.text(span)) {
    if (c == '#') is_comment = true;
    if (c == '\n') {
      is_comment = false;
      is_at_break = true;
      while (!out.empty() && (out.back() == ' ' || out.back() == '\t' || out.back() == '\r'))
        out.pop_back();
    } else if (!is_comment && !(is_at_break && (c == ' ' || c == '\t' || c == '\r'))) {
      if (is_at_break) out += ' ';
      is_at_break = false;
      out += c;
    }
  }
  return out;
}

namespace {

/// `table("file", argument, "column")` in a text; `begin` is the place of its first letter.
struct WrittenTable {
  std::size_t end = 0; ///< behind its bracket
  std::string key;     ///< of Context::table_names
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

std::string Context::shown(SourceSpan span) const {
  std::string out = text(span);
  for (std::size_t at = out.find("table("); at != std::string::npos; at = out.find("table(", at + 1)) {
    if (at > 0 && continues_name(out[at - 1])) continue;
    const std::optional<WrittenTable> found = written_table(out, at);
    const auto name = found ? table_names.find(found->key) : table_names.end();
    if (name != table_names.end()) out.replace(at, found->end - at, name->second + '(' + found->argument + ')');
  }
  return out;
}

Scope Context::number_scope(const Scope* outer, std::string_view name, std::int64_t i, const ast::IndexItem* item) {
  return Scope{outer, name, item, Value(Scalar{graph.number(i), {}, false, false, nullptr})};
}

const Scope* Context::bind_number(const Scope* outer, std::string_view name, std::int64_t i,
                                  const ast::IndexItem* item) {
  return &scopes.emplace_back(number_scope(outer, name, i, item));
}

Measure Context::measure(DimensionId dimension, bool angular, bool moment) {
  if (!dimensions.checks()) return {};
  const Dimension known = dimensions.known(dimension);
  bool is_power_of_time = true;
  for (std::size_t i = 0; i < Dimension::base_units; ++i)
    is_power_of_time = is_power_of_time && (i == 2 || known.exponent(i).numerator == 0);
  return {known, angular && is_power_of_time, moment && known == Dimension::energy()};
}

} // namespace dalembert::elaboration
