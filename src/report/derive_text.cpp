#include <dalembert/derivation/power_coefficients.h>
#include <dalembert/expr/text.h>
#include <dalembert/report/equation_text.h>
#include <dalembert/report/formula.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/quantity_names.h>
#include <dalembert/report/sections.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {

namespace {

constexpr std::size_t unlimited = 100000; // lines: `derive` prints all that the text budget allows

/// The equations as a LaTeX `align` environment, numbered by coordinate.
std::string latex_page(const Overview& overview) {
  const System& system = overview.study->system;
  std::string out = fmt::format("% {}\n\\begin{{align}}\n", system.name);
  for (const EquationLine& line : equation_lines(*overview.equations)) {
    out += line.left.empty()
               ? fmt::format("% the equation of {} is too long to print\n", line.of)
               : fmt::format("  {} &= {} \\tag{{${}$}} \\\\\n", latex(line.left), latex(line.right), latex(line.of));
    for (const Definition& d : line.definitions)
      out += fmt::format("  {} &= {} \\\\\n", latex(d.name), latex(d.text));
  }
  for (const Constraint& constraint : system.constraints) {
    const std::string text = latex(constraint.text);
    const std::size_t equal = text.find('=');
    out += equal == std::string::npos ? fmt::format("  {} \\\\\n", text)
                                      : fmt::format("  {}&{} \\\\\n", text.substr(0, equal), text.substr(equal));
  }
  for (std::size_t i = 0; i < system.reactions.size(); ++i)
    out += fmt::format("  {} &= {} \\\\\n", latex(system.reactions[i].name),
                       latex(reaction_formula(*overview.equations, i)));
  return out + "\\end{align}\n";
}

/// `x: F_A, theta: 0`, the coefficients that do not vanish; `none` where all do.
std::string coefficient_list(const Graph& graph, const std::vector<std::string>& names, const std::vector<Expr>& values,
                             const Style& style) {
  constexpr std::size_t longest = 400; // characters of one coefficient on the page; --json gives all
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (graph.is_zero(values[i])) continue;
    const bool is_short = printed_size(graph, values[i]) <= longest;
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", name_text(names[i], style),
                       is_short ? formula(text(graph, values[i]), style) : std::string("long, see --json"));
  }
  return out.empty() ? "none" : out;
}

/// The power coefficients of every force with free and with compatible virtual speeds.
void add_power(Page& page, const Equations& equations) {
  const Graph& graph = *equations.system->graph;
  const PowerTable table = power_coefficients(equations);
  const std::vector<std::string> names = QuantityNames(*equations.system).coordinates;
  std::vector<std::string> independent;
  for (const int i : table.independent)
    independent.push_back(names[static_cast<std::size_t>(i)]);
  page.gap();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const Style& style = page.style();
    const std::string name = name_text(table.rows[r].force, style);
    page.row(r == 0 ? "power" : "",
             fmt::format("{}  free speeds        {}", name, coefficient_list(graph, names, table.rows[r].free, style)));
    const std::string blank(display_width(name), ' ');
    page.exact_row("", fmt::format("{}  compatible speeds  {}", blank,
                                   coefficient_list(graph, names, table.rows[r].compatible, style)));
    page.exact_row("", fmt::format("{}  independent speeds {}", blank,
                                   coefficient_list(graph, independent, table.projected[r], style)));
  }
}

} // namespace

std::string derive_text(const Overview& overview, Notation notation, const Style& style) {
  if (overview.equations == nullptr) throw std::invalid_argument("derive_text needs the equations");
  if (notation == Notation::latex) return latex_page(overview);
  Page page(style);
  add_title(page, overview.study->system);
  page.gap();
  add_equations(page, *overview.equations, unlimited);
  page.gap();
  add_constraints(page, overview);
  add_freedoms(page, overview);
  add_reactions(page, overview);
  const std::vector<std::string>& shows = overview.study->shows;
  if (std::find(shows.begin(), shows.end(), "power_coefficients") != shows.end()) add_power(page, *overview.equations);
  return page.text();
}

} // namespace dalembert
