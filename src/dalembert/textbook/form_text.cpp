#include <dalembert/algebra/printed_text.h>
#include <dalembert/algebra/work_budget.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/textbook/form_text.h>
#include <dalembert/textbook/print_balance.h>
#include <dalembert/textbook/print_expression.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/typesetting/formula_reader.h>

#include <algorithm>
#include <limits>

namespace dalembert {
inline namespace textbook {

namespace {

constexpr std::size_t most_harmonic_products = 60'000; ///< of sines and cosines, each formed once for all lines
constexpr std::size_t most_form_terms = 400; ///< looked into thoroughly in all lines; the rolling coin has 200

/// Gives the speeds of the form their part: they print like rates, constant momenta like parameters.
void declare_speeds(Algebra& algebra, const Equations& equations, const MotionForm& form) {
  const std::size_t n = equations.system->coordinates.size();
  for (std::size_t r = 0; r < form.speeds.size(); ++r) {
    if (std::ranges::find(equations.speeds, form.speeds[r]) != equations.speeds.end()) continue;
    const bool is_constant = r < form.residual.size() && form.residual[r] == form.speed_rates[r];
    algebra.atoms.declare(form.speeds[r], is_constant ? AtomClass::parameter : AtomClass::rate, n + r);
    algebra.atoms.declare(form.speed_rates[r], AtomClass::acceleration, n + r);
  }
}

/// first + second, with the sign that stands before the second.
Formula followed_by(Formula first, const Formula& second) {
  const bool is_negative = second.is(Formula::Kind::row) && second.parts.front() == prefix_formula("-");
  Formula rest = second;
  if (is_negative) rest.parts.erase(rest.parts.begin());
  return joined_formula(std::move(first), is_negative ? " - " : " + ", std::move(rest));
}

/// Prints the two summands of a value one after the other; nothing where one of them is 0 or not short, or where it is
/// not proved that they are the value.
std::optional<PlainText> in_two_parts(Algebra& algebra, const FormPart& part) {
  Graph& graph = algebra.graph;
  if (graph.is_zero(part.apart)) return std::nullopt;
  const std::optional<PlainText> first = print(algebra, graph.sub(part.right, part.apart));
  const std::optional<PlainText> second = print(algebra, part.apart);
  if (!first || !second || !first->definitions.empty() || !second->definitions.empty()) return std::nullopt;
  const Formula zero = number_formula("0");
  if (first->formula == zero || second->formula == zero) return std::nullopt;
  PlainText out{followed_by(first->formula, second->formula), {}};
  const std::vector<Expr> roots{part.right};
  const std::optional<KnownTexts> known = texts_below(graph, roots);
  if (!known) return std::nullopt;
  const Answer answer = says_what_is_meant(graph, read_printed(graph, out.formula, *known), part.right);
  return answer == Answer::yes ? std::optional(std::move(out)) : std::nullopt;
}

/// The shorter of a value in one piece and in two.
std::optional<PlainText> value_of(Algebra& algebra, const FormPart& part) {
  std::optional<PlainText> whole = print(algebra, part.right);
  std::optional<PlainText> split = in_two_parts(algebra, part);
  if (!split || (whole && whole->definitions.empty() && node_count(whole->formula) <= node_count(split->formula)))
    return whole;
  return split;
}

/// Equations that are compared with others keep their scale but for parameters.
std::optional<PlainEquation> line_of(Algebra& algebra, const FormPart& part, bool keeps_scale) {
  if (part.is_equation()) {
    Graph& graph = algebra.graph;
    const bool is_scaled = part.kind == PartKind::equation && !keeps_scale;
    return print(algebra,
                 Balance{part.name, part.leader, part.left, part.right, graph.sub(part.left, part.right), is_scaled});
  }
  std::optional<PlainText> value = value_of(algebra, part);
  if (!value) return std::nullopt;
  PlainEquation out;
  out.coordinate = part.name;
  out.left = read_formula(part.name); // a coefficient of structure is a call, `c.u(v, w)`
  out.right = std::move(value->formula);
  out.definitions = std::move(value->definitions);
  out.nodes = node_count(out.right);
  return out;
}

/// The distinct nodes of a part, counted to just beyond `most`.
std::size_t size_of(const Graph& graph, const FormPart& part, std::size_t most) {
  if (most == std::numeric_limits<std::size_t>::max()) return 0;
  return std::max(size_within(graph, part.left, most + 1), size_within(graph, part.right, most + 1));
}

} // namespace

std::vector<FormText> form_text(const Equations& equations, const MotionForm& form, std::size_t most_nodes) {
  Algebra algebra(equations);
  algebra.human.limit(most_form_terms);
  algebra.human.refuse_longer(most_line_terms);
  algebra.harmonics.limit(most_harmonic_products);
  const WorkBudget budget(most_form_work);
  const PointBudget of_all_tests(most_form_steps);
  declare_speeds(algebra, equations, form);
  std::vector<Expr> roots;
  for (const FormPart& part : form.parts)
    for (const Expr e : {part.left, part.right, part.apart})
      roots.push_back(e);
  algebra.harmonics.announce(roots);
  std::vector<FormText> out;
  const bool is_compared =
      std::ranges::any_of(form.parts, [](const FormPart& part) { return part.kind == PartKind::naive_equation; });
  for (const FormPart& part : form.parts) {
    const bool is_tried = size_of(algebra.graph, part, most_nodes) <= most_nodes;
    out.push_back({part.kind, part.name, is_tried ? line_of(algebra, part, is_compared) : std::nullopt});
  }
  return out;
}

} // namespace textbook
} // namespace dalembert
