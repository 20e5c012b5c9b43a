#include <dalembert/printing/json.h>
#include <dalembert/report/chosen_forces.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/sections.h>
#include <dalembert/results/undetermined_values.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <cmath>

namespace dalembert {
inline namespace report {

namespace {

constexpr int state_digits = 10;

/// Which of some values are not determined, and whether these are shown all the same: one choice of many.
struct OpenValues {
  std::vector<bool> is_open = {};
  bool are_shown = false;
};

/// A table of name, value and unit, one line each.
void add_values(Page& page, std::string_view label, const std::vector<std::string>& names,
                const std::vector<double>& values, const std::vector<std::string>& units, const OpenValues& open = {}) {
  constexpr std::string_view mark = "not determined";
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string value = quantity_text(values[i], units[i], page.style(), state_digits);
    if (i < open.is_open.size() && open.is_open[i])
      value = open.are_shown ? fmt::format("{} ({})", value, mark) : std::string(mark);
    page.exact_row(i == 0 ? label : "", fmt::format("{} {}", padded(name_text(names[i], page.style()), 12), value));
  }
}

void add_state(Page& page, const System& system, const EvalReport& report) {
  const Evaluation& evaluation = report.evaluation;
  const Style& style = page.style();
  page.exact_row("time", quantity_text(evaluation.state.t, system.has_units ? "s" : "", style, state_digits));
  const QuantityNames names(system);
  const QuantityUnits units(system);
  const UndeterminedValues& open = report.undetermined;
  add_values(page, "state", names.coordinates, evaluation.state.q, units.coordinates);
  add_values(page, "rates", names.rates, evaluation.state.v, units.rates);
  add_values(page, "accelerations", names.accelerations,
             without_rounding(evaluation.accelerations, units.accelerations), units.accelerations,
             {open.accelerations});
  add_values(page, "multipliers", names.multipliers, without_rounding(evaluation.multipliers, units.multipliers),
             units.multipliers, {open.multipliers, are_choices(open)});
  add_values(page, "reactions", names.reactions, without_rounding(reaction_values(evaluation), units.reactions),
             units.reactions, {open.reactions, are_choices(open)});
  if (open.any()) page.row("reason", open.reason);
}

void add_violations(Page& page, const System& system, const EvalReport& report) {
  const Evaluation& evaluation = report.evaluation;
  const Style& style = page.style();
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    const Constraint& constraint = system.constraints[k];
    const std::string unit = constraint.measure.unit();
    const std::string rate = rate_of(constraint.measure).unit();
    const bool is_holonomic = constraint.kind == ConstraintKind::holonomic;
    const std::string acceleration = is_holonomic ? rate_of(rate_of(constraint.measure)).unit() : rate;
    std::string out = padded(constraint.name, 12);
    if (is_holonomic)
      out += fmt::format(" position {}, rate {}", quantity_text(evaluation.position_violation[k], unit, style),
                         quantity_text(evaluation.velocity_violation[k], rate, style));
    else
      out += fmt::format(" rate {}", quantity_text(evaluation.velocity_violation[k], unit, style));
    if (report.undetermined.has_contradiction) // else they are met to rounding: they are what is solved
      out += fmt::format(", acceleration {}", quantity_text(evaluation.acceleration_violation[k], acceleration, style));
    page.row(k == 0 ? "violations" : "", out);
  }
}

} // namespace

std::string eval_text(const EvalReport& report, const Style& style) {
  const Study& study = *report.study;
  const Evaluation& evaluation = report.evaluation;
  Page page(style);
  add_title(page, study.system);
  page.gap();
  add_open_contacts(page, study);
  add_state(page, study.system, report);
  const std::string joule = study.system.has_units ? "J" : "";
  const Energies& energies = evaluation.energies;
  std::vector<std::string> names{"T", "V", "h"};
  std::vector<double> values{energies.kinetic, energies.potential, energies.energy_function};
  if (!study.system.gives_kinetic_energy()) {
    names = {"L_2", "h"};
    values = {energies.kinetic, energies.energy_function};
  }
  if (energies.total) {
    names.emplace_back("E");
    values.push_back(*energies.total);
  }
  add_values(page, "energies", names, values, std::vector<std::string>(names.size(), joule));
  add_violations(page, study.system, report);
  return page.text();
}

} // namespace report
} // namespace dalembert
