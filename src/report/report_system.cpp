#include <dalembert/report/equation_text.h>
#include <dalembert/report/formula.h>
#include <dalembert/report/quantity_names.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/report/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dalembert {

namespace {

constexpr std::size_t most_table_rows = 60; // of a table; a family of hundreds says no more than its first members

std::string cell(std::string_view content, std::string_view cls = {}) {
  return cls.empty() ? fmt::format("<td>{}</td>", content) : fmt::format("<td class=\"{}\">{}</td>", cls, content);
}

std::string unit_cell(const Measure& measure) {
  return cell(svg_unit(measure.unit()));
}

/// A table with its head; rows beyond the limit are counted.
std::string table(std::string_view caption, std::string_view head, const std::vector<std::string>& rows) {
  std::string out = fmt::format(
      "<div class=\"scroll\"><table>\n<caption>{}</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n", caption, head);
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

std::string coordinate_table(const System& system) {
  std::vector<std::string> rows;
  for (const Coordinate& q : system.coordinates)
    rows.push_back(formula_cell(q.name) + unit_cell(q.measure) + cell(xml_escaped(q.description)));
  return table("Coordinates", "<th>symbol</th><th>unit</th><th>meaning</th>", rows);
}

std::string parameter_table(const Overview& overview) {
  const std::vector<Parameter>& parameters = overview.study->system.parameters;
  if (parameters.empty()) return {};
  constexpr int digits = 8;
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& p = parameters[i];
    const bool is_known = i < overview.parameters.size() && overview.parameters[i];
    const std::string value =
        is_known ? number_text(*overview.parameters[i], html_style(), digits) : std::string("open");
    rows.push_back(formula_cell(p.name) + cell(value, "value") + unit_cell(p.measure) +
                   cell(xml_escaped(p.description)));
  }
  return table("Parameters", "<th>symbol</th><th>value</th><th>unit</th><th>meaning</th>", rows);
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

/// The lets of the model; those that are too long to be read are counted.
std::string definitions(const System& system, FormulaWriter& writer) {
  constexpr std::size_t most = 24;
  std::string out;
  std::size_t shown = 0;
  for (const Let& let : system.lets) {
    if (shown++ == most) break;
    out += described(writer, let, let.name, let.value, let.text);
  }
  if (out.empty()) return out;
  if (system.lets.size() > most) out += fmt::format("<p class=\"soft\">and {} more</p>\n", system.lets.size() - most);
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
      const std::string written = is_at_hand ? right_side(overview.sources->text(term.span)) : std::string();
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
    std::string power;
    for (const Force::Part& part : force.parts) {
      const std::optional<std::string> magnitude = writer.text(part.magnitude);
      const std::optional<std::string> speed = writer.text(part.speed);
      if (!magnitude || !speed) continue;
      power += fmt::format("{}({})*({})", power.empty() ? "" : " + ", *magnitude, *speed);
    }
    if (power.empty()) continue;
    const std::string text = fmt::format("P.{} = {}", force.name, power);
    out += html_equation({formula_tree(text), text, {}, {}, force.description});
  }
  return out.empty() ? out : "<h3>Forces, by their power</h3>\n" + out;
}

} // namespace

HtmlSection system_section(const Overview& overview, FormulaWriter& writer) {
  const System& system = overview.study->system;
  return {"system", "System",
          coordinate_table(system) + parameter_table(overview) + definitions(system, writer) +
              energies(overview, writer) + forces(system, writer)};
}

HtmlSection constraints_section(const Overview& overview) {
  const std::vector<Constraint>& constraints = overview.study->system.constraints;
  std::string out;
  for (std::size_t k = 0; k < std::min(constraints.size(), most_table_rows); ++k) {
    const Constraint& constraint = constraints[k];
    out += html_equation({formula_tree(constraint.text),
                          constraint.text,
                          fmt::format("constraint-{}", constraint.name),
                          {},
                          constraint.description});
    const std::string unit = unit_bracket(force_unit(constraint.multiplier_measure), html_style());
    out +=
        fmt::format("<p class=\"with soft\"><strong>{}</strong>{}, multiplier {}{}</p>\n", xml_escaped(constraint.name),
                    k < overview.natures.size() ? ": " + class_text(overview.natures[k]) : std::string(),
                    html_text(name_text("lambda." + constraint.name, html_style())), html_text(unit));
  }
  if (constraints.size() > most_table_rows)
    out += fmt::format("<p class=\"soft\">and {} more</p>\n", constraints.size() - most_table_rows);
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

} // namespace dalembert
