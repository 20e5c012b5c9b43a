#include <dalembert/report/report_sections.h>
#include <dalembert/report/run_frictions.h>
#include <dalembert/report/run_sections.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html_table.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

std::string error_text(double value, std::string_view unit = {}) {
  return html_text(quantity_text(value, unit, html_style(), 2));
}

/// The largest violations of each constraint: positions where it is a condition on them, then rates.
void add_violations(HtmlTable& table, const System& system, const Certificate& certificate) {
  const auto add = [&](std::size_t k, std::string_view what, double value, const Measure& measure) {
    const Constraint& constraint = system.constraints[k];
    table.row(
        {fmt::format("constraint {}: {}", xml_escaped(constraint.name), what), error_text(value, measure.unit())});
  };
  for (std::size_t k = 0; k < certificate.position.size(); ++k)
    if (system.constraints[k].kind == ConstraintKind::holonomic)
      add(k, "the positions satisfy it", certificate.position[k].value, system.constraints[k].measure);
  for (std::size_t k = 0; k < certificate.velocity.size(); ++k) {
    const Constraint& constraint = system.constraints[k];
    const bool is_holonomic = constraint.kind == ConstraintKind::holonomic;
    add(k, is_holonomic ? "the velocities satisfy its time derivative" : "the velocities satisfy it",
        certificate.velocity[k].value, is_holonomic ? rate_of(constraint.measure) : constraint.measure);
  }
}

/// The largest slips of frictions that stuck.
void add_slips(HtmlTable& table, const System& system, const RunResult& result) {
  for (std::size_t f = 0; f < result.certificate.slip.size(); ++f) {
    if (sticks_in(result, f))
      table.row({fmt::format("friction {}: the slip while it sticks", xml_escaped(system.frictions[f].name)),
                 error_text(result.certificate.slip[f].value, slip_measure(system.frictions[f]).unit())});
  }
}

/// What must hold along a motion, whatever constrains it.
void add_motion_errors(HtmlTable& table, const System& system, const Certificate& certificate) {
  const std::string kinetic = html_formula(formula_tree(system.gives_kinetic_energy() ? "T" : "L_2"));
  std::string defect = fmt::format("{} of the largest {}", error_text(certificate.energy_defect_relative),
                                   certificate.is_at_rest() ? "energy (nothing moves)" : kinetic);
  if (system.has_units) defect += fmt::format(", {}", error_text(certificate.energy_defect.value, "J"));
  if (!std::isfinite(certificate.energy_defect_relative))
    defect = "not evaluated: the energy or its rate is not finite";
  table.row({"energy: its change equals the work done", defect});
  table.row({"equations of motion: the accelerations satisfy them",
             error_text(certificate.equation_residual.value) + " of the largest term"});
  if (const std::optional<GlobalError>& error = certificate.global_error) {
    std::string found =
        error_text(error->positions) + " of each coordinate, " + error_text(error->rates) + " of each rate";
    if (!system.constraints.empty()) found += ", " + error_text(error->multipliers) + " of each multiplier";
    table.row({error->runs.size() > 1 ? "runs with another tolerance and another method give the same motion"
                                      : "a second run with another tolerance gives the same motion",
               found});
    if (const auto& opinion = error->second_opinion; opinion && opinion->left_out.empty())
      table.row({fmt::format("another code, {}, gives the same motion but for its own error, {}", opinion->run.method,
                             error_text(opinion->own_error)),
                 error_text(opinion->run.positions) + " of each coordinate, " + error_text(opinion->run.rates) +
                     " of each rate"});
  }
  std::vector<std::string_view> listed; // an integral of a constraint may be asked for in a check as well
  for (const Certificate::Invariant& invariant : certificate.invariants) {
    const std::string_view quantity = conserved_quantity(invariant);
    if (std::ranges::find(listed, quantity) != listed.end()) continue;
    listed.push_back(quantity);
    constexpr double as_good_as_zero = 1e-9; // a quantity that stays at 0 has no relative change
    const bool is_small = invariant.relative > 0.0 && invariant.defect / invariant.relative < as_good_as_zero;
    table.row({html_formula(formula_tree(quantity)) + " stays constant",
               is_small ? error_text(invariant.defect) + " (the quantity is 0)"
                        : error_text(invariant.relative) + " of its largest value"});
  }
}

std::string errors_html(const RunReport& run) {
  const System& system = run.study().system;
  const Certificate& certificate = run.result->certificate;
  const bool moves = has_motion(*run.result);
  HtmlTable table({});
  table.column("what must hold");
  table.column(moves ? "largest error along the motion" : "error");
  add_violations(table, system, certificate);
  add_slips(table, system, *run.result);
  if (moves) add_motion_errors(table, system, certificate);
  std::string out;
  if (!table.is_empty())
    out =
        fmt::format("<p>{} Numbers in the computer carry some 16 digits, so that errors near {} are rounding.</p>\n{}",
                    moves ? "The computed motion was put back into everything that it must satisfy, at every step of "
                            "the run."
                          : "The state was put back into the constraints.",
                    html_text(number_text(1e-16, html_style())), table.text());
  for (const Certificate::Failure& failure : certificate.failed)
    out += fmt::format("<p class=\"bad\">Not accurate enough: {}</p>\n", html_text(failure.text));
  if (moves && certificate.failed.empty())
    out += "<p>All of these errors are within the bounds that the tolerance of the run allows.</p>\n";
  for (const Diagnostic& warning : run.result->warnings)
    if (!warning.note.empty())
      out += fmt::format("<p class=\"bad\">{}: {}</p>\n", html_text(warning.message), html_text(warning.note));
  return out;
}

/// The checks that the model asks for.
std::string checks_html(const RunReport& run) {
  constexpr std::size_t most = 200;
  const Study& study = run.study();
  const std::vector<CheckResult>& checks = run.result->checks;
  if (checks.empty()) return {};
  const bool all_fit = checks.size() <= most;
  std::string out = "<h3>Checks of the model</h3>\n<p>What is proved follows from the equations for every motion; what "
                    "holds was compared along this one.</p>\n<ul class=\"checks\">\n";
  std::size_t left_out = 0;
  for (const CheckResult& result : checks) {
    const bool fails = result.status == CheckStatus::fails;
    if (!fails && !all_fit) {
      ++left_out;
      continue;
    }
    const Check& check = study.checks[result.index];
    std::string verdict = html_text(check_verdict(study, result, html_style()));
    if (fails && can_be_judged(study, check))
      verdict += fmt::format("; why: <code>dalembert prove MODEL \"{}\"</code>", xml_escaped(check.text));
    out +=
        fmt::format("<li><span class=\"{}\">{}</span> {} <span class=\"verdict\">{}</span></li>\n",
                    fails ? "bad" : "good", fails ? "✗" : "✓", html_text(formula(check.text, html_style())), verdict);
  }
  if (left_out > 0) out += fmt::format("<li class=\"soft\">✓ {} others hold</li>\n", left_out);
  return out + "</ul>\n";
}

} // namespace

HtmlSection accuracy_section(const ReportPage& page) {
  HtmlSection out{"accuracy", "Accuracy", {}};
  if (page.run) out.body = errors_html(*page.run) + checks_html(*page.run);
  return out;
}

} // namespace report
} // namespace dalembert
