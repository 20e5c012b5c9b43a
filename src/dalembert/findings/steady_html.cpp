#include <dalembert/findings/state_space_html.h>
#include <dalembert/findings/steady_html.h>
#include <dalembert/findings/steady_obstacle.h>
#include <dalembert/findings/steady_text.h>
#include <dalembert/printing/counted.h>
#include <dalembert/printing/family.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/studies/steady_states.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html.h>
#include <dalembert/typesetting/html_table.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <span>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

using Column = HtmlTable::Column;

constexpr int steady_digits = 5;
constexpr std::size_t most_states = 8;
constexpr std::size_t most_state_columns = 12; // coordinates of the table of states, entries of a mode
constexpr std::size_t most_wide_columns = 4;   // of coordinates beside a picture and words

std::string steady_number(double value) {
  return number_text(value + 0.0, html_style(), steady_digits); // no -0
}

std::string quantity_heading(std::string_view name, std::string_view unit) {
  return html_formula(formula_tree(name)) + html_text(unit_bracket(unit, html_style()));
}

bool runs_in(const SteadyState& steady, std::size_t i) {
  return std::ranges::find(steady.running, i) != steady.running.end();
}

/// The coordinates, families whose members agree in every state as one: each in a column, or many in one list.
class StateColumns {
public:
  StateColumns(const System& system, std::span<const SteadyState> states) : system_(system), states_(states) {
    runs_ = family_runs(system.coordinates, [this](std::size_t a, std::size_t b) { return agree(a, b); });
    left_out_ = runs_.size() > most_state_columns ? runs_.size() - most_state_columns : 0;
    runs_.resize(runs_.size() - left_out_);
  }

  [[nodiscard]] std::size_t left_out() const { return left_out_; }

  void add_to(HtmlTable& table) const {
    if (is_list()) return table.column("values", Column::list);
    for (const FamilyRun& run : runs_) {
      const std::string unit = unit_of(system_, system_.coordinates[run.begin].name);
      table.column(heading(run) + html_text(unit_bracket(unit, html_style())), Column::numbers);
    }
  }

  /// The value of a coordinate that stays; the rate of one that runs.
  void add_cells(std::vector<std::string>& cells, const SteadyState& steady) const {
    std::string list;
    for (const FamilyRun& run : runs_) {
      const std::string cell = runs_in(steady, run.begin) ? rate_text(steady, run.begin) : value_text(steady, run);
      if (is_list())
        list += fmt::format("{}<span class=\"whole\">{}</span>", list.empty() ? "" : ", ", cell);
      else
        cells.push_back(cell);
    }
    if (is_list()) cells.push_back(list);
  }

private:
  /// More columns are wider than a printed page, whatever is in them.
  [[nodiscard]] bool is_list() const { return runs_.size() > most_wide_columns; }

  [[nodiscard]] std::string rate_text(const SteadyState& steady, std::size_t i) const {
    const std::string rate = system_.coordinates[i].name + "'";
    if (std::ranges::binary_search(steady.changing, i)) return html_formula(formula_tree(rate)) + " changes";
    return fmt::format(
        "{} = {}", html_formula(formula_tree(rate)),
        html_text(quantity_text(steady.state.v[i] + 0.0, unit_of(system_, rate), html_style(), steady_digits)));
  }

  [[nodiscard]] std::string value_text(const SteadyState& steady, const FamilyRun& run) const {
    const double value = steady.state.q[run.begin] + 0.0;
    if (!is_list()) return steady_number(value);
    const std::string& name = system_.coordinates[run.begin].name;
    return fmt::format("{} = {}", heading(run),
                       html_text(quantity_text(value, unit_of(system_, name), html_style(), steady_digits)));
  }

  [[nodiscard]] std::string heading(const FamilyRun& run) const {
    const Coordinate& first = system_.coordinates[run.begin];
    return run.size() == 1 ? html_formula(formula_tree(first.name))
                           : html_text(run_name(first, system_.coordinates[run.end - 1], html_style()));
  }

