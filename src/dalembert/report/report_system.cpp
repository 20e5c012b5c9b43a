#include <dalembert/expr/tabulated.h>
#include <dalembert/printing/family.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/given_formulas.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/system_words.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html_table.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert {
inline namespace report {

namespace {

using TableColumn = HtmlTable::Column;

std::string unit_text(const Measure& measure) {
  return svg_unit(measure.unit());
}

std::string formula_text(std::string_view text) {
  return html_formula(formula_tree(text));
}

/// `θ₁`, or `θ₁…₄₀` for a family.
std::string family_text(const Declared& first, const Declared& last) {
  return &first == &last ? formula_text(first.name) : html_text(run_name(first, last, html_style()));
}

bool are_alike(const Declared& a, const Declared& b) {
  return a.measure == b.measure && a.description == b.description;
}

std::string coordinate_table(const System& system) {
  HtmlTable table("Coordinates", HtmlTable::Layout::list);
  for (const char* const heading : {"symbol", "unit", "meaning"})
    table.column(heading);
  const std::vector<Coordinate>& all = system.coordinates;
  for (const FamilyRun& run :
       family_runs(all, [&all](std::size_t a, std::size_t b) { return are_alike(all[a], all[b]); })) {
    const Coordinate& q = all[run.begin];
    table.row({family_text(q, all[run.end - 1]), unit_text(q.measure), xml_escaped(q.description)});
  }
  return table.text();
}

std::string parameter_table(const Overview& overview) {
  const std::vector<Parameter>& parameters = overview.study->system.parameters;
  if (parameters.empty()) return {};
  constexpr int digits = 8;
  const auto value = [&overview](std::size_t i) {
    return i < overview.parameters.size() ? overview.parameters[i] : std::nullopt;
  };
  const auto text = [&value](std::size_t i) {
    return value(i) ? number_text(*value(i), html_style(), digits) : std::string("open");
  };
  HtmlTable table("Parameters", HtmlTable::Layout::list);
  table.column("symbol");
  table.column("value", TableColumn::numbers);
  table.column("unit");
  table.column("meaning");
  for (const FamilyRun& run :
       family_runs(parameters, [&](std::size_t a, std::size_t b) { return are_alike(parameters[a], parameters[b]); })) {
    const Parameter& p = parameters[run.begin];
    bool is_one = true;
    for (std::size_t i = run.begin; i < run.end; ++i)
      is_one = is_one && value(i) == value(run.begin);
    const std::string between = run.size() > 2 ? ", …, " : ", ";
    table.row({family_text(p, parameters[run.end - 1]),
               is_one ? text(run.begin) : text(run.begin) + between + text(run.end - 1), unit_text(p.measure),
               xml_escaped(p.description)});
  }
  return table.text();
}

/// The functions that files give. Ranges are in SI, as all numbers of the page.
std::string file_table(const System& system) {
  if (system.tables.empty()) return {};
  constexpr int digits = 6;
  const auto range = [](double low, double high) {
    return number_text(low, html_style(), digits) + " … " + number_text(high, html_style(), digits);
  };
  HtmlTable table("Tables, interpolated by monotone cubics");
  const std::array<std::pair<const char*, TableColumn>, 9> columns{{{"symbol", TableColumn::words},
                                                                    {"file", TableColumn::words},
                                                                    {"argument", TableColumn::words},
                                                                    {"range", TableColumn::numbers},
                                                                    {"unit", TableColumn::words},
                                                                    {"points", TableColumn::numbers},
                                                                    {"column", TableColumn::words},
                                                                    {"values", TableColumn::numbers},
                                                                    {"unit", TableColumn::words}}};
  for (const auto& [heading, kind] : columns)
    table.column(heading, kind);
  for (const TableInput& input : system.tables) {
    const TabulatedFunction& function = *system.graph->table(input.id);
    table.row({formula_text(input.name), xml_escaped(input.file), xml_escaped(input.argument),
               range(function.first(), function.last()), unit_text(input.argument_measure),
               fmt::format("{}", function.size()), xml_escaped(input.column),
               range(function.lowest(), function.highest()), unit_text(input.measure)});
  }
  return table.text();
}

} // namespace

HtmlSection system_section(const ReportPage& page, FormulaWriter& writer) {
  const Overview& overview = page.analysis.overview;
  const System& system = overview.study->system;
  std::string out = fmt::format("<p class=\"lead\">{}</p>\n", system_words(overview, page.analysis.facts));
  out += page.picture;
  out += coordinate_table(system) + parameter_table(overview) + file_table(system) +
         definitions_html(overview, writer) + energies_html(overview, writer) + forces_html(system, writer);
  if (!system.constraints.empty() || overview.study->closed)
    out += (system.constraints.empty() && overview.study->closed->imposed.empty() ? "<h3>Contacts</h3>\n"
                                                                                  : "<h3>Constraints</h3>\n") +
           constraints_section(overview).body;
  return {"system", "System", out};
}

} // namespace report
} // namespace dalembert
