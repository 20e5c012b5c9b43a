#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/csv.h>
#include <dalembert/report/run_impositions.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

/// `peg and guide`.
std::string imposed_names(const Study& study, const std::vector<std::size_t>& which, const Style& style) {
  std::string out;
  for (std::size_t i = 0; i < which.size(); ++i)
    out += (i == 0 ? "" : i + 1 == which.size() ? " and " : ", ") + name_text(study.imposed[which[i]].name, style);
  return out;
}

bool has_reaction(const System& system, std::size_t constraint) {
  return std::ranges::any_of(system.reactions, [constraint](const Reaction& reaction) {
    return std::ranges::find(reaction.of, static_cast<int>(constraint)) != reaction.of.end();
  });
}

Measure times_second(const System& system, const Measure& force) {
  return force * Measure{system.has_units ? std::optional(Dimension::time()) : std::nullopt};
}

/// `1.5 N·s of N, 0.2 N·m·s of lambda.pin`: what is not rounding, of the largest.
std::string impulses_text(const System& system, const ImpactReport& impact, const Style& style) {
  constexpr double rounding = 1e-13;
  double largest = 0.0;
  for (const double impulse : impact.multiplier_impulses)
    largest = std::max(largest, std::abs(impulse));
  std::string out;
  const auto add = [&](double impulse, const Measure& force, const std::string& name) {
    if (std::abs(impulse) <= rounding * largest) return;
    out +=
        fmt::format("{}{} of {}", out.empty() ? "" : ", ",
                    quantity_text(impulse, force_unit(times_second(system, force)), style, 6), name_text(name, style));
  };
  for (std::size_t r = 0; r < system.reactions.size(); ++r)
    add(impact.reaction_impulses[r], system.reactions[r].measure, system.reactions[r].name);
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    if (!has_reaction(system, k))
      add(impact.multiplier_impulses[k], system.constraints[k].multiplier_measure,
          "lambda." + system.constraints[k].name);
  return out;
}

/// `energy lost: 0.2 J`, with the energy of the lost velocities where that is another one.
std::string energy_text(const System& system, const Imposition& imposition, const Style& style) {
  constexpr double rounding = 1e-12; // of the kinetic energy
  const std::string joule = system.has_units ? "J" : "";
  const double size = std::abs(imposition.report->kinetic_before) + std::abs(imposition.report->kinetic_after);
  const double lost = std::abs(imposition.work) <= rounding * size ? 0.0 : 0.0 - imposition.work;
  std::string out =
      fmt::format("energy {}: {}", lost < 0.0 ? "gained" : "lost", quantity_text(std::abs(lost), joule, style, 6));
  const bool is_all = std::abs(lost - imposition.lost_velocities) <= rounding * size;
  if (lost != 0.0 || !is_all)
    out += is_all ? ", the kinetic energy of the lost velocities"
                  : fmt::format("; the kinetic energy of the lost velocities: {}",
                                quantity_text(imposition.lost_velocities, joule, style, 6));
  return out;
}

} // namespace

std::string moments_text(const Imposed& constraint, const Style& style) {
  const auto text = [&style](const Moment& moment) {
    return moment.event ? name_text(moment.text, style) : formula(moment.text, style);
  };
  std::string out;
  if (constraint.from) out += "from " + text(*constraint.from);
  if (constraint.until) out += (out.empty() ? "until " : " until ") + text(*constraint.until);
  return out;
}

void add_impositions(Page& page, const RunReport& report) {
  constexpr std::size_t most = 8;
  const Style& style = page.style();
  const Study& study = report.study();
  const std::string second = study.system.has_units ? "s" : "";
  if (study.imposed.empty()) return;
  const std::vector<Imposition>& all = report.result->impositions;
  std::string_view label = "imposed";
  for (std::size_t i = 0; i < std::min(all.size(), most); ++i) {
    const Imposition& each = all[i];
    std::string out = fmt::format("at t = {}: ", quantity_text(each.time, second, style, 10));
    if (!each.released.empty()) out += imposed_names(study, each.released, style) + " released";
    if (!each.imposed.empty()) out += (each.released.empty() ? "" : "; ") + imposed_names(study, each.imposed, style);
    if (each.report)
      if (const std::string impulses = impulses_text(study.system, *each.report, style); !impulses.empty())
        out += fmt::format(", by the impulse{} {}", impulses.find(", ") == std::string::npos ? "" : "s", impulses);
    page.row(label, out);
    label = "";
    if (each.report) page.row("", energy_text(study.system, each, style));
  }
  if (all.size() > most) page.row("", fmt::format("and {} more changes", all.size() - most));
  for (std::size_t k = 0; k < study.imposed.size(); ++k) {
    const auto takes_part = [k](const Imposition& each) {
      return std::ranges::find(each.imposed, k) != each.imposed.end() ||
             std::ranges::find(each.released, k) != each.released.end();
    };
    if (std::ranges::any_of(all, takes_part)) continue;
    page.row(label, fmt::format("{} ({})  acts {}: {} this run", name_text(study.imposed[k].name, style),
                                formula(study.imposed[k].text, style), moments_text(study.imposed[k], style),
                                study.imposed[k].from ? "not in" : "all of"));
    label = "";
  }
}

std::string impositions_csv(const RunReport& report) {
  const Study& study = report.study();
  const System& system = study.system;
  const QuantityUnits units(system);
  std::string out = csv_heading("t", units.time) + ",imposed,released";
  for (const Constraint& row : system.constraints)
    out += ',' + csv_heading("impulse of lambda." + row.name, force_unit(times_second(system, row.multiplier_measure)));
  for (const Reaction& reaction : system.reactions)
    out += ',' + csv_heading("impulse of " + reaction.name, force_unit(times_second(system, reaction.measure)));
  out += ',' + csv_heading("energy lost", units.energy) + '\n';
  for (const Imposition& each : report.result->impositions) {
    const auto names = [&study](const std::vector<std::size_t>& which) {
      std::string list;
      for (const std::size_t i : which)
        list += (list.empty() ? "" : " ") + study.imposed[i].name;
      return csv_field(list);
    };
    out += fmt::format("{},{},{}", each.time, names(each.imposed), names(each.released));
    for (std::size_t k = 0; k < system.constraints.size(); ++k)
      out += fmt::format(",{}", each.report ? each.report->multiplier_impulses[k] : 0.0);
    for (std::size_t r = 0; r < system.reactions.size(); ++r)
      out += fmt::format(",{}", each.report ? each.report->reaction_impulses[r] : 0.0);
    out += fmt::format(",{}\n", 0.0 - each.work);
  }
  return out;
}

} // namespace report
} // namespace dalembert
