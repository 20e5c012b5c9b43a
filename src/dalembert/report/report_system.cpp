#include <dalembert/expr/tabulated.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/printing/family.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace dalembert::inline report {

namespace {

constexpr std::size_t most_table_rows = 60; // of a table; a family of hundreds says no more than its first members

std::string cell(std::string_view content, std::string_view cls = {}) {
  return cls.empty() ? fmt::format("<td>{}</td>", content) : fmt::format("<td class=\"{}\">{}</td>", cls, content);
}

std::string unit_cell(const Measure& measure) {
  return cell(svg_unit(measure.unit()));
}

/// How a table is printed on paper: a list of short rows may stand in two columns.
enum class Layout : std::uint8_t { table, list };
constexpr std::size_t rows_of_two_columns = 8;

/// A table with its head; rows beyond the limit are counted.
std::string table(std::string_view caption, std::string_view head, const std::vector<std::string>& rows,
                  Layout layout = Layout::table) {
  std::string out =
      fmt::format("<div class=\"scroll{}\"><table>\n<caption>{}</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
                  layout == Layout::list && rows.size() >= rows_of_two_columns ? " list" : "", caption, head);
  for (std::size_t i = 0; i < std::min(rows.size(), most_table_rows); ++i)
    out += fmt::format("<tr>{}</tr>\n", rows[i]);
  out += "</tbody></table></div>\n";
  if (rows.size() > most_table_rows)
    out += fmt::format("<p class=\"soft\">and {} more</p>\n", rows.size() - most_table_rows);
  return out;
}

std::string formula_cell(std::string_view text) {
  return cell(html_formula(formula_tree(text)));
}

/// `θ₁`, or `θ₁…₄₀` for a family.
std::string name_cell(const Declared& first, const Declared& last) {
  return &first == &last ? formula_cell(first.name) : cell(html_text(run_name(first, last, html_style())));
}

bool are_alike(const Declared& a, const Declared& b) {
  return a.measure == b.measure && a.description == b.description;
}

std::string coordinate_table(const System& system) {
  std::vector<std::string> rows;
  const std::vector<Coordinate>& all = system.coordinates;
  for (const FamilyRun& run :
       family_runs(all, [&all](std::size_t a, std::size_t b) { return are_alike(all[a], all[b]); })) {
    const Coordinate& q = all[run.begin];
    rows.push_back(name_cell(q, all[run.end - 1]) + unit_cell(q.measure) + cell(xml_escaped(q.description)));
  }
  return table("Coordinates", "<th>symbol</th><th>unit</th><th>meaning</th>", rows, Layout::list);
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
  std::vector<std::string> rows;
  for (const FamilyRun& run :
       family_runs(parameters, [&](std::size_t a, std::size_t b) { return are_alike(parameters[a], parameters[b]); })) {
    const Parameter& p = parameters[run.begin];
    bool is_one = true;
    for (std::size_t i = run.begin; i < run.end; ++i)
      is_one = is_one && value(i) == value(run.begin);
    const std::string between = run.size() > 2 ? ", …, " : ", ";
    rows.push_back(name_cell(p, parameters[run.end - 1]) +
                   cell(is_one ? text(run.begin) : text(run.begin) + between + text(run.end - 1), "value") +
                   unit_cell(p.measure) + cell(xml_escaped(p.description)));
  }
  return table("Parameters", "<th>symbol</th><th>value</th><th>unit</th><th>meaning</th>", rows, Layout::list);
}

/// The functions that files give. Ranges are in SI, as all numbers of the page.
std::string file_table(const System& system) {
  if (system.tables.empty()) return {};
  constexpr int digits = 6;
  const auto range = [](double low, double high) {
    return number_text(low, html_style(), digits) + " … " + number_text(high, html_style(), digits);
  };
  std::vector<std::string> rows;
  for (const TableInput& input : system.tables) {
    const TabulatedFunction& function = *system.graph->table(input.id);
    rows.push_back(formula_cell(input.name) + cell(xml_escaped(input.file)) + cell(xml_escaped(input.argument)) +
                   cell(range(function.first(), function.last()), "value") + unit_cell(input.argument_measure) +
                   cell(fmt::format("{}", function.size()), "value") + cell(xml_escaped(input.column)) +
                   cell(range(function.lowest(), function.highest()), "value") + unit_cell(input.measure));
  }
  return table("Tables, interpolated by monotone cubics",
               "<th>symbol</th><th>file</th><th>argument</th><th>range</th><th>unit</th><th>points</th><th>column</th>"
               "<th>values</th><th>unit</th>",
               rows);
}

/// name = what the user wrote, or e where that is not at hand, with the user's description beside it.
std::string described(FormulaWriter& writer, const Declared& declared, std::string_view name, Expr e,
                      const std::string& written) {
  HtmlEquation equation;
  if (written.empty()) {
    equation = writer.definition(name, e);
  } else {
    equation.text = fmt::format("{} = {}", name, written);
    equation.formula = formula_tree(equation.text);
  }
  equation.remark = declared.description;
  return html_equation(equation);
}

/// The right-hand side of a statement `kinetic T = …` on one line, without comments and description.
std::string right_side(std::string_view statement) {
  std::string out;
  bool is_right = false;
  bool is_comment = false;
  for (const char c : statement) {
    if (c == '"') break;
    is_comment = c == '#' || (is_comment && c != '\n');
    const bool is_blank = c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\\';
    if (is_right && !is_comment && !(is_blank && (out.empty() || out.back() == ' '))) out += is_blank ? ' ' : c;
    is_right = is_right || (c == '=' && !is_comment);
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ';'))
    out.pop_back();
  return out;
}

