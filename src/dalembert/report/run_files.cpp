#include <dalembert/base/errors.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/plot/svg_plot.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/chosen_forces.h>
#include <dalembert/report/csv.h>
#include <dalembert/report/run_contacts.h>
#include <dalembert/report/run_events.h>
#include <dalembert/report/run_files.h>
#include <dalembert/report/run_frictions.h>
#include <dalembert/report/run_impositions.h>
#include <dalembert/report/run_sensitivities.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <set>

namespace dalembert {
inline namespace report {

namespace {

constexpr const char* table_name = "table.csv";
constexpr const char* events_name = "events.csv";
constexpr const char* impacts_name = "impacts.csv";
constexpr const char* frictions_name = "frictions.csv";
constexpr const char* impositions_name = "impositions.csv";
constexpr const char* sensitivities_name = "sensitivities.csv";
constexpr const char* picture_name = "picture.svg";

/// Takes one number out of a row of the table.
using Pick = std::function<double(const Evaluation&)>;

/// One column of a table, read where it lies.
CsvSource source(const Table& table, std::string name, std::string unit, Pick pick) {
  return {std::move(name), std::move(unit),
          [&table, pick = std::move(pick)](std::size_t row) { return pick(table.evaluations[row]); }};
}

/// One column of observables, of a table or of curves.
std::vector<double> observable(const std::vector<std::vector<double>>& rows, std::size_t index) {
  std::vector<double> out;
  out.reserve(rows.size());
  for (const std::vector<double>& row : rows)
    out.push_back(row[index]);
  return out;
}

/// Adds one column for each name; `of` is the vector of an Evaluation that holds them.
void add_columns(std::vector<CsvSource>& columns, const Table& table, const std::vector<std::string>& names,
                 const std::vector<std::string>& units,
                 const std::function<double(const Evaluation&, std::size_t)>& of) {
  for (std::size_t i = 0; i < names.size(); ++i)
    columns.push_back(source(table, names[i], units[i], [of, i](const Evaluation& e) { return of(e, i); }));
}

/// The energies of a table, without those whose name the user gave to something else.
void add_energies(const System& system, const Table& table, std::vector<CsvSource>& out) {
  std::set<std::string> taken;
  for (const CsvSource& column : out)
    taken.insert(column.name);
  for (const Speed& speed : system.speeds)
    taken.insert(speed.name);
  const std::string unit = QuantityUnits(system).energy;
  const auto add = [&](const char* name, const Pick& pick) {
    if (!taken.contains(name)) out.push_back(source(table, name, unit, pick));
  };
  const bool is_split = system.gives_kinetic_energy();
  add(is_split ? "T" : "L_2", [](const Evaluation& e) { return e.energies.kinetic; });
  if (is_split) add("V", [](const Evaluation& e) { return e.energies.potential; });
  add("h", [](const Evaluation& e) { return e.energies.energy_function; });
  if (!table.evaluations.empty() && table.evaluations.front().energies.total)
    add("E", [](const Evaluation& e) { return e.energies.total.value_or(0.0); });
}

CsvSource observable_source(const Table& table, std::string name, std::string unit, std::size_t index) {
  return {std::move(name), std::move(unit), [&table, index](std::size_t row) { return table.observables[row][index]; }};
}

std::vector<CsvSource> all_columns(const Study& study, const Table& table) {
  const System& system = study.system;
  const QuantityNames names(system);
  const QuantityUnits units(system);
  std::vector<CsvSource> out{{"t", units.time, [&table](std::size_t row) { return table.times[row]; }}};
  add_columns(out, table, names.coordinates, units.coordinates,
              [](const Evaluation& e, std::size_t i) { return e.state.q[i]; });
  add_columns(out, table, names.rates, units.rates, [](const Evaluation& e, std::size_t i) { return e.state.v[i]; });
  add_columns(out, table, names.accelerations, units.accelerations,
              [](const Evaluation& e, std::size_t i) { return e.accelerations[i]; });
  add_columns(out, table, names.multipliers, units.multipliers,
              [](const Evaluation& e, std::size_t i) { return e.multipliers[i]; });
  add_columns(out, table, names.reactions, units.reactions, [](const Evaluation& e, std::size_t i) {
    return i < e.reactions.size() ? e.reactions[i] : e.frictions[i - e.reactions.size()];
  });
  add_energies(system, table, out);
  const ObservedPart speeds = observed(study).speeds;
  for (std::size_t s = 0; s < system.speeds.size(); ++s)
    out.push_back(observable_source(table, system.speeds[s].name, system.speeds[s].measure.unit(), speeds[s]));
  return out;
}

/// Letters, digits and underscores of `text`, so that it may be part of a file name.
std::string slug(const std::string& text) {
  constexpr std::size_t longest = 40;
  std::string out;
  for (const char c : text) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_plain)
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
    if (out.size() >= longest) break;
  }
  while (!out.empty() && out.back() == '_')
    out.pop_back();
  return out;
}

std::string plot_name(const Plot& plot, std::size_t index) {
  std::string what;
  for (const Quantity& curve : plot.curves)
    what += (what.empty() ? "" : "_") + curve.text;
  if (plot.versus) what += "_vs_" + plot.versus->text;
  return fmt::format("plot{}_{}.svg", index + 1, slug(what));
}

/// A plot of the study.
Figure figure(const Study& study, const RunResult& result, const Plot& plot, const ObservedPart& part) {
  const auto& rows = result.curves.times.empty() ? result.table.observables : result.curves.observables;
  Figure out;
  out.title = plot.title;
  out.x_label = plot.versus ? plot.versus->text : "t";
  out.x_unit = plot.versus ? plot.versus->measure.unit() : QuantityUnits(study.system).time;
  const std::vector<double> x = observable(rows, part.last());
  for (std::size_t c = 0; c < plot.curves.size(); ++c)
    out.series.push_back({plot.curves[c].text, plot.curves[c].measure.unit(), x, observable(rows, part[c])});
  out.resolution = std::max(out.resolution, result.tolerance);
  if (plot.style == "points") out.mark = Figure::Mark::points;
  if (plot.style == "stem") out.mark = Figure::Mark::stem;
  const bool is_path = plot.versus && plot.versus->measure.dimension == Dimension::length() &&
                       plot.curves.front().measure.dimension == Dimension::length();
  if (is_path) out.aspect = Figure::Aspect::equal;
  return out;
}

/// A name that stays inside the folder: relative, and never upward.
std::string inner_name(const TableExport& table) {
  const std::filesystem::path path(table.file);
  bool is_inside = path.is_relative() && path.has_filename();
  for (const std::filesystem::path& part : path)
    is_inside = is_inside && part != "..";
  if (is_inside) return path.lexically_normal().string();
  Diagnostic d;
  d.code = "E0723";
  d.span = table.span;
  d.message = fmt::format("the file \"{}\" would lie outside the folder of --out", table.file);
  d.help = "write a name without a leading / and without ..";
  throw ModelError(d);
}

/// Two files of one name, or a file where the other needs a folder.
bool is_in_the_way(const std::string& a, const std::string& b) {
  return a == b || a.starts_with(b + "/") || b.starts_with(a + "/");
}

[[noreturn]] void refuse_name(const TableExport& table, const std::string& taken) {
  Diagnostic d;
  d.code = "E0725";
  d.span = table.span;
  d.message = fmt::format("the file \"{}\" would replace {}, which the run writes too", table.file, taken);
  d.help = "choose another name";
  throw ModelError(d);
}

std::vector<CsvSource> exported_columns(const Study& study, const Table& table, const TableExport& wanted,
                                        const ObservedPart& part) {
  if (wanted.columns.empty()) return all_columns(study, table);
  std::vector<CsvSource> columns;
  for (std::size_t c = 0; c < wanted.columns.size(); ++c)
    columns.push_back(observable_source(table, wanted.columns[c].text, wanted.columns[c].measure.unit(), part[c]));
  return columns;
}

/// Says of columns of forces that are one choice of many that they are.
std::vector<CsvSource> marked(std::vector<CsvSource> columns, const std::vector<std::string>& chosen) {
  for (CsvSource& column : columns)
    column.name += mark_of(chosen, column.name);
  return columns;
}

/// The rows of a table as a text that is made while it is written.
TextSource table_text(const Table& table, std::vector<CsvSource> columns) {
  return [&table, columns = std::move(columns)](const TextSink& sink) { write_csv(columns, table.times.size(), sink); };
}

TextSource whole_text(std::string text) {
  return [text = std::move(text)](const TextSink& sink) { sink(text); };
}

} // namespace

