#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/csv.h>
#include <dalembert/report/run_events.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/formula_tree.h>
#include <dalembert/typesetting/html.h>
#include <dalembert/typesetting/html_table.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace report {

namespace {

std::vector<Event> awaited_events(const RunReport& report) {
  return events_of(report.result->events, EventKind::awaited);
}

/// `at t = 1.2, 3.4, … 9.7 s (12 times)`.
std::string times_text(const std::vector<double>& times, const std::string& second, const Style& style) {
  constexpr std::size_t most = 5;
  constexpr int digits = 10;
  const std::size_t first = times.size() <= most ? times.size() : most - 1;
  std::string list;
  for (std::size_t i = 0; i < first; ++i) {
    const bool is_last = i + 1 == times.size();
    list += (i > 0 ? ", " : "") +
            (is_last ? quantity_text(times[i], second, style, digits) : number_text(times[i], style, digits));
  }
  if (first < times.size())
    list += fmt::format(", {} {}", style.unicode ? "…" : "...", quantity_text(times.back(), second, style, digits));
  return fmt::format("at t = {}{}", list,
                     first < times.size() ? fmt::format(" ({} times)", times.size()) : std::string());
}

} // namespace

void add_events(Page& page, const RunReport& report) {
  const Style& style = page.style();
  const Study& study = report.study();
  const std::string second = study.system.has_units ? "s" : "";
  const std::vector<Event> met = awaited_events(report);
  std::string_view label = "events";
  for (std::size_t k = 0; k < study.events.size(); ++k) {
    const EventCondition& condition = study.events[k];
    std::vector<double> times;
    for (const Event& event : met)
      if (event.index == k) times.push_back(event.time);
    std::string out = fmt::format("{} ({})  ", name_text(condition.name, style), formula(condition.text, style));
    out += times.empty() ? "not in this run" : times_text(times, second, style);
    if (condition.stops && !times.empty()) out += "; the run ends there";
    page.row(label, out);
    label = "";
  }
}

std::string events_html(const RunReport& report) {
  const Study& study = report.study();
  const std::vector<Event> met = awaited_events(report);
  if (met.empty()) return {};
  constexpr std::size_t most_columns = 10;
  constexpr int digits = 8;
  const QuantityNames names(study.system);
  const QuantityUnits units(study.system);
  HtmlTable out("Events of the run");
  const auto add_column = [&out](const std::string& name, const std::string& unit) {
    out.column(html_formula(formula_tree(name)) + html_text(unit_bracket(unit, html_style())),
               HtmlTable::Column::numbers);
  };
  out.column("event");
  add_column("t", units.time);
  const std::size_t coordinates = std::min(most_columns, names.coordinates.size());
  for (std::size_t i = 0; i < coordinates; ++i)
    add_column(names.coordinates[i], units.coordinates[i]);
  for (const Event& event : met) {
    const EventCondition& condition = study.events[event.index];
    const std::string& what = condition.description.empty() ? condition.name : condition.description;
    std::vector<std::string> cells{html_text(what), number_text(event.time, html_style(), digits)};
    for (std::size_t i = 0; i < coordinates; ++i)
      cells.push_back(number_text(event.y[i], html_style(), digits));
    out.row(cells);
  }
  return out.text();
}

std::string events_csv(const RunReport& report) {
  const Study& study = report.study();
  const QuantityNames names(study.system);
  const QuantityUnits units(study.system);
  std::string out = csv_heading("t", units.time) + ",event";
  for (std::size_t i = 0; i < names.coordinates.size(); ++i)
    out += ',' + csv_heading(names.coordinates[i], units.coordinates[i]);
  for (std::size_t i = 0; i < names.rates.size(); ++i)
    out += ',' + csv_heading(names.rates[i], units.rates[i]);
  out += '\n';
  for (const Event& event : awaited_events(report)) {
    out += fmt::format("{},{}", event.time, csv_field(study.events[event.index].name));
    for (std::size_t i = 0; i < 2 * names.coordinates.size(); ++i)
      out += fmt::format(",{}", event.y[i]);
    out += '\n';
  }
  return out;
}

} // namespace report
} // namespace dalembert
