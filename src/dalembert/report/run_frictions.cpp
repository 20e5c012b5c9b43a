#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/csv.h>
#include <dalembert/report/run_frictions.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

/// `sticks from t = 1.2 s`, `slides with slip > 0 from t = 2 s`.
std::string friction_change_text(const FrictionChange& change, const std::string& second, const Style& style) {
  constexpr int digits = 10;
  const std::string at = quantity_text(change.time, second, style, digits);
  if (change.kind == FrictionChange::Kind::sticks) return fmt::format("sticks from t = {}", at);
  if (change.direction == 0.0) return fmt::format("slides from t = {}", at); // across its own line
  const char side = change.direction > 0.0 ? '>' : '<';
  if (change.kind == FrictionChange::Kind::slides) return fmt::format("slides with slip {} 0 from t = {}", side, at);
  return fmt::format("reverses to slip {} 0 at t = {}", side, at);
}

} // namespace

void add_frictions(Page& page, const RunReport& report) {
  constexpr std::size_t most_changes = 4;
  const Style& style = page.style();
  const System& system = report.study().system;
  const std::string second = system.has_units ? "s" : "";
  std::string_view label = "friction";
  for (std::size_t f = 0; f < system.frictions.size(); ++f) {
    std::vector<FrictionChange> changes;
    std::ranges::copy_if(report.result->friction_changes, std::back_inserter(changes),
                         [f](const FrictionChange& change) { return change.friction == f; });
    std::string out = name_text(system.frictions[f].name, style) + "  ";
    const bool is_at_contact = std::ranges::any_of(
        system.impacts, [f](const Impact& each) { return each.friction && each.friction->force == f; });
    if (changes.empty()) out += is_at_contact ? "slides whenever its contact is closed" : "slides all the time";
    for (std::size_t i = 0; i < std::min(most_changes, changes.size()); ++i)
      out += (i > 0 ? "; " : "") + friction_change_text(changes[i], second, style);
    if (changes.size() > most_changes)
      out += fmt::format("; and {} more, the last: {}", changes.size() - most_changes,
                         friction_change_text(changes.back(), second, style));
    page.row(label, out);
    label = "";
  }
}

bool sticks_in(const RunResult& result, std::size_t friction) {
  return std::ranges::any_of(result.friction_changes, [friction](const FrictionChange& change) {
    return change.friction == friction && change.kind == FrictionChange::Kind::sticks;
  });
}

std::string_view change_word(FrictionChange::Kind kind) {
  switch (kind) {
  case FrictionChange::Kind::sticks:
    return "sticks";
  case FrictionChange::Kind::slides:
    return "slides";
  case FrictionChange::Kind::reverses:
    return "reverses";
  }
  return "";
}

std::string frictions_csv(const RunReport& report) {
  const System& system = report.study().system;
  std::string out = csv_heading("t", QuantityUnits(system).time) + ",friction,change,direction\n";
  for (const FrictionChange& change : report.result->friction_changes)
    out += fmt::format("{},{},{},{}\n", change.time, csv_field(system.frictions[change.friction].name),
                       change_word(change.kind), change.direction);
  return out;
}

} // namespace report
} // namespace dalembert
