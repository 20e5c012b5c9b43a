#include <dalembert/language/layout.h>

#include <algorithm>
#include <functional>
#include <span>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr std::size_t gap_before = 2;        // columns before a description or a comment
constexpr std::size_t widest_padding = 24;   // columns; a line much longer than its neighbours does not push them out
constexpr std::size_t widest_cell_step = 12; // columns, the same inside a statement

/// Width on a terminal: code points.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

using Run = std::span<Line>;

/// Pads the text before column `column` of every line to the same width.
void align_column(Run run, std::size_t column) {
  std::size_t widest = 0;
  std::size_t narrowest = std::string::npos;
  for (const Line& line : run) {
    const std::size_t w = width(line.text.substr(0, line.columns[column]));
    widest = std::max(widest, w);
    narrowest = std::min(narrowest, w);
  }
  if (widest - narrowest > widest_cell_step) return;
  for (Line& line : run) {
    const std::size_t at = line.columns[column];
    const std::size_t missing = widest - width(line.text.substr(0, at));
    line.text.insert(at, missing, ' ');
    for (std::size_t later = column; later < line.columns.size(); ++later)
      line.columns[later] += missing;
  }
}

/// Aligns the columns inside statements of one kind.
void align_statements(std::vector<Line>& lines) {
  for (std::size_t begin = 0; begin < lines.size();) {
    const Line& first = lines[begin];
    std::size_t end = begin + 1;
    while (end < lines.size() && !first.kind.empty() && lines[end].kind == first.kind &&
           lines[end].indent == first.indent && lines[end].columns.size() == first.columns.size())
      ++end;
    for (std::size_t column = 0; end - begin > 1 && column < first.columns.size(); ++column)
      align_column({lines.data() + begin, end - begin}, column);
    begin = end;
  }
}

std::size_t full_width(const Line& line) {
  return static_cast<std::size_t>(line.indent) + width(line.text);
}

/// Appends `part` of each line of `group`, `gap` columns behind the longest of them.
void append_at_one_column(const std::vector<Line*>& group, std::size_t gap, std::string Line::*part) {
  std::size_t widest = 0;
  for (const Line* line : group)
    widest = std::max(widest, full_width(*line));
  for (Line* line : group) {
    line->text.append(widest - full_width(*line) + gap, ' ');
    line->text += line->*part;
  }
}

/// Appends `part` of each line that has one: at one column for neighbours whose widths allow it.
void append_aligned(Run run, std::size_t gap, std::string Line::*part) {
  std::vector<Line*> group;
  std::size_t widest = 0;
  std::size_t narrowest = 0;
  for (Line& line : run) {
    if ((line.*part).empty()) continue;
    const std::size_t w = full_width(line);
    widest = group.empty() ? w : std::max(widest, w);
    narrowest = group.empty() ? w : std::min(narrowest, w);
    if (widest - narrowest > widest_padding) {
      append_at_one_column(group, gap, part);
      group.clear();
      widest = narrowest = w;
    }
    group.push_back(&line);
  }
  append_at_one_column(group, gap, part);
}

/// Calls `action` for each run of lines between blank lines and comment lines.
void for_each_run(std::vector<Line>& lines, const std::function<void(Run)>& action) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= lines.size(); ++i) {
    const bool is_break = i == lines.size() || lines[i].is_blank || lines[i].is_comment_line;
    if (!is_break) continue;
    if (i > begin) action({lines.data() + begin, i - begin});
    begin = i + 1;
  }
}

} // namespace

std::string set_in_columns(std::vector<Line> lines) {
  align_statements(lines);
  for_each_run(lines, [](Run run) { append_aligned(run, gap_before, &Line::description); });
  for_each_run(lines, [](Run run) { append_aligned(run, gap_before, &Line::comment); });
  std::string out;
  for (const Line& line : lines) {
    if (!line.is_blank) out.append(static_cast<std::size_t>(line.indent), ' ');
    out += line.text;
    out += '\n';
  }
  return out;
}

} // namespace ast
} // namespace language
} // namespace dalembert