/// True where a line of a statement is all of it: its brackets are closed, and nothing is to follow.
bool is_whole(std::string_view line) {
  int open = 0;
  for (const char c : line)
    open += c == '(' || c == '[' ? 1 : (c == ')' || c == ']' ? -1 : 0);
  constexpr std::array<std::string_view, 10> unfinished{"+", "-", "*", "/", "^", "=", ",", "\\", "then", "else"};
  return open == 0 && std::ranges::none_of(unfinished, [line](std::string_view end) { return line.ends_with(end); });
}

/// The statement of a family as it was written: `x[i in 0..n] = …`. Empty where it is not at hand, or on several lines.
std::string written_family(const Overview& overview, const Declared& member) {
  if (overview.sources == nullptr || member.span.file >= overview.sources->size()) return {};
  const std::string_view whole = overview.sources->text(member.span.file);
  const std::string_view from_name = whole.substr(std::min<std::size_t>(member.span.begin, whole.size()));
  const std::string_view line = from_name.substr(0, from_name.find('\n'));
  const std::size_t equals = line.find('=');
  const std::string right = right_side(line);
  if (equals == std::string_view::npos || right.empty() || !is_whole(right)) return {};
  return fmt::format("<p class=\"with\"><code>{}= {}</code></p>\n", xml_escaped(line.substr(0, equals)),
                     xml_escaped(right));
}

/// The lets of the model; a long family as it was written; what is beyond a screen is counted.
std::string definitions(const Overview& overview, FormulaWriter& writer) {
  constexpr std::size_t most = 24;
  constexpr std::size_t long_family = 6;
  const std::vector<Let>& lets = overview.study->system.lets;
  std::string out;
  std::size_t shown = 0;
  std::size_t left_out = 0;
  for (const FamilyRun& run : family_runs(lets, [](std::size_t, std::size_t) { return true; })) {
    const std::string family = run.size() > long_family ? written_family(overview, lets[run.begin]) : std::string();
    if (!family.empty() && shown < most) {
      out += family;
      ++shown;
      continue;
    }
    for (std::size_t i = run.begin; i < run.end; ++i) {
      if (shown++ < most)
        out += described(writer, lets[i], lets[i].name, lets[i].value, lets[i].text);
      else
        ++left_out;
    }
  }
  if (out.empty()) return out;
  if (left_out > 0) out += fmt::format("<p class=\"soft\">and {} more</p>\n", left_out);
  return "<h3>Definitions</h3>\n" + out;
}