  [[nodiscard]] bool agree(std::size_t a, std::size_t b) const {
    return std::ranges::all_of(states_, [a, b](const SteadyState& steady) {
      return steady.state.q[a] == steady.state.q[b] && !runs_in(steady, a) && !runs_in(steady, b);
    });
  }

  const System& system_;
  std::span<const SteadyState> states_;
  std::vector<FamilyRun> runs_;
  std::size_t left_out_ = 0;
};

/// `steady motion, the initial state; one of a family with 2 parameters`.
std::string state_kind(const SteadyState& steady) {
  std::string out = steady.is_equilibrium ? "equilibrium" : "steady motion";
  if (steady.is_initial) out += ", the initial state";
  if (steady.family == 1) out += "; one of a one-parameter family";
  if (steady.family > 1) out += fmt::format("; one of a family with {} parameters", steady.family);
  if (steady.degenerate > 0)
    out += fmt::format(", degenerate in {} without a corresponding family", counted(steady.degenerate, "direction"));
  return out;
}

std::string states_table(FactWriter& writer, std::span<const SteadyState> states) {
  const StateColumns columns(*writer.equations().system, states);
  HtmlTable table({});
  table.column("");
  std::vector<std::string> pictures;
  for (const SteadyState& steady : states)
    pictures.push_back(writer.has_pictures() ? writer.picture(steady.state) : std::string());
  const bool has_pictures = std::ranges::any_of(pictures, [](const std::string& svg) { return !svg.empty(); });
  if (has_pictures) table.column("");
  table.column("state", Column::prose);
  table.column("stability", Column::prose);
  columns.add_to(table);
  for (std::size_t i = 0; i < states.size(); ++i) {
    std::vector<std::string> cells{std::to_string(i + 1)};
    if (has_pictures) cells.push_back(pictures[i]);
    cells.push_back(state_kind(states[i]));
    cells.push_back(states[i].spectrum.values.empty() ? std::string()
                                                      : html_text(linear_verdict(states[i], html_style())));
    columns.add_cells(cells, states[i]);
    table.row(cells);
  }
  std::string out = table.text();
  if (columns.left_out() > 0)
    out += fmt::format("<p class=\"soft\">and {} more coordinates; --json has all</p>\n", columns.left_out());
  return out;
}

/// Columns of numbers as the rows of a table; a dash for what is not a number, as ω of a mode that does not oscillate.
/// The last `shapes` columns have as many decimals as their largest entry, 1, has.
void add_aligned_rows(HtmlTable& table, const std::vector<std::vector<double>>& columns, std::size_t shapes) {
  std::vector<std::vector<std::string>> rows(columns.front().size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::vector<double>& column = columns[c];
    std::vector<double> known;
    std::ranges::copy_if(column, std::back_inserter(known), [](double value) { return std::isfinite(value); });
    if (c + shapes >= columns.size()) known.push_back(1.0);
    const std::vector<std::string> texts = aligned_numbers(known, 0.0);
    auto text = texts.begin();
    for (std::size_t k = 0; k < column.size(); ++k)
      rows[k].push_back(std::isfinite(column[k]) ? *text++ : std::string("–"));
  }
  for (const std::vector<std::string>& row : rows)
    table.row(row);
}

