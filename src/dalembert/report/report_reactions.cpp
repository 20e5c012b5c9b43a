#include <dalembert/mechanics/slip_plane.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/printing/family.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/report/system_words.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/formula_reader.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

constexpr std::size_t most_displayed = 16; ///< forces that have an equation of their own

std::string set_text(std::string_view written_by_user) {
  return html_text(formula(written_by_user, html_style()));
}

std::string shown_unit(const Measure& measure) {
  const std::string unit = force_unit(measure);
  return unit.empty() || unit == "1" ? std::string() : svg_unit(unit);
}

/// `Force of the wall, in N.`: the user's words and the unit; empty where there are no words.
std::string description_words(std::string_view description, const Measure& measure) {
  if (description.empty()) return {};
  std::string out = xml_escaped(upper_first(std::string(description)));
  if (const std::string unit = shown_unit(measure); !unit.empty()) out += ", in " + unit;
  return out.ends_with('.') ? out : out + ".";
}

/// Where a reaction acts and which way it is positive; its unit too where no words of the user's go before.
std::string place_words(const Reaction& reaction) {
  const std::string unit = shown_unit(reaction.measure);
  const std::string first = !reaction.description.empty() || unit.empty() ? std::string("It") : "In " + unit + ", it";
  if (reaction.at_point) {
    const auto& [point, along, against] = *reaction.at_point;
    return fmt::format("{} acts at {}, positive along {}{}.", first, set_text(point), set_text(along),
                       against.empty() ? std::string() : "; the opposite force acts at " + set_text(against));
  }
  if (reaction.speed_text.empty()) return unit.empty() ? std::string() : "In " + unit + ".";
  const Formula speed = read_formula(reaction.speed_text);
  if (!reaction.member.family.empty())
    return fmt::format("{} is conjugate to {}.", first, html_formula(formula_tree(speed)));
  ProductMaker power;
  power.multiply(name_formula(reaction.name));
  power.multiply(speed.is(Formula::Kind::row) ? fenced_formula(speed) : speed);
  const std::string set = html_formula(formula_tree(power.take()));
  return fmt::format("{}.", first == "It" ? "Its power is " + set : "In " + unit + "; its power is " + set);
}

std::string determination_words(Determination determination, bool is_open) {
  if (determination == Determination::combination)
    return "Its constraints are redundant: this is one of many values that give the same motion.";
  return is_open ? "The constraints are redundant, so that the equations of motion do not determine it." : "";
}

/// Sets words below an equation.
std::string words_below(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& sentence : sentences)
    if (!sentence.empty()) out += (out.empty() ? "" : " ") + sentence;
  return out.empty() ? out : fmt::format("<p class=\"with soft\">{}</p>\n", out);
}

/// Forces that are said to be one: members of a family that act alike.
std::vector<FamilyRun> reaction_runs(const Overview& overview) {
  const System& system = overview.study->system;
  return family_runs(system.reactions, [&](std::size_t a, std::size_t b) {
    const Reaction& left = system.reactions[a];
    const Reaction& right = system.reactions[b];
    return left.speed_text == right.speed_text && left.at_point == right.at_point &&
           overview.open_reactions[a] == overview.open_reactions[b];
  });
}

/// `S`, or `S` with the first and the last index of a family.
FormulaNode force_symbol(const Reaction& first, const Reaction& last) {
  if (&first == &last) return formula_tree(name_formula(first.name));
  return formula_tree(fmt::format("{}[{}…{}]", first.member.family, fmt::join(first.member.index, ","),
                                  fmt::join(last.member.index, ",")));
}

std::string reaction_html(const Overview& overview, const FamilyRun& run, FormulaWriter& writer) {
  const std::vector<Reaction>& all = overview.study->system.reactions;
  const Reaction& first = all[run.begin];
  const Reaction& last = all[run.end - 1];
  const Formula right = reaction_formulas(overview, run, html_style());
  HtmlEquation equation;
  equation.formula = {FormulaNode::Kind::row,
                      {},
                      {force_symbol(first, last), formula_leaf(FormulaNode::Kind::sign, "="), formula_tree(right)}};
  equation.text = fmt::format("{} = {}", first.name, written(right));
  equation.number = writer.kept_number();
  equation.id = fmt::format("eq-force-{}", equation.number);
  return html_equation(equation) +
         words_below({description_words(first.description, first.measure), place_words(first),
                      determination_words(overview.equations->reactions[run.begin].determination,
                                          overview.open_reactions[run.begin])});
}

/// The frictions of the plane of a friction.
std::optional<SlipPlane> plane_of(const System& system, const Friction& friction) {
  for (const SlipPlane& plane : slip_planes(system))
    for (const std::size_t f : plane)
      if (system.frictions[f].symbol == friction.symbol) return plane;
  return std::nullopt;
}

