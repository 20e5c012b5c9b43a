#include <dalembert/printing/json.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/chosen_forces.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/run_contacts.h>
#include <dalembert/report/run_events.h>
#include <dalembert/report/run_files.h>
#include <dalembert/report/run_frictions.h>
#include <dalembert/report/run_impositions.h>
#include <dalembert/report/run_jumps.h>
#include <dalembert/report/run_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html_table.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

/// The plots of the model, each a figure with its title as caption.
std::string plots(const Overview& overview, const Study& study, const RunResult& result) {
  if (study.plots.empty() || result.table.times.size() < 2) return {};
  std::string out;
  constexpr double width = 480.0; // px: two stand side by side, and one can be read on a phone
  for (Figure& figure : plot_figures(study, result)) {
    figure.width = width;
    mark_chosen_forces(chosen_forces(overview, result.open_forces), figure);
    out += fmt::format("<figure>{}</figure>\n", svg(figure));
  }
  return fmt::format("<div class=\"plots\">\n{}</div>\n", out);
}

/// One column of the table of samples.
struct Column {
  std::string name;
  std::string unit;
  std::size_t index = 0;
  const std::vector<double>& (*of)(const Evaluation&) = nullptr;
};

std::vector<Column> columns(const System& system) {
  constexpr std::size_t most = 10;
  const QuantityNames names(system);
  const QuantityUnits units(system);
  std::vector<Column> out;
  for (std::size_t i = 0; i < names.coordinates.size(); ++i)
    out.push_back({names.coordinates[i], units.coordinates[i], i,
                   [](const Evaluation& e) -> const std::vector<double>& { return e.state.q; }});
  for (std::size_t i = 0; i < system.reactions.size(); ++i)
    out.push_back({names.reactions[i], units.reactions[i], i,
                   [](const Evaluation& e) -> const std::vector<double>& { return e.reactions; }});
  if (out.size() > most) out.resize(most);
  return out;
}

/// How many equal parts a table of `rows` rows is shown in: where it can be, at times that they end at.
std::size_t parts_of(std::size_t rows) {
  constexpr std::array<std::size_t, 6> wanted{10, 8, 9, 12, 7, 6};
  const auto* const found =
      std::ranges::find_if(wanted, [rows](std::size_t parts) { return rows > parts && (rows - 1) % parts == 0; });
  return found != wanted.end() ? *found : std::min<std::size_t>(rows - 1, wanted.front());
}

/// A few states of the run, evenly over its time.
std::string samples(const std::vector<std::string>& chosen, const System& system, const Table& table) {
  constexpr int time_digits = 6;
  const std::size_t rows = table.times.size();
  if (rows < 2) return {};
  const std::vector<Column> shown = columns(system);
  HtmlTable out("A few states of the motion");
  const auto add_column = [&out, &chosen](const std::string& name, const std::string& unit) {
    out.column(html_formula(formula_tree(name)) + html_text(unit_bracket(unit, html_style())) + mark_of(chosen, name),
               HtmlTable::Column::numbers);
  };
  add_column("t", system.has_units ? "s" : "");
  for (const Column& column : shown)
    add_column(column.name, column.unit);
  const std::size_t parts = parts_of(rows);
  std::vector<std::vector<std::string>> cells(parts + 1);
  const auto row_of = [&](std::size_t part) { return part * (rows - 1) / parts; };
  for (std::size_t k = 0; k <= parts; ++k)
    cells[k].push_back(number_text(table.times[row_of(k)], html_style(), time_digits));
  double largest = 0.0;
  std::vector<std::vector<double>> values(shown.size());
  for (std::size_t c = 0; c < shown.size(); ++c)
    for (std::size_t k = 0; k <= parts; ++k) {
      values[c].push_back(shown[c].of(table.evaluations[row_of(k)])[shown[c].index]);
      largest = std::max(largest, std::abs(values[c].back()));
    }
  constexpr double digits_of_a_double = 1e-16;
  for (const std::vector<double>& column : values) {
    const std::vector<std::string> texts = aligned_numbers(column, digits_of_a_double * largest);
    for (std::size_t k = 0; k <= parts; ++k)
      cells[k].push_back(texts[k]);
  }
  for (const std::vector<std::string>& row : cells)
    out.row(row);
  return out.text();
}

std::string source_texts(const SourceMap& sources) {
  std::string out;
  for (std::uint32_t file = 0; file < sources.size(); ++file)
    out += fmt::format("<details>\n<summary>{}</summary>\n<pre><code>{}</code></pre>\n</details>\n",
                       file == 0 ? "Source of the model" : xml_escaped(sources.name(file)),
                       xml_escaped(sources.text(file)));
  return out;
}

} // namespace

HtmlSection motion_section(const ReportPage& page) {
  HtmlSection out{"motion", "Motion", {}};
  if (!page.run) return out;
  const Study& study = page.run->study();
  const RunResult& result = *page.run->result;
  Page rows(html_style());
  const System& start = page.analysis.overview.study->system; // with all contacts open
  add_initial(rows, start, result.initial);
  if (result.impact) add_impact(rows, start, *result.impact);
  const bool moves = has_motion(result);
  if (moves) add_run(rows, *page.run);
  if (moves) add_events(rows, *page.run);
  if (moves) add_impositions(rows, *page.run);
  if (moves) add_contacts(rows, *page.run);
  if (moves) add_frictions(rows, *page.run);
  if (moves) add_jumps(rows, *page.run);
  if (result.outcome == RunOutcome::bounded)
    rows.row("", "for the whole run: dalembert run MODEL --out DIR, or dalembert report with --whole-run");
  if (moves) add_final(rows, *page.run);
  out.body = html_rows(rows);
  if (moves)
    out.body += plots(page.run->overview, study, result) +
                samples(chosen_forces(page.run->overview, result.open_forces), study.system, result.table) +
                events_html(*page.run);
  return out;
}

namespace {

/// How long the stages took; nothing where no time was counted.
std::string making_times(const StageSeconds& s) {
  const Style style = html_style();
  if (s.total() == 0.0) return {};
  return fmt::format(" in {}: reading {}, deriving {}, compiling {}, initial state {}, motion {}",
                     duration_text(s.total(), style), duration_text(s.parse(), style), duration_text(s.derive(), style),
                     duration_text(s.programs, style), duration_text(s.initial, style), duration_text(s.result, style));
}

} // namespace

std::string making_html(const ReportPage& page) {
  const std::string made =
      fmt::format("Made by <code>{}</code> with dalembert {}", xml_escaped(page.command), xml_escaped(page.version));
  const std::string body = fmt::format("<p>{}{}.</p>\n", made, making_times(page.seconds));
  return body + source_texts(*page.analysis.overview.sources);
}

} // namespace report
} // namespace dalembert
