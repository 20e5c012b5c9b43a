#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/csv.h>
#include <dalembert/report/run_sensitivities.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

/// One thing that is differentiated: where it lies, its name and what it is measured in.
struct VariedQuantity {
  std::string name;
  Measure measure;
  enum class Part { position, rate, multiplier } part = Part::position;
  std::size_t index = 0;

  [[nodiscard]] double in(const StateSensitivity& of) const {
    return (part == Part::position ? of.q : part == Part::rate ? of.v : of.multipliers)[index];
  }
};

std::vector<VariedQuantity> varied_quantities(const System& system) {
  std::vector<VariedQuantity> out;
  const std::size_t n = system.coordinates.size();
  for (std::size_t i = 0; i < n; ++i)
    out.push_back({system.coordinates[i].name, system.coordinates[i].measure, VariedQuantity::Part::position, i});
  for (std::size_t i = 0; i < n; ++i)
    out.push_back(
        {system.coordinates[i].name + "'", rate_of(system.coordinates[i].measure), VariedQuantity::Part::rate, i});
  for (std::size_t k = 0; k < system.constraints.size() && !is_hidden(system.constraints[k]); ++k) // these are the last
    out.push_back({"lambda." + system.constraints[k].name, system.constraints[k].multiplier_measure,
                   VariedQuantity::Part::multiplier, k});
  return out;
}

/// `m`, and `theta(0)` of an initial value.
std::string cause_text(const SensitivityCause& cause) {
  return cause.initial ? cause.name + "(0)" : cause.name;
}

std::string unit_by(const VariedQuantity& of, const SensitivityCause& cause) {
  return (of.measure / cause.measure).unit();
}

Json sensitivity_map(const std::vector<VariedQuantity>& quantities, const StateSensitivity& at) {
  JsonMap out;
  for (const VariedQuantity& each : quantities)
    out.add(each.name, each.in(at));
  return out.take();
}

} // namespace

void add_sensitivities(Page& page, const RunReport& report) {
  constexpr std::size_t most = 6;
  constexpr std::size_t most_causes = 12;
  if (!report.sensitivities) return;
  const Style& style = page.style();
  const System& system = report.study().system;
  const Sensitivities& known = *report.sensitivities;
  const std::string second = system.has_units ? "s" : "";
  const std::vector<VariedQuantity> quantities = varied_quantities(system);
  std::string_view label = "derivatives";
  for (std::size_t c = 0; c < std::min(known.final.size(), most_causes); ++c) {
    std::string out = fmt::format("at t = {} by {}: ", quantity_text(known.final_time, second, style, 6),
                                  name_text(cause_text(known.causes[c]), style));
    for (std::size_t i = 0; i < std::min(most, quantities.size()); ++i)
      out += fmt::format(
          "{}{} {}", i > 0 ? ", " : "", name_text(quantities[i].name, style),
          quantity_text(quantities[i].in(known.final[c]), unit_by(quantities[i], known.causes[c]), style, 6));
    if (quantities.size() > most) out += fmt::format(" and {} more", quantities.size() - most);
    page.row(label, out);
    label = "";
  }
  if (known.final.size() > most_causes) page.row("", fmt::format("and by {} more", known.final.size() - most_causes));
  if (known.end)
    page.row(label, fmt::format("{} t = {}: {}", known.final.empty() ? "unknown from" : "end at",
                                quantity_text(known.end->time, second, style, 6), known.end->reason));
}

TextSource sensitivities_csv(const RunReport& report) {
  const System& system = report.study().system;
  const std::shared_ptr<const Sensitivities> known = report.sensitivities;
  std::vector<CsvSource> columns{
      {"t", QuantityUnits(system).time, [known](std::size_t row) { return known->times[row]; }}};
  for (std::size_t c = 0; c < known->causes.size(); ++c)
    for (const VariedQuantity& each : varied_quantities(system))
      columns.push_back({fmt::format("d({})/d({})", each.name, cause_text(known->causes[c])),
                         unit_by(each, known->causes[c]),
                         [known, c, each](std::size_t row) { return each.in(known->rows[row][c]); }});
  return [known, columns = std::move(columns)](const TextSink& sink) { write_csv(columns, known->times.size(), sink); };
}

Json sensitivities_object(const RunReport& report) {
  const Sensitivities& known = *report.sensitivities;
  const std::vector<VariedQuantity> quantities = varied_quantities(report.study().system);
  Json out{{"t", known.final_time}};
  out["ended"] = nullptr;
  if (known.end) out["ended"] = {{"t", known.end->time}, {"reason", known.end->reason}};
  out["method"] = known.method;
  out["steps"] = known.steps;
  out["rejected"] = known.rejected;
  out["rhs_evaluations"] = known.evaluations;
  out["by"] = Json::array();
  for (std::size_t c = 0; c < known.causes.size(); ++c) {
    const SensitivityCause& cause = known.causes[c];
    Json by{{"name", cause.name}, {"of", cause.initial ? "initial value" : "parameter"}};
    by["unit"] = cause.measure.unit();
    by["value"] = cause.value;
    JsonMap units;
    for (const VariedQuantity& each : quantities)
      units.add(each.name, unit_by(each, cause));
    by["units"] = units.take();
    if (!known.final.empty()) by["final"] = sensitivity_map(quantities, known.final[c]);
    if (!known.sample_times.empty()) {
      by["samples"] = Json::array();
      for (std::size_t s = 0; s < known.sample_times.size(); ++s) {
        Json sample{{"t", known.sample_times[s]}};
        sample["derivatives"] = sensitivity_map(quantities, known.samples[s][c]);
        by["samples"].push_back(std::move(sample));
      }
    }
    out["by"].push_back(std::move(by));
  }
  return out;
}

} // namespace report
} // namespace dalembert