/// μ² slip/√(μ₁² slip₁² + μ₂² slip₂²), of one coefficient μ slip/√(slip₁² + slip₂²).
Expr planar_factor(const System& system, const SlipPlane& plane, const Friction& friction) {
  Graph& graph = *system.graph;
  const Friction& first = system.frictions[plane[0]];
  const Friction& second = system.frictions[plane[1]];
  const auto squares = [&](Expr a, Expr b) { return graph.sqrt(graph.add(graph.square(a), graph.square(b))); };
  if (first.coefficient == second.coefficient)
    return graph.div(graph.mul(friction.coefficient, friction.slip), squares(first.slip, second.slip));
  return graph.div(graph.mul(graph.square(friction.coefficient), friction.slip),
                   squares(graph.mul(first.coefficient, first.slip), graph.mul(second.coefficient, second.slip)));
}

/// F = −opposed.
std::string force_html(const Friction& friction, Formula opposed, FormulaWriter& writer) {
  RowMaker right;
  right.add(prefix_formula("-"));
  right.add(std::move(opposed));
  const Formula whole = joined_formula(name_formula(friction.name), " = ", right.take());
  const std::string number = writer.kept_number();
  return html_equation({formula_tree(whole), written(whole), fmt::format("eq-force-{}", number), number, {}});
}

/// F = −|N|·factor, of a slip in a plane.
std::string planar_friction_html(const System& system, const Friction& friction, const SlipPlane& plane,
                                 FormulaWriter& writer) {
  const std::string& normal = system.reactions[static_cast<std::size_t>(friction.of)].name;
  const std::optional<Formula> factor = writer.formula(planar_factor(system, plane, friction));
  std::string out;
  if (factor) {
    ProductMaker product;
    product.multiply(call_formula("abs", name_formula(normal)));
    product.multiply(factor->is(Formula::Kind::row) ? fenced_formula(*factor) : *factor);
    out = force_html(friction, product.take(), writer);
  }
  const auto name = [](const std::string& of) { return html_text(name_text(of, html_style())); };
  return out +
         words_below({description_words(friction.description, friction.measure),
                      fmt::format("Coulomb friction of {} while it slides in the plane of {} and {}.", name(normal),
                                  name(system.frictions[plane[0]].name), name(system.frictions[plane[1]].name))});
}

/// F = −μ·|N|·sign(slip).
std::string friction_html(const System& system, const Friction& friction, FormulaWriter& writer) {
  if (const auto plane = plane_of(system, friction)) return planar_friction_html(system, friction, *plane, writer);
  const Reaction& normal = system.reactions[static_cast<std::size_t>(friction.of)];
  const std::optional<Formula> coefficient = writer.formula(friction.coefficient);
  const std::optional<Formula> slip = writer.formula(friction.slip);
  std::string out;
  if (coefficient && slip) {
    ProductMaker product;
    product.multiply(coefficient->is(Formula::Kind::row) ? fenced_formula(*coefficient) : *coefficient);
    product.multiply(call_formula("abs", name_formula(normal.name)));
    product.multiply(call_formula("sign", *slip));
    out = force_html(friction, product.take(), writer);
  }
  return out + words_below({description_words(friction.description, friction.measure),
                            fmt::format("Coulomb friction of {} while it slides.",
                                        html_text(name_text(normal.name, html_style())))});
}

/// Where the multipliers come from, by the numbers of the equations.
std::string multipliers_words(const System& system, const FormulaWriter& writer) {
  const std::string_view what = system.constraints.size() == 1 ? "multiplier" : "multipliers";
  if (const std::string solved = writer.reference(multiplier_lines); !solved.empty())
    return fmt::format("<p>With the {} of {}:</p>\n", what, solved);
  if (const std::string equations = writer.reference(form_row(Form::lagrange).name); !equations.empty())
    return fmt::format("<p>With the {} that follow{} from {} and the constraints:</p>\n", what,
                       system.constraints.size() == 1 ? "s" : "", equations);
  return {};
}

} // namespace

int displayed_forces(const Overview& overview) {
  const std::size_t count = reaction_runs(overview).size() + overview.study->system.frictions.size();
  return overview.equations == nullptr ? 0 : static_cast<int>(std::min(count, most_displayed));
}

HtmlSection reactions_section(const Overview& overview, FormulaWriter& writer) {
  const System& system = overview.study->system;
  HtmlSection out{"reactions", "Constraint forces", {}};
  if (overview.equations == nullptr) return out;
  std::string forces;
  std::size_t count = 0;
  for (const FamilyRun& run : reaction_runs(overview))
    if (count++ < most_displayed) forces += reaction_html(overview, run, writer);
  for (const Friction& friction : system.frictions)
    if (count++ < most_displayed) forces += friction_html(system, friction, writer);
  if (!forces.empty()) out.body = multipliers_words(system, writer) + forces;
  if (count > most_displayed) out.body += fmt::format("<p class=\"soft\">and {} more</p>\n", count - most_displayed);
  if (const std::string rest = unexplained_multipliers(system, html_style()); !rest.empty())
    out.body += fmt::format("<p>The model gives no name to the forces of these multipliers: {}. Each is conjugate to "
                            "the left side of its constraint minus the right side.</p>\n",
                            html_text(rest));
  return out;
}

} // namespace report
} // namespace dalembert