std::string energies(const Overview& overview, FormulaWriter& writer) {
  const System& system = overview.study->system;
  static constexpr std::array<std::pair<EnergyKind, std::string_view>, 4> kinds{
      {{EnergyKind::kinetic, "Kinetic energy"},
       {EnergyKind::potential, "Potential energy"},
       {EnergyKind::dissipation, "Dissipation function"},
       {EnergyKind::lagrangian, "Lagrangian"}}};
  static constexpr std::array<std::string_view, 4> letters{"T", "V", "D", "L"};
  std::string out;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    std::string lines;
    for (const EnergyTerm& term : system.energies) {
      if (term.kind != kinds.at(k).first) continue;
      const std::string name = term.name.empty() ? std::string(letters.at(k)) : term.name;
      const bool is_at_hand = overview.sources != nullptr && term.span.file < overview.sources->size();
      const bool names_file = is_at_hand && overview.sources->text(term.span).find("table(") != std::string_view::npos;
      const std::string written =
          is_at_hand && !names_file ? right_side(overview.sources->text(term.span)) : std::string();
      lines += described(writer, term, name, term.value, written);
    }
    if (!lines.empty()) out += fmt::format("<h3>{}</h3>\n{}", kinds.at(k).second, lines);
  }
  return out;
}

/// Each force with the speed that its power is taken with.
std::string forces(const System& system, FormulaWriter& writer) {
  std::string out;
  for (const Force& force : system.forces) {
    RowMaker power;
    for (const Force::Part& part : force.parts) {
      std::optional<Formula> magnitude = writer.formula(part.magnitude);
      std::optional<Formula> speed = writer.formula(part.speed);
      if (!magnitude || !speed) continue;
      if (!power.is_empty()) power.add(sign_formula(" + "));
      ProductMaker product;
      product.multiply(fenced_formula(std::move(*magnitude)));
      product.multiply(fenced_formula(std::move(*speed)));
      power.add(product.take());
    }
    if (power.is_empty()) continue;
    const Formula whole = joined_formula(name_formula("P." + force.name), " = ", power.take());
    out += html_equation({formula_tree(whole), written(whole), {}, {}, force.description});
  }
  return out.empty() ? out : "<h3>Forces, by their power</h3>\n" + out;
}

} // namespace

HtmlSection system_section(const Overview& overview, FormulaWriter& writer) {
  const System& system = overview.study->system;
  return {"system", "System",
          coordinate_table(system) + parameter_table(overview) + file_table(system) + definitions(overview, writer) +
              energies(overview, writer) + forces(system, writer)};
}

HtmlSection constraints_section(const Overview& overview) {
  const std::vector<Constraint>& constraints = overview.study->system.constraints;
  std::string out;
  const std::vector<FamilyRun> runs = family_runs(
      constraints, [&](std::size_t a, std::size_t b) { return constraints[a].text == constraints[b].text; });
  for (std::size_t r = 0; r < std::min(runs.size(), most_table_rows); ++r) {
    const std::size_t k = runs[r].begin;
    const Constraint& constraint = constraints[k];
    const Constraint& last = constraints[runs[r].end - 1];
    const Style style = html_style();
    const std::string multiplier = k == runs[r].end - 1
                                       ? name_text("lambda." + constraint.name, style)
                                       : name_text("lambda", style) + "_" + run_name(constraint, last, style);
    const std::string name =
        k == runs[r].end - 1 ? xml_escaped(constraint.name) : html_text(run_name(constraint, last, style));
    out += html_equation({formula_tree(constraint.text),
                          constraint.text,
                          fmt::format("constraint-{}", constraint.name),
                          {},
                          constraint.description});
    const std::string unit = unit_bracket(force_unit(constraint.multiplier_measure), html_style());
    out += fmt::format("<p class=\"with soft\"><strong>{}</strong>{}, multiplier {}{}</p>\n", name,
                       k < overview.natures.size() ? ": " + class_text(overview.natures[k]) : std::string(),
                       html_text(multiplier), html_text(unit));
  }
  if (runs.size() > most_table_rows)
    out += fmt::format("<p class=\"soft\">and {} more</p>\n", runs.size() - most_table_rows);
  Page rows(html_style());
  add_integrals(rows, overview);
  add_freedoms(rows, overview);
  return {"constraints", constraints.empty() ? "Freedom" : "Constraints and freedom", out + html_rows(rows)};
}

HtmlSection reactions_section(const Overview& overview) {
  Page rows(html_style());
  add_reactions(rows, overview);
  return {"reactions", "Reactions", html_rows(rows)};
}

} // namespace dalembert::inline report
