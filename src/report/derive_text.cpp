#include <dalembert/report/equation_text.h>
#include <dalembert/report/formula.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/sections.h>

#include <fmt/format.h>

#include <stdexcept>

namespace dalembert {

namespace {

constexpr std::size_t unlimited = 100000; // lines: `derive` prints all that the text budget allows

/// The equations as a LaTeX `align` environment, numbered by coordinate.
std::string latex_page(const Overview& overview) {
  const System& system = overview.study->system;
  std::string out = fmt::format("% {}\n\\begin{{align}}\n", system.name);
  for (const EquationLine& line : equation_lines(*overview.equations)) {
    out += line.left.empty()
               ? fmt::format("% the equation of {} is too long to print\n", line.of)
               : fmt::format("  {} &= {} \\tag{{${}$}} \\\\\n", latex(line.left), latex(line.right), latex(line.of));
    for (const Definition& d : line.definitions)
      out += fmt::format("  {} &= {} \\\\\n", latex(d.name), latex(d.text));
  }
  for (const Constraint& constraint : system.constraints) {
    const std::string text = latex(constraint.text);
    const std::size_t equal = text.find('=');
    out += equal == std::string::npos ? fmt::format("  {} \\\\\n", text)
                                      : fmt::format("  {}&{} \\\\\n", text.substr(0, equal), text.substr(equal));
  }
  for (std::size_t i = 0; i < system.reactions.size(); ++i)
    out += fmt::format("  {} &= {} \\\\\n", latex(system.reactions[i].name),
                       latex(reaction_formula(*overview.equations, i)));
  return out + "\\end{align}\n";
}

} // namespace

std::string derive_text(const Overview& overview, Notation notation, const Style& style) {
  if (overview.equations == nullptr) throw std::invalid_argument("derive_text needs the equations");
  if (notation == Notation::latex) return latex_page(overview);
  Page page(style);
  add_title(page, overview.study->system);
  page.gap();
  add_equations(page, *overview.equations, unlimited);
  page.gap();
  add_constraints(page, overview);
  add_freedoms(page, overview);
  add_reactions(page, overview);
  return page.text();
}

} // namespace dalembert
