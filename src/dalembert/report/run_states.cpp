#include <dalembert/printing/counted.h>
#include <dalembert/printing/json.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/chosen_forces.h>
#include <dalembert/report/run_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

/// Quantities of one kind at a state, with the most of them that are printed.
struct PrintedValues {
  std::string_view kind; ///< `coordinate`
  const std::vector<std::string>& names;
  const std::vector<std::string>& units;
  const std::vector<double>& values;
  std::size_t most = 0;
  int digits = 6;
};

/// `x = 1 m, y = 2 m, N = 3 N; 4 more coordinates, 2 more reactions`. Of forces that are one choice of many it is said.
std::string values_text(const std::vector<PrintedValues>& kinds, const std::vector<std::string>& chosen,
                        const Style& style) {
  std::string out;
  std::string left_out;
  for (const PrintedValues& kind : kinds) {
    const std::size_t shown = std::min(kind.most, kind.values.size());
    for (std::size_t i = 0; i < shown; ++i)
      out +=
          fmt::format("{}{} = {}{}", out.empty() ? "" : ", ", name_text(kind.names[i], style),
                      quantity_text(kind.values[i], kind.units[i], style, kind.digits), mark_of(chosen, kind.names[i]));
    if (shown < kind.values.size())
      left_out +=
          (left_out.empty() ? "" : ", ") + counted(kind.values.size() - shown, "more " + std::string(kind.kind));
  }
  return left_out.empty() ? out : out + "; and " + left_out;
}

/// What rounding is measured by: coordinates at the start; 1 rad for an angle that starts at rest from 0.
std::vector<double> sizes_at_start(const State& initial, const QuantityUnits& units) {
  std::vector<double> out = initial.q;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (units.coordinates[i] == "rad" && initial.q[i] == 0.0 && initial.v[i] == 0.0) out[i] = 1.0;
  return out;
}

} // namespace

void add_final(Page& page, const RunReport& report) {
  const Style& style = page.style();
  if (style.marks_formulas && report.result->table.times.size() > 1) return; // the table ends with it
  const Evaluation& final = report.result->final;
  const QuantityNames names(report.study().system);
  const QuantityUnits units(report.study().system);
  const std::vector<double> reactions = without_rounding(reaction_values(final), units.reactions);
  const std::vector<double> positions =
      without_rounding(final.state.q, units.coordinates, sizes_at_start(report.result->initial.state, units));
  page.row("at the end", values_text({{"coordinate", names.coordinates, units.coordinates, positions, 6},
                                      {"reaction", names.reactions, units.reactions, reactions, 3, 4}},
                                     chosen_forces(report.overview, report.result->open_at_end), style));
}

void add_samples(Page& page, const RunReport& report) {
  constexpr std::size_t most = 100; // states
  constexpr std::size_t most_values = 12;
  constexpr int digits = 10;
  const Style& style = page.style();
  const System& system = report.study().system;
  const std::vector<Evaluation>& samples = report.result->samples;
  if (style.marks_formulas) return; // the table has them
  const QuantityNames names(system);
  const QuantityUnits units(system);
  const std::vector<std::string> chosen = chosen_forces(report.overview, report.result->open_forces);
  for (std::size_t s = 0; s < std::min(most, samples.size()); ++s) {
    const Evaluation& at = samples[s];
    const std::vector<double> positions = without_rounding(at.state.q, units.coordinates);
    const std::vector<double> rates = without_rounding(at.state.v, units.rates);
    const std::vector<double> reactions = without_rounding(reaction_values(at), units.reactions);
    page.row(
        s == 0 ? "states" : "",
        fmt::format("t = {}: {}", quantity_text(at.state.t, units.time, style, digits),
                    values_text({{"coordinate", names.coordinates, units.coordinates, positions, most_values, digits},
                                 {"rate", names.rates, units.rates, rates, most_values, digits},
                                 {"reaction", names.reactions, units.reactions, reactions, most_values, digits}},
                                chosen, style)));
  }
  if (samples.size() > most)
    page.row("", fmt::format("and {}: --json and --out print all", counted(samples.size() - most, "more state")));
}

} // namespace report
} // namespace dalembert
