#include <dalembert/expr/zero_test.h>
#include <dalembert/report/analyse_sections.h>
#include <dalembert/report/comparison_report.h>
#include <dalembert/report/equation_text.h>
#include <dalembert/report/formula.h>
#include <dalembert/report/json.h>

#include <fmt/format.h>

#include <string_view>

namespace dalembert {

namespace {

std::string_view lagrangian_word(ModelComparison::Lagrangian lagrangian) {
  switch (lagrangian) {
  case ModelComparison::Lagrangian::same:
    return "same";
  case ModelComparison::Lagrangian::gauge:
    return "gauge";
  case ModelComparison::Lagrangian::different:
    return "different";
  }
  return "different";
}

void add_lagrangian(FactWriter& writer, const ModelComparison& c) {
  Page& page = writer.page();
  switch (c.lagrangian) {
  case ModelComparison::Lagrangian::same:
    page.row("Lagrangian", "the same value: L_A = L_B");
    return;
  case ModelComparison::Lagrangian::gauge:
    page.row("Lagrangian", c.gauge
                               ? fmt::format("L_A = L_B + dF/dt with F = {}", writer.text_or_long(*c.gauge))
                               : fmt::format("L_A - L_B = {}, a total derivative", writer.text_or_long(c.difference)));
    return;
  case ModelComparison::Lagrangian::different:
    page.row("Lagrangian", fmt::format("other equations: L_A - L_B = {}", writer.text_or_long(c.difference)));
  }
}

/// The coordinates at which something is left over.
void add_defects(FactWriter& writer, std::string_view label, std::string_view what, const std::vector<Expr>& defects) {
  const System& system = *writer.equations().system;
  for (std::size_t i = 0; i < defects.size(); ++i)
    if (!system.graph->is_zero(defects[i]))
      writer.page().row(label, fmt::format("{} {}: {}", what, name_text(system.coordinates[i].name, writer.style()),
                                           writer.text_or_long(defects[i])));
}

} // namespace

std::string comparison_text(const ComparisonReport& report, const Style& style) {
  const ModelComparison& c = report.comparison;
  Page page(style);
  page.title(report.first, "against " + report.second);
  page.gap();
  for (std::size_t i = 0; i < report.map.size(); ++i)
    page.row(i == 0 ? "map" : "", formula(report.map[i], style));
  FactWriter writer(page, *report.equations);
  add_lagrangian(writer, c);
  add_defects(writer, "equations", "A - B for", c.equation_defect);
  add_defects(writer, "forces", "A - B on", c.force_defect);
  for (const std::string& name : c.broken_constraints)
    page.row("constraint", fmt::format("{} of A does not hold on the motions of B", name));
  if (!is_zero(*report.equations->system->graph, c.energy_difference))
    writer.equation("energy", "h_A - h_B", c.energy_difference);
  page.row("verdict", c.has_same_motion() ? paint(Ink::good, "both models describe the same motion", style)
                                          : paint(Ink::bad, "the models describe different motions", style));
  return page.text();
}

std::string comparison_json(const ComparisonReport& report) {
  const ModelComparison& c = report.comparison;
  const System& system = *report.equations->system;
  PlainForm form(*report.equations);
  const auto text = [&](Expr e) {
    const std::optional<std::string> plain = plain_text(form, *system.graph, e);
    return plain ? Json(*plain) : Json();
  };
  const auto by_coordinate = [&](const std::vector<Expr>& es) {
    JsonMap map;
    for (std::size_t i = 0; i < es.size(); ++i)
      map.add(system.coordinates[i].name, text(es[i]));
    return map.take();
  };
  Json out{{"schema", "dalembert.compare/1"}, {"model", report.first}, {"against", report.second}, {"map", report.map}};
  out["lagrangian"] = lagrangian_word(c.lagrangian);
  out["difference"] = text(c.difference);
  out["gauge"] = c.gauge ? text(*c.gauge) : Json();
  out["equation_defect"] = by_coordinate(c.equation_defect);
  out["force_defect"] = by_coordinate(c.force_defect);
  out["broken_constraints"] = c.broken_constraints;
  out["energy_difference"] = text(c.energy_difference);
  out["same_motion"] = c.has_same_motion();
  return printed(out);
}

} // namespace dalembert
