#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/printing/family.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/row_class.h>
#include <dalembert/report/sections.h>
#include <dalembert/report/validity.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace report {

HtmlSection constraints_section(const Overview& overview) {
  const std::vector<Constraint>& constraints = overview.study->system.constraints;
  constexpr std::size_t most_constraints = 60;
  std::string out;
  const std::vector<FamilyRun> runs = family_runs(
      constraints, [&](std::size_t a, std::size_t b) { return constraints[a].text == constraints[b].text; });
  for (std::size_t r = 0; r < std::min(runs.size(), most_constraints); ++r) {
    const std::size_t k = runs[r].begin;
    const Constraint& constraint = constraints[k];
    const Constraint& last = constraints[runs[r].end - 1];
    const Style style = html_style();
    const std::string multiplier = k == runs[r].end - 1
                                       ? name_text("lambda." + constraint.name, style)
                                       : name_text("lambda", style) + "_" + run_name(constraint, last, style);
    const std::string name =
        k == runs[r].end - 1 ? xml_escaped(constraint.name) : html_text(run_name(constraint, last, style));
    out += html_equation({formula_tree(constraint.text),
                          constraint.text,
                          fmt::format("constraint-{}", constraint.name),
                          {},
                          constraint.description});
    const std::string unit = unit_bracket(force_unit(constraint.multiplier_measure), html_style());
    const std::string nature = k < overview.natures.size()
                                   ? ": " + row_class(constraint, overview.natures[k]) +
                                         html_text(numbers_text(overview, overview.natures[k], style))
                                   : std::string();
    out +=
        fmt::format("<p class=\"with soft\"><strong>{}</strong>{}{}</p>\n", name, nature,
                    is_hidden(constraint) ? std::string() : ", multiplier " + html_text(multiplier) + html_text(unit));
  }
  if (runs.size() > most_constraints)
    out += fmt::format("<p class=\"soft\">and {} more</p>\n", runs.size() - most_constraints);
  Page rows(html_style());
  add_open_contacts(rows, *overview.study);
  add_integrals(rows, overview);
  add_freedoms(rows, overview);
  add_validity(rows, *overview.study);
  return {"constraints", constraints.empty() ? "Freedom" : "Constraints and freedom", out + html_rows(rows)};
}

} // namespace report
} // namespace dalembert