std::vector<Figure> plot_figures(const Study& study, const RunResult& result) {
  const Observed order = observed(study);
  std::vector<Figure> out;
  out.reserve(study.plots.size());
  for (std::size_t i = 0; i < study.plots.size(); ++i)
    out.push_back(figure(study, result, study.plots[i], order.plots[i]));
  return out;
}

std::vector<OutputFile> run_files(const RunReport& report) {
  const Study& study = report.study();
  const Table& table = report.result->table;
  const Observed order = observed(study);
  const std::vector<std::string> chosen = chosen_forces(report.overview, report.result->open_forces);
  std::vector<OutputFile> files{{table_name, table_text(table, marked(all_columns(study, table), chosen))}};
  std::vector<Figure> figures = plot_figures(study, *report.result);
  for (Figure& each : figures)
    mark_chosen_forces(chosen, each);
  for (std::size_t i = 0; i < figures.size(); ++i)
    files.push_back({plot_name(study.plots[i], i), whole_text(svg(figures[i]))});
  for (std::size_t i = 0; i < study.exports.size(); ++i)
    files.push_back(
        {inner_name(study.exports[i]),
         table_text(table, marked(exported_columns(study, table, study.exports[i], order.exports[i]), chosen))});
  if (!study.events.empty()) files.push_back({events_name, whole_text(events_csv(report))});
  if (!study.contacts.empty()) files.push_back({impacts_name, whole_text(impacts_csv(report))});
  if (!study.imposed.empty()) files.push_back({impositions_name, whole_text(impositions_csv(report))});
  if (!study.system.frictions.empty()) files.push_back({frictions_name, whole_text(frictions_csv(report))});
  if (report.sensitivities) files.push_back({sensitivities_name, sensitivities_csv(report)});
  if (report.picture) files.push_back(picture_file(*report.picture));
  return files;
}

