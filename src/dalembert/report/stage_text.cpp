#include <dalembert/expr/text.h>
#include <dalembert/printing/counted.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/overview_json.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/row_class.h>
#include <dalembert/report/sections.h>
#include <dalembert/report/stage_text.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

namespace dalembert {
inline namespace report {

namespace {

/// Writes expressions as they stand in the graph, under one label for each kind of declaration.
class DeclarationWriter {
public:
  DeclarationWriter(Page& page, const Graph& graph) : page_(page), graph_(graph) {}

  void label(std::string_view label) { label_ = label; }

  void row(std::string_view text) {
    page_.row(label_, text);
    label_ = {};
  }

  [[nodiscard]] std::string text(Expr e) const {
    constexpr std::size_t longest = 2000; // characters
    if (prints_more(graph_, e, longest)) return "(too long to print)";
    return formula(dalembert::text(graph_, e), page_.style());
  }

  [[nodiscard]] std::string name(std::string_view name) const { return name_text(std::string(name), page_.style()); }

  void definition(std::string_view of, Expr e) { row(fmt::format("{} = {}", name(of), text(e))); }

private:
  Page& page_;
  const Graph& graph_;
  std::string_view label_;
};

void add_energies(DeclarationWriter& writer, const System& system) {
  static constexpr std::array<std::pair<EnergyKind, std::string_view>, 4> kinds{{{EnergyKind::kinetic, "T"},
                                                                                 {EnergyKind::potential, "V"},
                                                                                 {EnergyKind::dissipation, "D"},
                                                                                 {EnergyKind::lagrangian, "L"}}};
  writer.label("energies");
  for (const auto& [kind, letter] : kinds)
    for (const EnergyTerm& term : system.energies)
      if (term.kind == kind) writer.definition(term.name.empty() ? letter : std::string_view(term.name), term.value);
}

void add_actions(DeclarationWriter& writer, const System& system) {
  writer.label("forces");
  for (const Force& force : system.forces) {
    std::string power;
    for (const Force::Part& part : force.parts)
      power += fmt::format("{}({}) along {}", power.empty() ? "" : ", ", writer.text(part.magnitude),
                           writer.text(part.speed));
    writer.row(fmt::format("{}: {}", writer.name(force.name), power));
  }
  writer.label("constraints");
  for (const Constraint& constraint : system.constraints)
    writer.row(fmt::format("{}, {}: {} = 0", writer.name(constraint.name),
                           constraint.kind == ConstraintKind::holonomic ? "of positions" : "of velocities",
                           writer.text(constraint.residual)));
  writer.label("reactions");
  for (const Reaction& reaction : system.reactions)
    writer.row(fmt::format("{} along {}", writer.name(reaction.name), writer.text(reaction.speed)));
  writer.label("friction");
  for (const Friction& friction : system.frictions)
    writer.row(fmt::format("{} against {}, coefficient {}", writer.name(friction.name), writer.text(friction.slip),
                           writer.text(friction.coefficient)));
  writer.label("impacts");
  for (const Impact& impact : system.impacts)
    writer.row(impact.friction ? fmt::format("{} against {}, coefficient {}", writer.name(impact.name),
                                             writer.text(impact.speed), writer.text(impact.friction->coefficient))
                               : fmt::format("{} along {}, restitution {}", writer.name(impact.name),
                                             writer.text(impact.speed), writer.text(impact.restitution)));
}

/// What is asked of the system.
void add_questions(DeclarationWriter& writer, const Study& study, const Style& style) {
  writer.label("initial");
  for (const InitialValue& value : study.initial)
    writer.row(fmt::format("{} {} {}", writer.text(value.target), value.kept ? "=" : "near", writer.text(value.value)));
  writer.label("simulate");
  if (study.simulate)
    writer.row(fmt::format("t = {} to {}", writer.text(study.simulate->begin), writer.text(study.simulate->end)));
  writer.label("checks");
  for (const Check& check : study.checks)
    writer.row(formula(check.text, style));
}

} // namespace

std::string study_text(const Study& study, const Style& style) {
  const System& system = study.system;
  Page page(style);
  add_title(page, system);
  page.gap();
  add_coordinates(page, system);
  DeclarationWriter writer(page, *system.graph);
  writer.label("parameters");
  for (const Parameter& parameter : system.parameters) {
    const std::string unit = unit_bracket(parameter.measure.unit(), style);
    writer.row(parameter.value
                   ? fmt::format("{} = {}{}", writer.name(parameter.name), writer.text(*parameter.value), unit)
                   : fmt::format("{}, open{}", writer.name(parameter.name), unit));
  }
  add_tables(page, system);
  writer.label("definitions");
  for (const Let& let : system.lets)
    writer.definition(let.name, let.value);
  for (const Speed& speed : system.speeds)
    writer.definition(speed.name, speed.value);
  add_energies(writer, system);
  add_actions(writer, system);
  add_questions(writer, study, style);
  return page.text();
}

std::string classification_text(const System& system, const Classification& found, const Style& style) {
  Page page(style);
  add_title(page, system);
  page.gap();
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    page.row(k == 0 ? "constraints" : "", fmt::format("{}: {}", name_text(system.constraints[k].name, style),
                                                      row_class(system.constraints[k], found.constraints[k])));
  page.row("rank", fmt::format("{} of {} rows, {} of those on positions", found.rank, system.constraints.size(),
                               found.holonomic_rank));
  if (!found.growth.empty())
    page.row("growth", fmt::format("{}{}", fmt::join(found.growth, ", "), found.counts_time ? ", time counted" : ""));
  return page.text();
}

std::string integrals_text(const Equations& equations, const ConstraintIntegrals& found, const Style& style) {
  const System& system = *equations.system;
  Page page(style);
  add_title(page, system);
  page.gap();
  const PlainForm texts(equations);
  for (const ConstraintIntegral& integral : found.found) {
    std::string of;
    for (const std::size_t k : integral.of)
      of += (of.empty() ? "" : ", ") + name_text(system.constraints[k].name, style);
    page.row("integral",
             fmt::format("{} = const   from {}", formula(integral_text(texts, system, integral), style), of));
  }
  if (found.found.empty()) page.row("integrals", "none");
  if (!found.is_known_how_many)
    page.row("", "it is not known how many there are");
  else if (found.missing > 0)
    page.row("", fmt::format("{} more exist that were not found", found.missing));
  return page.text();
}

std::string families_text(const Overview& overview, const Style& style) {
  if (overview.families) return derive_text(overview, Form::lagrange, style, Extent::everything);
  Page page(style);
  add_title(page, overview.study->system);
  page.gap();
  page.row("families", "none: each equation stands for itself");
  return page.text();
}

std::string structure_text(const Overview& overview, const Style& style) {
  Page page(style);
  add_title(page, overview.study->system);
  page.gap();
  add_constraints(page, overview);
  add_freedoms(page, overview);
  return page.text();
}

std::string initial_text(const Study& study, const InitialState& initial, const Style& style) {
  const System& system = study.system;
  Page page(style);
  add_title(page, system);
  page.gap();
  // Numbers read back to the same double.
  const auto add = [&](std::string_view label, const std::vector<std::string>& names, const std::vector<double>& values,
                       const std::vector<std::string>& units) {
    for (std::size_t i = 0; i < names.size(); ++i)
      page.row(i == 0 ? label : "",
               fmt::format("{} = {}{}", name_text(names[i], style), values[i], unit_bracket(units[i], style)));
  };
  const QuantityNames names(system);
  const QuantityUnits units(system);
  add("time", {"t"}, {initial.state.t}, {units.time});
  add("state", names.coordinates, initial.state.q, units.coordinates);
  add("rates", names.rates, initial.state.v, units.rates);
  page.row("rank", fmt::format("{} of {}, {} of them holonomic", initial.rank,
                               counted(system.constraints.size(), "constraint"), initial.holonomic_rank));
  page.row(
      "freedom",
      fmt::format("{}, {}", counted(static_cast<std::size_t>(initial.degrees_of_freedom), "degree of freedom"),
                  counted(static_cast<std::size_t>(initial.independent_initial_values), "independent initial value")));
  add_initial(page, system, initial);
  return page.text();
}

std::string settled_text(const Study& study, const std::vector<std::optional<CheckResult>>& settled,
                         const Style& style) {
  Page page(style);
  add_title(page, study.system);
  page.gap();
  for (std::size_t i = 0; i < settled.size(); ++i) {
    const std::string verdict = settled[i] ? fmt::format("{}, {}", status_word(settled[i]->status), settled[i]->how)
                                           : std::string("needs a run");
    page.row(i == 0 ? "checks" : "", fmt::format("{}: {}", formula(study.checks[i].text, style), verdict));
  }
  if (settled.empty()) page.row("checks", "none");
  return page.text();
}

} // namespace report
} // namespace dalembert
