#include <dalembert/expr/depends.h>
#include <dalembert/expr/symbol_sets.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/textbook/name_meanings.h>
#include <dalembert/typesetting/formula_reader.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace printing {

namespace {

/// Of an equation in which more are coupled no text is tried once one with as many, or fewer, had none.
constexpr std::size_t few_coordinates = 30;

std::size_t length(const PlainEquation& equation) {
  return written_length(equation.left) + written_length(equation.right) + length_of(equation.definitions);
}

} // namespace

Formula EquationLine::with_ranges() const {
  Formula out = equation();
  for (const Formula& range : ranges)
    out = joined_formula(std::move(out), ", ", range);
  return out;
}

EquationLine equation_line(std::string of, std::optional<PlainEquation> equation) {
  EquationLine line;
  line.of = std::move(of);
  if (!equation) return line;
  static_cast<Line&>(line) = std::move(static_cast<Line&>(*equation));
  line.definitions = std::move(equation->definitions);
  return line;
}

std::optional<Formula> plain_formula(PlainForm& form, const Graph& graph, Expr e, std::size_t longest) {
  if (std::optional<Formula> plain = form.unnamed(e, {longest})) return plain;
  if (prints_more(graph, e, longest)) return std::nullopt;
  return form.structural(e);
}

std::optional<std::string> plain_text(PlainForm& form, const Graph& graph, Expr e, std::size_t longest) {
  const std::optional<Formula> plain = plain_formula(form, graph, e, longest);
  return plain ? std::optional(written(*plain)) : std::nullopt;
}

bool prints_more(const Graph& graph, Expr e, std::size_t longest) {
  return has_more(graph, e, TreePart::node, (longest + 1) / 2);
}

std::vector<EquationLine> equation_lines(const Equations& equations, const TextBudget& budget) {
  PlainForm form(equations);
  const System& system = *equations.system;
  const SymbolSets coupled(*system.graph, equations.residual, system.positions());
  std::vector<EquationLine> lines;
  const auto has_at_most = [&](std::size_t nodes, std::size_t i) {
    return nodes == TextBudget().nodes || size_within(*system.graph, equations.residual[i], nodes + 1) <= nodes;
  };
  std::size_t total = 0;
  std::size_t too_many = std::numeric_limits<std::size_t>::max(); // coordinates in one equation
  for (std::size_t i = 0; i < equations.residual.size(); ++i) {
    std::optional<PlainEquation> plain;
    const std::size_t coordinates = coupled.count(equations.residual[i]);
    const bool is_tried = total <= budget.total && coordinates < too_many && has_at_most(budget.nodes, i);
    if (is_tried) plain = form.equation(i);
    if (plain) total += length(*plain);
    if (plain && length(*plain) > budget.line) plain.reset();
    if (is_tried && !plain && coordinates > few_coordinates) too_many = coordinates;
    lines.push_back(equation_line(equations.system->coordinates[i].name, std::move(plain)));
  }
  return lines;
}

std::string integral_text(const PlainForm& texts, const System& system, const ConstraintIntegral& integral) {
  PlainForm form = texts.beside();
  if (std::optional<std::string> plain = plain_text(form, *system.graph, integral.value)) {
    const bool is_negative = plain->starts_with('-') && plain->find(' ') == std::string::npos; // -x/y: x/y is constant
    return is_negative ? plain->substr(1) : *plain;
  }
  std::string names;
  for (const std::size_t k : integral.of)
    names += (names.empty() ? "" : ", ") + system.constraints[k].name;
  return "integral of " + names;
}

std::vector<Definition> meanings_in(const Equations& equations, const Formula& formula, const PlainForm* texts) {
  std::optional<PlainForm> form; // made where a name needs it
  const NameMeanings meanings(*equations.system, [&](Expr e, int most_nodes) {
    if (!form) form.emplace(texts != nullptr ? texts->beside() : PlainForm(equations));
    return form->unnamed(e, {longest_plain_text, most_nodes});
  });
  std::vector<Definition> out;
  meanings.define(formula, out);
  return out;
}

bool is_said(const Said& said, const Definition& definition) {
  const auto known = said.find(written(definition.name));
  return known != said.end() && known->second == definition.meaning;
}

bool say(Said& said, const Definition& definition) {
  if (is_said(said, definition)) return false;
  said[written(definition.name)] = definition.meaning;
  return true;
}

Formula with_meaning(const Definition& definition) {
  RowMaker out;
  out.add(name_formula("with"));
  out.add({Formula::Kind::blank, " ", {}});
  out.add(joined_formula(definition.name, " = ", definition.meaning));
  return out.take();
}

Formula reaction_formula(const Equations& equations, std::size_t index) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const ReactionRow& reaction = equations.reactions.at(index);
  Expr sum = graph.zero();
  for (std::size_t k = 0; k < reaction.row.size(); ++k)
    sum = graph.add(sum, graph.mul(reaction.row[k], system.constraints[k].multiplier));
  PlainForm form(equations);
  std::optional<PlainText> plain = form.expression(sum);
  return plain && plain->definitions.empty() ? std::move(plain->formula) : form.structural(sum);
}

Formula speed_formula(const Reaction& reaction) {
  if (!reaction.at_point) return read_formula(reaction.speed_text);
  RowMaker out;
  for (const std::string& text : {reaction.at_point->direction, reaction.at_point->point, reaction.at_point->against})
    if (!text.empty()) out.add(read_formula(text));
  return out.take();
}

} // namespace printing
} // namespace dalembert
