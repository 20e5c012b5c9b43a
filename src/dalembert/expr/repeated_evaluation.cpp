#include <dalembert/expr/depends.h>
#include <dalembert/expr/real_operations.h>
#include <dalembert/expr/repeated_evaluation.h>
#include <dalembert/expr/tabulated.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

namespace dalembert {
inline namespace expr {

RepeatedEvaluation::RepeatedEvaluation(const Graph& graph, std::span<const Expr> roots)
    : graph_(graph),
      nodes_(reachable(graph, roots)),
      values_(nodes_.size()),
      is_constant_(nodes_.size()),
      is_given_(nodes_.size()),
      out_(roots.size()) {
  from_.reserve(nodes_.size() + 1);
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    const Expr e = nodes_[node];
    from_.push_back(static_cast<std::uint32_t>(operands_.size()));
    const NodeKind kind = graph_.kind(e);
    if (kind == NodeKind::sum)
      for (const Term& term : graph_.terms(e))
        operands_.push_back({place_of(term.expr), graph_.approximate(term.coefficient)});
    else if (kind == NodeKind::product)
      for (const Factor& factor : graph_.factors(e))
        operands_.push_back({place_of(factor.base), graph_.approximate(factor.exponent)});
    else
      graph_.for_children(e, [this](Expr operand) { operands_.push_back({place_of(operand), 1.0}); });
    is_constant_[node] = kind == NodeKind::number || kind == NodeKind::pi;
    if (is_constant_[node]) values_[node] = kind == NodeKind::pi ? std::numbers::pi : graph_.number(e).to_double();
  }
  from_.push_back(static_cast<std::uint32_t>(operands_.size()));
  for (const Expr root : roots)
    roots_.push_back(place_of(root));
}

std::uint32_t RepeatedEvaluation::place_of(Expr e) const {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(nodes_, e) - nodes_.begin());
}

const std::vector<double>& RepeatedEvaluation::operator()(std::span<const Assignment> values) {
  is_given_ = is_constant_;
  for (const Assignment& a : values) {
    const std::uint32_t place = place_of(a.symbol);
    if (place == nodes_.size() || !(nodes_[place] == a.symbol)) continue;
    values_[place] = a.value;
    is_given_[place] = true;
  }
  for (std::size_t node = 0; node < nodes_.size(); ++node)
    if (!is_given_[node]) values_[node] = compute(node);
  for (std::size_t i = 0; i < roots_.size(); ++i)
    out_[i] = values_[roots_[i]];
  return out_;
}

double RepeatedEvaluation::compute(std::size_t node) const {
  const Expr e = nodes_[node];
  const std::span<const Operand> operands(operands_.data() + from_[node], operands_.data() + from_[node + 1]);
  const auto operand = [&](std::size_t i) { return values_[operands[i].place]; };
  switch (graph_.kind(e)) {
  case NodeKind::number:
  case NodeKind::pi:
    return values_[node];
  case NodeKind::symbol:
    throw std::invalid_argument("no value for the symbol " + std::string(graph_.name(e)));
  case NodeKind::sum: {
    double total = 0.0;
    for (const Operand& term : operands)
      total += term.number * values_[term.place];
    return total;
  }
  case NodeKind::product: {
    double total = 1.0;
    for (const Operand& factor : operands)
      total *= real_power(values_[factor.place], factor.number);
    return total;
  }
  case NodeKind::function:
    return evaluate(graph_.function(e), operand(0), operands.size() > 1 ? operand(1) : 0.0);
  case NodeKind::select:
    return holds(graph_.relation(e), operand(0), operand(1)) ? operand(2) : operand(3);
  case NodeKind::unknown: {
    const UnknownId f = graph_.unknown_id(e);
    if (!graph_.table(f)) throw std::invalid_argument("no value for the function " + std::string(graph_.name(f)));
    return graph_.table(f)->value(graph_.arguments(e).front().order, operand(0));
  }
  }
  return std::nan("");
}

} // namespace expr
} // namespace dalembert
