#include <dalembert/printing/equation_text.h>
#include <dalembert/report/html_page.h>
#include <dalembert/report/named_brackets.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula_reader.h>
#include <dalembert/typesetting/html.h>
#include <dalembert/typesetting/latex.h>
#include <dalembert/typesetting/mathml.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace report {

namespace {

/// One line of what `derive` prints, whatever the notation.
struct TypesetLine {
  Formula formula; ///< empty where nothing within the limits says it
  std::string of;
  bool is_numbered = true;
  enum class Block { equations, constraints, reactions } block = Block::equations;
};

/// The equations of the form, the constraints, and the reactions, for lines of `width` em.
std::vector<TypesetLine> typeset_lines(const Overview& overview, Form form, Extent extent, double width) {
  if (overview.equations == nullptr) throw std::invalid_argument("derive needs the equations");
  const System& system = overview.study->system;
  std::vector<TypesetLine> out;
  Said said;
  PrintedForm printed = printed_form(overview, form, extent);
  std::vector<EquationLine*> lines;
  lines.reserve(printed.lines.size());
  for (FormLine& entry : printed.lines)
    lines.push_back(&entry.line);
  name_wide_brackets(std::move(lines), width);
  for (const FormLine& entry : printed.lines) {
    const EquationLine& line = entry.line;
    out.push_back({line.is_empty() ? Formula() : line.with_ranges(), line.of, !entry.is_aside});
    for (const Definition& d : line.definitions)
      if (say(said, d)) out.push_back({joined_formula(d.name, " = ", d.meaning), written(d.name), false});
  }
  for (const Constraint& constraint : system.constraints)
    out.push_back({read_formula(constraint.text), constraint.name, true, TypesetLine::Block::constraints});
  for (std::size_t i = 0; i < system.reactions.size(); ++i)
    out.push_back(
        {joined_formula(name_formula(system.reactions[i].name), " = ", reaction_formula(*overview.equations, i)),
         system.reactions[i].name, true, TypesetLine::Block::reactions});
  return out;
}

/// A display for the equations, one for the constraints and one for the reactions, with `align` or `gather`; lines are
/// broken where they are wider than a page.
std::string derive_latex(const Overview& overview, Form form, const Style&, Extent extent) {
  constexpr double page = 36.0; // em: the text of an A4 article, less the equation numbers
  std::string out = fmt::format("% {}\n", overview.study->system.name);
  std::map<TypesetLine::Block, std::vector<LatexFormula>> displays;
  const std::vector<TypesetLine> lines = typeset_lines(overview, form, extent, page);
  const bool is_cut = std::ranges::any_of(lines, [](const TypesetLine& line) { return line.formula.is_empty(); });
  if (is_cut && form == Form::lagrange) {
    Style plain;
    plain.unicode = false;
    out += fmt::format("% matrix form: {}\n", matrix_form(*overview.equations, plain));
  }
  for (const TypesetLine& line : lines) {
    if (line.formula.is_empty())
      out += fmt::format("% the equation of {} is too long {}\n", line.of,
                         extent == Extent::page ? "for a page; --full prints it where a printable form exists"
                                                : "to print");
    else
      displays[line.block].push_back({line.formula, line.is_numbered});
  }
  for (const auto& [block, formulas] : displays)
    out += latex_display(formulas, page);
  return out;
}

/// One `math` element, a table of numbered lines; well-formed XML.
std::string derive_mathml(const Overview& overview, Form form, const Style&, Extent extent) {
  constexpr double page = 44.0; // em
  std::string out =
      "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">\n<mtable displaystyle=\"true\">\n";
  int number = 0;
  for (const TypesetLine& line : typeset_lines(overview, form, extent, page)) {
    if (line.formula.is_empty()) continue;
    out += mathml_rows(formula_tree(line.formula), line.is_numbered ? std::to_string(++number) : std::string(), page);
  }
  return out + "</mtable>\n</math>\n";
}

/// A self-contained HTML page.
std::string derive_html(const Overview& overview, Form form, const Style&, Extent extent) {
  if (overview.equations == nullptr) throw std::invalid_argument("derive_html needs the equations");
  FormulaWriter writer(*overview.equations);
  const HtmlSection equations = form_section(overview, form, writer, extent); // numbers run down the page
  return html_page({page_title(overview.study->system),
                    {},
                    {},
                    {equations, constraints_section(overview), reactions_section(overview, writer)}});
}

constexpr auto format_table = std::to_array<DeriveFormat>({
    {"text", derive_text},
    {"latex", derive_latex},
    {"mathml", derive_mathml},
    {"html", derive_html},
});

} // namespace

std::span<const DeriveFormat> derive_formats() {
  return format_table;
}

} // namespace report
} // namespace dalembert
