#include <dalembert/report/formula.h>
#include <dalembert/report/sections.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace dalembert {

namespace {

/// A line of the section: the heading of its block, what stands in the first column, and the text beside it.
struct Row {
  std::string heading;
  std::string label;
  std::string text;
};

/// True where a line defines what it is of, so that it needs no label.
bool names_itself(const FormLine& entry) {
  return entry.line.left == entry.line.of;
}

/// What a page says of a line: its formula, or that it is too long for a page.
std::string body_of(const EquationLine& line, std::size_t longest, const Style& style) {
  if (line.left.empty()) return "not short enough to print";
  if (line.left.size() + line.right.size() > longest)
    return fmt::format("{} characters, too long for a page; see --json", line.left.size() + line.right.size());
  return formula(line.text_with_range(), style);
}

std::vector<Row> rows_of(const std::vector<FormLine>& lines, std::size_t longest, const Style& style) {
  std::vector<Row> rows;
  std::string_view last;
  std::map<std::string, std::string> said; // a name of the user's stands in many lines and is explained once
  for (const FormLine& entry : lines) {
    const EquationLine& line = entry.line;
    const std::string_view heading = form_heading(entry.kind);
    rows.push_back({std::string(heading == last ? "" : heading),
                    names_itself(entry) ? "" : fmt::format("({})", name_text(line.of, style)),
                    body_of(line, longest, style)});
    last = heading;
    for (const Definition& d : line.definitions)
      if (std::exchange(said[d.name], d.text) != d.text)
        rows.push_back({"", "", formula(fmt::format("with {} = {}", d.name, d.text), style)});
  }
  return rows;
}

void add_rows(Page& page, const std::vector<Row>& rows) {
  std::size_t first = 0;
  for (const Row& row : rows)
    if (!row.label.empty()) first = std::max(first, display_width(row.label) + 2);
  for (const Row& row : rows) {
    const std::string body = wrapped(row.text, page.room() - first, 4);
    std::size_t begin = 0;
    for (bool is_first = true; begin <= body.size(); is_first = false) {
      const std::size_t end = std::min(body.find('\n', begin), body.size());
      page.exact_row(is_first ? row.heading : "",
                     padded(is_first ? row.label : "", first) + body.substr(begin, end - begin));
      begin = end + 1;
    }
  }
}

} // namespace

std::string_view form_heading(std::string_view kind) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> headings{{
      {"speed_definition", "speeds"},
      {"dependent_rate", "rates"},
      {"kinematics", "rates"},
      {"momentum", "momenta"},
      {"reduced_lagrangian", "reduced L"},
      {"hamiltonian", "Hamiltonian"},
      {"canonical", "canonical"},
      {"routhian", "Routhian"},
      {"effective_potential", "potential"},
      {"naive_equation", "naive"},
      {"correction", "corrections"},
      {"structure_coefficient", "structure"},
  }};
  for (const auto& [known, heading] : headings)
    if (known == kind) return heading;
  return "equations";
}

void add_equations(Page& page, const Overview& overview, std::size_t longest) {
  const std::size_t characters = page.room() * longest * 4;
  const std::vector<FormLine> lines =
      printed_form(*overview.equations, Form::lagrange, {characters, characters}, overview.families).lines;
  const bool are_known =
      std::none_of(lines.begin(), lines.end(), [](const FormLine& entry) { return entry.line.left.empty(); });
  const std::vector<Row> rows = rows_of(lines, characters, page.style());
  constexpr std::size_t label = 8;
  std::size_t needed = 0;
  for (const Row& row : rows)
    needed += display_width(row.text) / (page.room() - label) + 1;
  if (are_known && needed <= longest) return add_rows(page, rows);
  page.row("equations", matrix_form(*overview.equations, page.style()));
  page.row("", fmt::format("{}, too long for this page: `dalembert derive` prints them",
                           counted(overview.study->system.coordinates.size(), "equation")));
}

bool is_hard_to_read(const PrintedForm& form) {
  constexpr std::size_t longest = 4000; // characters of a line with what explains it
  return std::ranges::any_of(form.lines, [](const FormLine& entry) {
    std::size_t characters = entry.line.left.size() + entry.line.right.size();
    for (const Definition& d : entry.line.definitions)
      characters += d.name.size() + d.text.size();
    return entry.line.left.empty() || characters > longest;
  });
}

std::string matrix_form(const Equations& equations, const Style& style) {
  const std::size_t n = equations.system->coordinates.size();
  const std::size_t m = equations.system->constraints.size();
  const auto pick = [&style](const char* unicode, const char* ascii) { return style.unicode ? unicode : ascii; };
  std::string out = pick("M(t, q)·v̇ = h(t, q, v)", "M(t, q)*v' = h(t, q, v)");
  if (!equations.frictions.empty()) out += pick(" + B(t, q)·F", " + B(t, q)*F"); // F: the friction forces
  if (m > 0) out += pick(" + A(t, q)ᵀ·λ, A·v̇ = γ(t, q, v)", " + A(t, q)^T*lambda, A*v' = gamma(t, q, v)");
  const char* times = pick("×", "x");
  out += fmt::format("; M {}{}{}, h {}", n, times, n, n);
  if (m > 0) out += fmt::format(", A {}{}{}, {} {}", m, times, n, pick("γ", "gamma"), m);
  return out;
}

void add_form(Page& page, const PrintedForm& form) {
  add_rows(page, rows_of(form.lines, form.longest_line, page.style()));
  for (const std::string& note : form.notes)
    page.row("note", note);
}

} // namespace dalembert
