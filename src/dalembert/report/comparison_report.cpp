#include <dalembert/expr/zero_test.h>
#include <dalembert/findings/fact_writer.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/printing/json.h>
#include <dalembert/report/comparison_report.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <string_view>

namespace dalembert {
inline namespace report {

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
    page.row("Lagrangian", fmt::format("L_A - L_B = {}, not a total derivative{}", writer.text_or_long(c.difference),
                                       c.has_same_motion() ? "; the equations agree up to an invertible matrix" : ""));
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

/// `x = 1.5 m, y = 0.2 m`.
std::string values_text(const System& system, const std::vector<double>& values, std::string_view primes,
                        const Style& style) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i)
    out += fmt::format("{}{} = {}", i > 0 ? ", " : "",
                       name_text(fmt::format("{}{}", system.coordinates[i].name, primes), style),
                       number_text(values[i], style, 6));
  return out;
}

void add_witness(Page& page, const ComparisonReport& report) {
  const MotionWitness& w = *report.witness;
  const Style& style = page.style();
  const System& a = *report.system;
  const System& b = *report.equations->system;
  page.row("differ at",
           fmt::format("A: {}, {}", values_text(a, w.first.q, "", style), values_text(a, w.first.v, "'", style)));
  page.row("", fmt::format("B: {}, {}", values_text(b, w.second.q, "", style), values_text(b, w.second.v, "'", style)));
  if (w.first.t != 0.0) page.row("", fmt::format("t = {}", number_text(w.first.t, style, 6)));
  if (w.constraint) {
    page.row("", fmt::format("where constraint {} of A is violated by {}", *w.constraint,
                             number_text(w.violation, style, 6)));
    return;
  }
  page.row("", fmt::format("there A has {}", values_text(a, w.first_accelerations, "''", style)));
  page.row("", fmt::format("and B gives {}", values_text(a, w.second_accelerations, "''", style)));
}

/// Why the same motion was not shown.
std::string open_reason(const ModelComparison& c) {
  const MotionComparison& m = c.motion;
  if (c.has_frictions) return "friction is compared only where both models have the same constraints and equations";
  if (!m.note.empty()) return m.note;
  if (m.obeys == Answer::yes && m.freedoms != m.other_freedoms)
    return fmt::format("every motion of B is one of A, but A has {} degree{} of freedom and B has {}", m.freedoms,
                       m.freedoms == 1 ? "" : "s", m.other_freedoms);
  if (m.obeys == Answer::yes) return "the map covers only some of the motions of A";
  return "the equations differ, but no state was found at which the accelerations differ";
}

void add_verdict(Page& page, const ComparisonReport& report) {
  const Style& style = page.style();
  if (report.comparison.has_same_motion()) {
    page.row("verdict", paint(Ink::good, "both models describe the same motion", style));
    if (report.comparison.motion.assumes_positive) page.row("", "for positive values of the parameters");
    if (report.has_contacts) page.row("", "while all contacts are open: contacts are not compared");
    if (report.has_imposed) page.row("", "at the start: constraints imposed or released later are not compared");
  } else if (report.witness) {
    add_witness(page, report);
    page.row("verdict", paint(Ink::bad, "the models describe different motions", style));
  } else {
    page.row("verdict", paint(Ink::caution, "not shown that the models describe the same motion", style));
    page.row("", open_reason(report.comparison));
  }
}

Json witness_json(const ComparisonReport& report) {
  const MotionWitness& w = *report.witness;
  const auto named = [](const System& system, const std::vector<double>& values, std::string_view primes) {
    JsonMap map;
    for (std::size_t i = 0; i < values.size(); ++i)
      map.add(fmt::format("{}{}", system.coordinates[i].name, primes), values[i]);
    return map.take();
  };
  const System& a = *report.system;
  const System& b = *report.equations->system;
  Json out{{"t", w.first.t}};
  out["positions"] = named(a, w.first.q, "");
  out["rates"] = named(a, w.first.v, "'");
  out["positions_against"] = named(b, w.second.q, "");
  out["rates_against"] = named(b, w.second.v, "'");
  out["accelerations"] = w.constraint ? Json() : named(a, w.first_accelerations, "''");
  out["accelerations_against"] = named(a, w.second_accelerations, "''");
  out["constraint"] = w.constraint ? Json(*w.constraint) : Json();
  out["violation"] = w.constraint ? Json(w.violation) : Json();
  return out;
}

} // namespace

std::string comparison_text(const ComparisonReport& report, const Style& style) {
  const ModelComparison& c = report.comparison;
  Page page(style);
  page.title(report.first, "against " + report.second);
  page.gap();
  for (std::size_t i = 0; i < report.map.size(); ++i)
    page.row(i == 0 ? "map" : "", formula(report.map[i], style));
  FactWriter writer(page, *report.equations, PlainForm(*report.equations));
  add_lagrangian(writer, c);
  if (!c.has_same_motion()) {
    add_defects(writer, "equations", "A - B for", c.equation_defect);
    add_defects(writer, "forces", "A - B on", c.force_defect);
  }
  for (const std::string& name : c.broken_constraints)
    page.row("constraint", c.keeps_constraints == Answer::no
                               ? fmt::format("{} of A does not hold on the motions of B", name)
                               : fmt::format("whether {} of A holds on the motions of B is not decided", name));
  if (!is_zero(*report.equations->system->graph, c.energy_difference))
    writer.equation("energy", "h_A - h_B", c.energy_difference);
  add_verdict(page, report);
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
  if (report.has_contacts) out["contacts"] = "open";
  if (report.has_imposed) out["imposed"] = "as at the start";
  out["assumes_positive_parameters"] = c.has_same_motion() && c.motion.assumes_positive;
  out["verdict"] = c.has_same_motion() ? "same" : report.witness ? "different" : "not_shown";
  out["reason"] = c.has_same_motion() || report.witness ? Json() : Json(open_reason(c));
  out["witness"] = report.witness ? witness_json(report) : Json();
  return printed(out);
}

} // namespace report
} // namespace dalembert
