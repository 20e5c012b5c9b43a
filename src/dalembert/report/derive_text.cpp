#include <dalembert/derivation/power_coefficients.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace report {

namespace {

/// `x: F_A, theta: 0`, the coefficients that do not vanish; `none` where all do.
std::string coefficient_list(PlainForm& form, const Graph& graph, const std::vector<std::string>& names,
                             const std::vector<Expr>& values, const Style& style) {
  constexpr std::size_t longest = 400; // characters of one coefficient on the page; --json gives all
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::optional<Formula> value = plain_formula(form, graph, values[i]);
    if (value == number_formula("0")) continue;
    const bool is_short = value && written_length(*value) <= longest;
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", name_text(names[i], style),
                       is_short ? formula(*value, style) : std::string("long, see --json"));
  }
  return out.empty() ? "none" : out;
}

/// The multipliers solved from the equations of motion, those that are short.
void add_multipliers(Page& page, const Overview& overview) {
  const std::vector<Constraint>& constraints = overview.equations->system->constraints;
  const std::vector<std::optional<Formula>> values = solved_multipliers(overview);
  bool is_first = true;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!values[k] || is_hidden(constraints[k])) continue;
    page.row(is_first ? "solved" : "",
             formula(joined_formula(name_formula("lambda." + constraints[k].name), " = ", *values[k]), page.style()));
    is_first = false;
  }
}

/// The power coefficients of every force with free and with compatible virtual speeds.
void add_power(Page& page, const Equations& equations) {
  const Graph& graph = *equations.system->graph;
  const PowerTable table = power_coefficients(equations);
  PlainForm form(equations);
  const std::vector<std::string> names = QuantityNames(*equations.system).coordinates;
  std::vector<std::string> independent;
  for (const int i : table.independent)
    independent.push_back(names[static_cast<std::size_t>(i)]);
  page.gap();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const Style& style = page.style();
    const std::string name = name_text(table.rows[r].force, style);
    page.row(r == 0 ? "power" : "", fmt::format("{}  free speeds        {}", name,
                                                coefficient_list(form, graph, names, table.rows[r].free, style)));
    const std::string blank(display_width(name), ' ');
    page.exact_row("", fmt::format("{}  compatible speeds  {}", blank,
                                   coefficient_list(form, graph, names, table.rows[r].compatible, style)));
    page.exact_row("", fmt::format("{}  independent speeds {}", blank,
                                   coefficient_list(form, graph, independent, table.projected[r], style)));
  }
}

} // namespace

namespace {

/// The equations of a form with named matrices; empty where it has no such shape.
std::string in_short(const Overview& overview, Form form, const Style& style) {
  switch (form) {
  case Form::lagrange:
    return matrix_form(*overview.equations, style);
  case Form::hamilton:
    return canonical_form(*overview.equations, style);
  case Form::eliminated:
  case Form::voronets:
    return reduced_matrix_form(overview, style);
  default:
    return {};
  }
}

} // namespace

std::string derive_text(const Overview& overview, Form form, const Style& style, Extent extent) {
  if (overview.equations == nullptr) throw std::invalid_argument("derive_text needs the equations");
  Page page(style);
  add_title(page, overview.study->system);
  page.gap();
  const PrintedForm printed = printed_form(overview, form, extent);
  const bool is_cut = std::ranges::any_of(printed.lines, &FormLine::is_left_out);
  if (is_hard_to_read(printed)) {
    const std::string matrices = in_short(overview, form, style);
    if (!matrices.empty()) page.row("matrix form", matrices);
    if (!matrices.empty() || is_cut)
      page.row("", is_cut && extent == Extent::page
                       ? "`derive --full` prints the omitted lines where a printable form exists; `dalembert eval` "
                         "evaluates them at a state"
                       : "the lines below are long; `dalembert eval` evaluates them at a state");
    page.gap();
  }
  add_form(page, printed);
  page.gap();
  add_constraints(page, overview);
  add_freedoms(page, overview);
  add_reactions(page, overview);
  if (form == Form::lagrange) add_multipliers(page, overview);
  const std::vector<std::string>& shows = overview.study->shows;
  if (std::find(shows.begin(), shows.end(), "power_coefficients") != shows.end()) add_power(page, *overview.equations);
  return page.text();
}

} // namespace report
} // namespace dalembert
