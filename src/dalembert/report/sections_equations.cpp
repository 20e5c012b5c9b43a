#include <dalembert/expr/substitute.h>
#include <dalembert/printing/counted.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert {
inline namespace report {

namespace {

/// A line of the section: the heading of its block, what stands in the first column, and the text beside it.
struct Row {
  std::string heading;
  std::string label;
  std::string text;
};

/// True where a line defines what it is of, so that it needs no label.
bool names_itself(const FormLine& entry) {
  return written(entry.line.left) == entry.line.of;
}

/// Characters of a line with what explains it.
std::size_t length_of(const EquationLine& line) {
  return written_length(line.left) + written_length(line.right) + length_of(line.definitions);
}

/// Why a page does not show a line; empty where it does.
std::string_view obstacle_of(const FormLine& entry, std::size_t longest) {
  const EquationLine& line = entry.line;
  if (entry.is_undetermined) return "not determined: constraints are redundant";
  if (entry.is_left_out) return "too long for this page; see --full";
  if (line.is_empty()) return "too long to print";
  return length_of(line) > longest ? "too long for this page; see --full" : std::string_view();
}

std::vector<Row> rows_of(const std::vector<FormLine>& lines, std::size_t longest, const Style& style) {
  std::vector<Row> rows;
  std::string_view last;
  Said said; // a name of the user's stands in many lines and is explained once
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const FormLine& entry = lines[i];
    const EquationLine& line = entry.line;
    const std::string_view heading = form_heading(entry.kind);
    const std::string shown_heading(heading == last ? "" : heading);
    last = heading;
    std::string label = names_itself(entry) ? "" : fmt::format("({})", name_text(line.of, style));
    if (const std::string_view obstacle = obstacle_of(entry, longest); !obstacle.empty()) {
      // Lines that are not shown are counted.
      std::size_t count = 1;
      while (i + 1 < lines.size() && lines[i + 1].kind == entry.kind &&
             obstacle_of(lines[i + 1], longest) == obstacle) {
        ++count;
        ++i;
      }
      if (count > 1) label.clear();
      rows.push_back({shown_heading, std::move(label),
                      count > 1 ? fmt::format("{} lines {}", count, obstacle) : std::string(obstacle)});
      continue;
    }
    rows.push_back({shown_heading, std::move(label), formula(line.with_ranges(), style)});
    for (const Definition& d : line.definitions)
      if (say(said, d)) rows.push_back({"", "", formula(with_meaning(d), style)});
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
  const std::vector<FormLine> lines = printed_form(overview, Form::lagrange, {characters, characters}).lines;
  const bool are_known =
      std::none_of(lines.begin(), lines.end(), [](const FormLine& entry) { return entry.line.is_empty(); });
  const std::vector<Row> rows = rows_of(lines, characters, page.style());
  constexpr std::size_t label = 8;
  std::size_t needed = 0;
  for (const Row& row : rows)
    needed += display_width(row.text) / (page.room() - label) + 1;
  if (are_known && needed <= longest) return add_rows(page, rows);
  page.row("equations", matrix_form(*overview.equations, page.style()));
  page.row("", fmt::format("{}, too long for this page: `dalembert derive --full` prints them",
                           counted(overview.study->system.coordinates.size(), "equation")));
}

bool is_hard_to_read(const PrintedForm& form) {
  constexpr std::size_t longest = 2000; // characters of a line with what explains it
  const std::size_t limit = std::min(longest, form.longest_line);
  return std::ranges::any_of(form.lines, [limit](const FormLine& entry) { return !obstacle_of(entry, limit).empty(); });
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

std::string reduced_matrix_form(const Overview& overview, const Style& style) {
  const std::vector<Constraint>& constraints = overview.study->system.constraints;
  if (constraints.empty() || std::ranges::any_of(constraints, [](const Constraint& c) { return c.chetaev; })) return {};
  const std::size_t n = overview.study->system.coordinates.size();
  const std::size_t speeds = static_cast<std::size_t>(overview.degrees_of_freedom.value_or(0));
  const auto pick = [&style](const char* unicode, const char* ascii) { return style.unicode ? unicode : ascii; };
  std::string out = pick("v = S(t, q)·u + c(t, q), Sᵀ·(M(t, q)·v̇ − h(t, q, v)",
                         "v = S(t, q)*u + c(t, q), S^T*(M(t, q)*v' - h(t, q, v)");
  if (!overview.equations->frictions.empty()) out += pick(" − B(t, q)·F", " - B(t, q)*F");
  const char* times = pick("×", "x");
  return out + fmt::format(") = 0; u {}, S {}{}{}, M {}{}{}, h {}", counted(speeds, "independent speed"), n, times,
                           speeds, n, times, n, n);
}

std::string canonical_form(const Equations& equations, const Style& style) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  std::vector<Replacement> rest;
  for (const Expr v : system.rates())
    rest.push_back({v, graph.zero()});
  const std::vector<Expr> offsets = substitute(graph, equations.momenta, rest);
  const bool has_offset = std::ranges::any_of(offsets, [&graph](Expr e) { return !graph.is_zero(e); });
  const auto pick = [&style](const char* unicode, const char* ascii) { return style.unicode ? unicode : ascii; };
  const char* const momentum = has_offset ? "(p - b(t, q))" : "p";
  std::string out = pick("p = M(t, q)·v", "p = M(t, q)*v");
  if (has_offset) out += " + b(t, q)";
  out += style.unicode ? fmt::format(", H = {}ᵀ·M⁻¹·{}/2 + V(t, q)", momentum, momentum)
                       : fmt::format(", H = {}^T*M^-1*{}/2 + V(t, q)", momentum, momentum);
  out += pick("; q̇ = ∂H/∂p, ṗ = −∂H/∂q", "; q' = dH/dp, p' = -dH/dq");
  const auto acts = [&graph](const std::vector<Expr>& all) {
    return std::ranges::any_of(all, [&graph](Expr e) { return !graph.is_zero(e); });
  };
  if (acts(equations.generalized_forces)) out += " + Q";
  if (acts(equations.dissipative_forces)) out += pick(" − ∂D/∂v", " - dD/dv");
  if (!system.constraints.empty()) out += pick(" + Aᵀ·λ", " + A^T*lambda");
  const std::size_t n = system.coordinates.size();
  return out + fmt::format("; M {}{}{}", n, pick("×", "x"), n);
}

void add_form(Page& page, const PrintedForm& form) {
  add_rows(page, rows_of(form.lines, form.longest_line, page.style()));
  for (const std::string& note : form.notes)
    page.row("note", note);
}

} // namespace report
} // namespace dalembert
