#include <dalembert/printing/json.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/run_files.h>
#include <dalembert/report/run_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html_table.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert::inline report {

namespace {

/// The plots of the model, each a figure with its title as caption.
std::string plots(const Study& study, const RunResult& result) {
  if (study.plots.empty() || result.table.times.size() < 2) return {};
  std::string out;
  for (const Figure& figure : plot_figures(study, result))
    out += fmt::format("<figure>{}</figure>\n", svg(figure));
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

/// A few states of the run, evenly over its time.
std::string samples(const System& system, const Table& table) {
  constexpr std::size_t wanted = 9;
  constexpr int digits = 6;
  const std::size_t rows = table.times.size();
  if (rows < 2) return {};
  const std::vector<Column> shown = columns(system);
  HtmlTable out("A few states of the run");
  const auto add_column = [&out](const std::string& name, const std::string& unit) {
    out.column(html_formula(formula_tree(name)) + html_text(unit_bracket(unit, html_style())),
               HtmlTable::Column::numbers);
  };
  add_column("t", system.has_units ? "s" : "");
  for (const Column& column : shown)
    add_column(column.name, column.unit);
  const std::size_t count = std::min(wanted, rows);
  for (std::size_t r = 0; r < count; ++r) {
    const std::size_t row = r * (rows - 1) / (count - 1);
    std::vector<std::string> cells{number_text(table.times[row], html_style(), digits)};
    for (const Column& column : shown)
      cells.push_back(number_text(column.of(table.evaluations[row])[column.index], html_style(), digits));
    out.row(cells);
  }
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
  const Study& study = *page.analysis.overview.study;
  const RunResult& result = *page.run->result;
  Page rows(html_style());
  add_initial(rows, study.system, result.initial);
  if (result.impact) add_impact(rows, study.system, *result.impact);
  const bool moves = has_motion(result);
  if (moves) add_run(rows, *page.run);
  if (result.outcome == RunOutcome::bounded)
    rows.row("", "for the whole run: dalembert run MODEL --out DIR, or dalembert report with --whole-run");
  if (moves) add_final(rows, *page.run);
  out.body = html_rows(rows);
  if (moves) out.body += plots(study, result) + samples(study.system, result.table);
  return out;
}

std::string making_html(const ReportPage& page) {
  const Style style = html_style();
  const StageSeconds& s = page.seconds;
  Page rows(style);
  rows.row("program", fmt::format("dalembert {}", page.version));
  rows.row("time", fmt::format("{} in total: reading {}, deriving {}, compiling {}, initial state {}, run {}",
                               duration_text(s.total(), style), duration_text(s.parse(), style),
                               duration_text(s.derive(), style), duration_text(s.programs, style),
                               duration_text(s.initial, style), duration_text(s.result, style)));
  std::string body = fmt::format("<p><code>{}</code></p>\n", xml_escaped(page.command)) + html_rows(rows);
  return body + source_texts(*page.analysis.overview.sources);
}

} // namespace dalembert::inline report
