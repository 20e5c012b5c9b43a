#include <dalembert/printing/equation_text.h>
#include <dalembert/printing/family.h>
#include <dalembert/report/given_formulas.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/signed_sum.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert {
inline namespace report {

namespace {

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

constexpr std::size_t most_definitions = 24;

} // namespace

bool shows_definitions(const System& system) {
  return system.lets.size() <= most_definitions;
}

std::string definitions_html(const Overview& overview, FormulaWriter& writer) {
  constexpr std::size_t most = most_definitions;
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

std::string energies_html(const Overview& overview, FormulaWriter& writer) {
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

std::string forces_html(const System& system, FormulaWriter& writer) {
  std::string out;
  for (const Force& force : system.forces) {
    RowMaker power;
    for (const Force::Part& part : force.parts) {
      std::optional<Formula> magnitude = writer.formula(part.magnitude);
      std::optional<Formula> speed = writer.formula(part.speed);
      if (!magnitude || !speed) continue;
      if (!power.is_empty()) power.add(sign_formula(" + "));
      ProductMaker product;
      for (Formula* const factor : {&*magnitude, &*speed})
        product.multiply(summands_of(*factor).size() > 1 ? fenced_formula(std::move(*factor)) : std::move(*factor));
      power.add(product.take());
    }
    if (power.is_empty()) continue;
    const Formula whole = joined_formula(name_formula("P." + force.name), " = ", power.take());
    out += html_equation({formula_tree(whole), written(whole), {}, {}, force.description});
  }
  return out.empty() ? out : "<h3>Forces, by their power</h3>\n" + out;
}

} // namespace report
} // namespace dalembert
