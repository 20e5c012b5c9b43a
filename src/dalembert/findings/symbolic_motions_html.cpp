#include <dalembert/expr/depends.h>
#include <dalembert/findings/motion_text.h>
#include <dalembert/findings/steady_html.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace findings {

namespace {

std::string sentence_html(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return fmt::format("<p>{}.</p>\n", html_text(text));
}

std::string vanishing_html(const Formula& left, MathStyle style) {
  const Formula whole = joined_formula(left, " = ", number_formula("0"));
  return html_equation({.formula = formula_tree(whole), .text = written(whole), .style = style});
}

/// s²·(s² + k/m): the characteristic polynomial with its structural zeros. Nothing where it is too long.
std::optional<Formula> whole_polynomial(FactWriter& writer, const SymbolicSteadyMotion& motion) {
  ProductMaker out;
  const Formula s = name_formula(growth_letter(*writer.equations().system));
  if (motion.zeros > 0)
    out.multiply(motion.zeros == 1 ? s : power_formula(s, number_formula(std::to_string(motion.zeros))));
  if (motion.characteristic.size() > 1) {
    std::optional<Formula> rest = characteristic_formula(writer, motion);
    if (!rest) return std::nullopt;
    const bool is_sum = rest->is(Formula::Kind::row);
    if (motion.zeros == 0) return rest;
    out.multiply(is_sum ? fenced_formula(*std::move(rest)) : *std::move(rest));
  }
  return out.is_empty() ? std::nullopt : std::optional(out.take());
}

/// True for what holds parameters and numbers alone: where it vanishes, the model is another one.
bool is_of_parameters(const Formula& factor, const System& system) {
  bool out = true;
  for_each_part(factor, [&](const Formula& part) {
    if (!part.is(Formula::Kind::name)) return;
    out = out && std::ranges::any_of(system.parameters,
                                     [&part](const Parameter& p) { return p.name == part.text && !p.is_input; });
  });
  return out;
}

/// A left side that vanishes, without its sign and the factors that hold parameters alone.
Formula divided(const Formula& left, const System& system) {
  const bool has_sign =
      left.is(Formula::Kind::row) && left.parts.size() == 2 && left.parts[0].is(Formula::Kind::prefix);
  const Formula& product = has_sign ? left.parts[1] : left;
  if (!product.is(Formula::Kind::product)) return product;
  ProductMaker out;
  for (std::size_t i = 0; i < product.parts.size(); i += 2) {
    if (is_of_parameters(product.parts[i], system)) continue;
    if (i > 0 && operator_of(product.parts[i - 1]) == "/")
      out.divide(product.parts[i]);
    else
      out.multiply(product.parts[i]);
  }
  if (out.is_empty()) return product;
  Formula rest = out.take();
  return rest.is(Formula::Kind::fenced) ? rest.parts.front() : rest;
}

std::string motion_html(FactWriter& writer, const SymbolicSteadyMotion& motion) {
  std::string out = fmt::format("<p class=\"state\">{}</p>\n", html_text(steady_values(writer, motion)));
  const bool moves = motion.zeros > 0 || motion.characteristic.size() > 1;
  if (const std::optional<Formula> left = whole_polynomial(writer, motion))
    out += vanishing_html(*left, MathStyle::whole);
  else if (moves)
    out += "<p class=\"soft\">The characteristic polynomial is too long to print.</p>\n";
  if (motion.characteristic.size() > 1)
    out += sentence_html(stability_text(writer, motion));
  else if (motion.drifts)
    out += sentence_html(std::string(drifts_to_first_order));
  if (const std::string exists = existence_text(writer, motion); motion.characteristic.size() <= 1 && !exists.empty())
    out += sentence_html(exists);
  return fmt::format("<div class=\"steady\">\n{}</div>\n", out);
}

/// True where a coordinate may run in a steady state.
bool can_move(const System& system, const SymbolicSteadyMotions& symbolic) {
  return depends(*system.graph, symbolic.conditions, system.rates()) ||
         std::ranges::any_of(symbolic.motions,
                             [](const SymbolicSteadyMotion& motion) { return !motion.speeds.empty(); });
}

} // namespace

std::string symbolic_motions_html(FactWriter& writer, const FactSet& facts) {
  const auto& symbolic = facts.get<SymbolicSteadyMotions>();
  const std::string left_out = left_out_text(symbolic);
  if (symbolic.motions.empty() && symbolic.conditions.empty() && left_out.empty()) return {};
  std::string out = "<h3>For any parameters</h3>\n";
  if (!symbolic.conditions.empty())
    out += can_move(*writer.equations().system, symbolic)
               ? "<p>The system can stay at constant values of its coordinates, with only ignorable coordinates moving "
                 "at constant rates, where</p>\n"
               : "<p>The system can stay at rest where</p>\n";
  for (const Expr condition : symbolic.conditions) {
    constexpr std::size_t longest = 240;
    const std::optional<Formula> left = writer.formula(condition, longest);
    out += left ? vanishing_html(divided(without_minus(*left), *writer.equations().system), MathStyle::display)
                : "<p class=\"soft\">a condition too long to print vanishes</p>\n";
  }
  const std::string letter = growth_letter(*writer.equations().system);
  if (!symbolic.motions.empty())
    out += fmt::format("<p>{}</p>\n",
                       html_text(fmt::format("{} Small deviations from each are proportional to {}, where {} satisfies "
                                             "the characteristic equation given with it; stability is meant to first "
                                             "order in them.",
                                             symbolic.conditions.empty() ? "The system can stay in these states."
                                                                         : "The solutions found follow.",
                                             formula(fmt::format("e^({}*t)", letter), writer.style()),
                                             formula(letter, writer.style()))));
  for (const SymbolicSteadyMotion& motion : symbolic.motions)
    out += motion_html(writer, motion);
  if (symbolic.left_out_unreal) out += sentence_html("solutions that are complex for such parameters are omitted");
  if (!left_out.empty()) out += sentence_html(set_left_out(left_out, writer.style()));
  return out;
}

} // namespace findings
} // namespace dalembert