OutputFile picture_file(const PicturePage& page) {
  return {picture_name, whole_text(picture_text(page, {}))};
}

std::vector<std::string> run_file_names(const Study& study) {
  std::vector<std::string> names{table_name, picture_name};
  for (std::size_t i = 0; i < study.plots.size(); ++i)
    names.push_back(plot_name(study.plots[i], i));
  for (const TableExport& wanted : study.exports)
    names.push_back(inner_name(wanted));
  names.emplace_back("result.json");
  if (!study.events.empty()) names.emplace_back(events_name);
  if (!study.contacts.empty() || study.closed) names.emplace_back(impacts_name);
  if (!study.imposed.empty() || study.closed) names.emplace_back(impositions_name);
  if (!study.system.frictions.empty()) names.emplace_back(frictions_name);
  names.emplace_back(sensitivities_name);
  return names;
}

void check_export_names(const Study& study) {
  const std::vector<std::string> names = run_file_names(study);
  const std::size_t first = 2 + study.plots.size();
  for (std::size_t i = 0; i < study.exports.size(); ++i)
    for (std::size_t k = 0; k < names.size(); ++k)
      if (k != first + i && is_in_the_way(names[first + i], names[k])) refuse_name(study.exports[i], names[k]);
}

} // namespace report
} // namespace dalembert
