#include <dalembert/report/formula.h>
#include <dalembert/report/sections.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {

namespace {

/// A line of the section: what stands in the first column, and the text beside it.
struct Row {
  std::string label;
  std::string text;
};

std::vector<Row> rows_of(const std::vector<FormLine>& lines, const Style& style) {
  std::vector<Row> rows;
  for (const FormLine& entry : lines) {
    const EquationLine& line = entry.line;
    rows.push_back({fmt::format("({})", name_text(line.of, style)),
                    line.left.empty() ? std::string("not short enough to print") : formula(line.text(), style)});
    for (const Definition& d : line.definitions)
      rows.push_back({"", formula(fmt::format("with {} = {}", d.name, d.text), style)});
  }
  return rows;
}

void add_rows(Page& page, const std::vector<Row>& rows) {
  std::size_t first = 0;
  for (const Row& row : rows)
    first = std::max(first, display_width(row.label) + 2);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string body = wrapped(rows[i].text, page.room() - first, 4);
    std::size_t begin = 0;
    for (bool is_first = true; begin <= body.size(); is_first = false) {
      const std::size_t end = std::min(body.find('\n', begin), body.size());
      page.exact_row(i == 0 && is_first ? "equations" : "",
                     padded(is_first ? rows[i].label : "", first) + body.substr(begin, end - begin));
      begin = end + 1;
    }
  }
}

} // namespace

void add_equations(Page& page, const Equations& equations, std::size_t longest) {
  const std::size_t characters = page.room() * longest * 4;
  const std::vector<FormLine> lines = form_lines(equations, Form::lagrange, {characters, characters});
  const bool are_known =
      std::none_of(lines.begin(), lines.end(), [](const FormLine& entry) { return entry.line.left.empty(); });
  const std::vector<Row> rows = rows_of(lines, page.style());
  constexpr std::size_t label = 8;
  std::size_t needed = 0;
  for (const Row& row : rows)
    needed += display_width(row.text) / (page.room() - label) + 1;
  if (are_known && needed <= longest) return add_rows(page, rows);
  page.row("equations", fmt::format("{}, too long for this page: `dalembert derive` prints them",
                                    counted(lines.size(), "equation")));
}

void add_form(Page& page, const std::vector<FormLine>& lines) {
  add_rows(page, rows_of(lines, page.style()));
}

} // namespace dalembert
