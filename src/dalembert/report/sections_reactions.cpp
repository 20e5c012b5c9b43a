#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/mechanics/slip_plane.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/printing/family.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace report {

namespace {

constexpr std::size_t most_rows = 8;

std::string remark(std::string_view description, const Style& style) {
  if (description.empty()) return {};
  return (style.marks_formulas ? " — " : "  ") + paint(Ink::faint, description, style);
}

/// Which way a reaction is positive: along a direction at a point, or conjugate to a speed.
std::string direction(const Reaction& reaction, const Style& style) {
  if (!reaction.at_point)
    return reaction.speed_text.empty() ? "" : fmt::format(", conjugate to {}", formula(reaction.speed_text, style));
  const auto& [point, along, against] = *reaction.at_point;
  const std::string out = fmt::format(", positive along {} at {}", formula(along, style), formula(point, style));
  return against.empty() ? out : fmt::format("{} against {}", out, formula(against, style));
}

/// `first … last`
Formula from_to(Formula first, Formula last, const Style& style) {
  const Formula blank{Formula::Kind::blank, " ", {}};
  RowMaker out;
  out.add(std::move(first));
  out.add(blank);
  out.add({Formula::Kind::word, style.unicode ? "…" : "..", {}});
  out.add(blank);
  out.add(std::move(last));
  return out.take();
}

/// What a reaction is: its formula in the multipliers, unit, and the speed whose power with it is virtual power.
std::string reaction_sentence(const Overview& overview, const FamilyRun& run, bool is_open, const Style& style) {
  const Equations& equations = *overview.equations;
  const Reaction& first = overview.study->system.reactions[run.begin];
  const Reaction& last = overview.study->system.reactions[run.end - 1];
  Formula right = reaction_formulas(overview, run, style);
  const std::string equation = run.size() > 1
                                   ? fmt::format("{} = {}", run_name(first, last, style), formula(right, style))
                                   : formula(joined_formula(name_formula(first.name), " = ", std::move(right)), style);
  std::string out = equation + unit_bracket(force_unit(first.measure), style);
  if (equations.reactions[run.begin].determination == Determination::combination)
    out += " (one of many: its constraints are redundant)";
  else if (is_open)
    out += " (not determined: the constraints are redundant)";
  return out + direction(first, style) + remark(first.description, style);
}

std::string friction_sentence(const System& system, const Friction& friction, const Style& style) {
  const Reaction& normal = system.reactions[static_cast<std::size_t>(friction.of)];
  std::string with;
  const std::vector<SlipPlane> planes = slip_planes(system);
  for (const SlipPlane& plane : planes)
    for (std::size_t i = 0; i < plane.size(); ++i)
      if (system.frictions[plane[i]].symbol == friction.symbol)
        with =
            fmt::format(" in a plane with {}{}", name_text(system.frictions[plane[1 - i]].name, style),
                        plane == planes.front() && i == 0
                            ? ", within one ellipse (frictions that do not depend on each other have a reaction each)"
                            : "");
  return fmt::format("{}{}, Coulomb friction of {}{}{}", name_text(friction.name, style),
                     unit_bracket(force_unit(friction.measure), style), name_text(normal.name, style), with,
                     remark(friction.description, style));
}

} // namespace

std::string unexplained_multipliers(const System& system, const Style& style) {
  std::vector<bool> explained(system.constraints.size(), false);
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    explained[k] = is_hidden(system.constraints[k]); // its multiplier is 0
  for (const Reaction& reaction : system.reactions)
    for (const int k : reaction.of)
      explained[static_cast<std::size_t>(k)] = true;
  const auto alike = [&](std::size_t a, std::size_t b) { return explained[a] == explained[b]; };
  constexpr std::size_t most = 14;
  std::string out;
  std::size_t count = 0;
  for (const FamilyRun& run : family_runs(system.constraints, alike)) {
    if (explained[run.begin] || count++ >= most) continue;
    const Constraint& first = system.constraints[run.begin];
    if (!out.empty()) out += ", ";
    if (run.size() == 1)
      out += name_text("lambda." + first.name, style);
    else
      out += name_text("lambda", style) + "_" + run_name(first, system.constraints[run.end - 1], style);
    out += unit_bracket(force_unit(first.multiplier_measure), style);
  }
  if (count > most) out += fmt::format(", and {} more", count - most);
  return out;
}

Formula reaction_formulas(const Overview& overview, const FamilyRun& run, const Style& style) {
  Formula first = reaction_formula(*overview.equations, run.begin);
  return run.size() == 1 ? std::move(first)
                         : from_to(std::move(first), reaction_formula(*overview.equations, run.end - 1), style);
}

void add_reactions(Page& page, const Overview& overview) {
  const System& system = overview.study->system;
  const Style& style = page.style();
  std::vector<std::string> rows;
  if (overview.equations != nullptr) {
    const std::vector<bool>& is_open = overview.open_reactions;
    const auto alike = [&](std::size_t a, std::size_t b) {
      const Reaction& left = system.reactions[a];
      const Reaction& right = system.reactions[b];
      return left.speed_text == right.speed_text && left.at_point == right.at_point && is_open[a] == is_open[b];
    };
    for (const FamilyRun& run : family_runs(system.reactions, alike))
      rows.push_back(reaction_sentence(overview, run, is_open[run.begin], style));
  }
  for (const Friction& friction : system.frictions)
    rows.push_back(friction_sentence(system, friction, style));
  for (std::size_t i = 0; i < std::min(rows.size(), most_rows); ++i)
    page.row(i == 0 ? "reactions" : "", rows[i]);
  if (rows.size() > most_rows) page.row("", fmt::format("and {} more", rows.size() - most_rows));
  RowMaker speeds;
  for (const Reaction& reaction : system.reactions)
    speeds.add(speed_formula(reaction));
  add_meanings(page, overview, speeds.take());
  const std::string rest = unexplained_multipliers(system, style);
  if (!rest.empty()) page.row("multipliers", rest);
}

} // namespace report
} // namespace dalembert