/// One mode a row: ω², ω and the period where it oscillates, its damping ratio, its shape with the largest entry 1.
std::string modes_table(const System& system, const SmallOscillations& small) {
  const std::size_t entries = std::min(small.coordinates.size(), most_state_columns);
  const std::string_view per_second = system.has_units ? "1/s" : "";
  HtmlTable table("Modes, with the largest entry of each shape 1");
  table.column(quantity_heading("omega^2", system.has_units ? "1/s^2" : ""), Column::numbers);
  table.column(quantity_heading("omega", per_second), Column::numbers);
  table.column("period" + html_text(unit_bracket(system.has_units ? "s" : "", html_style())), Column::numbers);
  if (!small.damping_ratios.empty()) table.column("damping ratio", Column::numbers);
  for (std::size_t i = 0; i < entries; ++i)
    table.column(html_formula(formula_tree(system.coordinates[small.coordinates[i]].name)), Column::numbers);
  std::vector<std::vector<double>> columns(3 + (small.damping_ratios.empty() ? 0 : 1) + entries);
  for (std::size_t k = 0; k < small.axes.values.size(); ++k) {
    const double square = small.axes.values[k];
    if (square == 0.0) continue; // a shift at rest is listed with the eigenvalues
    double largest = 0.0;
    for (std::size_t i = 0; i < small.coordinates.size(); ++i)
      if (std::abs(small.axes.vectors.at(i, k)) > std::abs(largest)) largest = small.axes.vectors.at(i, k);
    std::vector<double> row{square, std::sqrt(square), 2.0 * std::numbers::pi / std::sqrt(square)};
    if (!small.damping_ratios.empty()) row.push_back(small.damping_ratios[k]);
    for (std::size_t i = 0; i < entries; ++i)
      row.push_back(small.axes.vectors.at(i, k) / largest);
    for (std::size_t c = 0; c < row.size(); ++c)
      columns[c].push_back(row[c]);
  }
  add_aligned_rows(table, columns, entries);
  std::string out = table.text();
  if (!out.empty() && entries < small.coordinates.size())
    out += fmt::format("<p class=\"soft\">Each shape has {} entries; --json has all.</p>\n", small.coordinates.size());
  if (small.is_damped) out += fmt::format("<p>The damping is {}.</p>\n", html_text(damping_text(small, html_style())));
  return out;
}

std::string linear_html(const System& system, std::span<const SteadyState> states, std::size_t i) {
  const SteadyState& steady = states[i];
  if (steady.spectrum.values.empty()) return {};
  const bool has_unit =
      system.has_units && std::ranges::any_of(steady.spectrum.values, [](auto s) { return s != 0.0; });
  std::string out =
      fmt::format("<p class=\"state\"><strong>State {}.</strong> Small deviations have the eigenvalues {}{}.</p>\n",
                  i + 1, html_text(spectrum_values(steady, html_style())), has_unit ? " in s⁻¹" : "");
  if (steady.oscillations) out += modes_table(system, *steady.oscillations);
  out += state_space_html(steady.linear, i > 0 ? &states.front().linear : nullptr);
  return out;
}

/// Why there are no steady states to show, as a sentence.
std::string obstacle_sentence(const std::string& why) {
  if (why.starts_with("steady states")) return "S" + why.substr(1);
  if (why.starts_with("not searched for")) return "Steady states are " + why;
  if (why.starts_with("none found")) return "No steady state was" + why.substr(std::string_view("none").size());
  return "Steady states in numbers: " + why;
}

} // namespace

std::string steady_states_html(FactWriter& writer, const FactSet& facts) {
  const auto& found = facts.get<SteadyStates>();
  const System& system = *writer.equations().system;
  const std::span<const SteadyState> states(found.states.data(), std::min(most_states, found.states.size()));
  std::string out;
  if (!states.empty()) out += "<h3>For the given parameters</h3>\n" + states_table(writer, states);
  if (found.states.size() > states.size())
    out += fmt::format("<p class=\"soft\">and {} more; --json has all</p>\n", found.states.size() - states.size());
  for (std::size_t i = 0; i < states.size(); ++i)
    out += linear_html(system, states, i);
  if (const std::string& why = facts.get<SteadyObstacle>().why; !why.empty())
    out += fmt::format("<p>{}.</p>\n", html_text(obstacle_sentence(why)));
  for (const std::string& note : found.notes)
    out += fmt::format("<p>Not examined: {}.</p>\n", html_text(set_sentence(system, note, html_style())));
  return out;
}

} // namespace findings
} // namespace dalembert
