#include <dalembert/base/watch.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular_tangent.h>

#include <algorithm>

namespace dalembert {

std::optional<std::vector<Residue>> ModularTangent::along(std::span<const Expr> expressions,
                                                          std::span<const std::pair<Expr, Residue>> direction) {
  for (const Expr e : expressions)
    if (!point_.value(e)) return std::nullopt;
  const std::vector<Expr> nodes = reachable(graph_, expressions);
  poll(nodes.size());
  rates_.clear();
  for (const auto& [symbol, rate] : direction)
    rates_.set(symbol.id, rate);
  for (const Expr e : nodes) {
    if (!moves(e)) continue;
    const Result found = rate(e);
    if (!found) return std::nullopt;
    rates_.set(e.id, *found);
  }
  std::vector<Residue> out;
  out.reserve(expressions.size());
  for (const Expr e : expressions) {
    const Residue* const found = rates_.find(e.id);
    out.push_back(found == nullptr ? Residue() : *found);
  }
  return out;
}

/// True where a part of `e` has a rate; a symbol has its own.
bool ModularTangent::moves(Expr e) const {
  bool found = false;
  graph_.for_children(e, [&](Expr child) { found = found || rates_.contains(child.id); });
  return found;
}

ModularTangent::Result ModularTangent::rate(Expr e) {
  switch (graph_.kind(e)) {
  case NodeKind::sum: {
    Residue total;
    for (const Term& t : graph_.terms(e)) {
      const Residue* const moving = rates_.find(t.expr.id);
      if (moving == nullptr) continue;
      const Result coefficient = point_.number(t.coefficient);
      if (!coefficient) return std::nullopt;
      total += *coefficient * *moving;
    }
    return total;
  }
  case NodeKind::product:
    return rate_of_product(e);
  case NodeKind::function:
    return rate_of_function(e);
  default: // slopes of other nodes are further nodes: those of `directional`
    return std::nullopt;
  }
}

/// The rule of products, one factor after the other; that of a power is e·b^(e−1)·ḃ.
ModularTangent::Result ModularTangent::rate_of_product(Expr e) {
  Residue product(1); // of the factors so far
  Residue total;      // its rate
  for (const Factor& f : graph_.factors(e)) {
    const bool is_plain = f.exponent == one_id;
    const Result power = is_plain ? point_.known(f.base) : point_.power(f.base, graph_.value(f.exponent));
    if (!power) return std::nullopt;
    total *= *power;
    if (const Residue* const moving = rates_.find(f.base.id)) {
      Residue slope = *moving;
      if (!is_plain) {
        const Result exponent = point_.number(f.exponent);
        const Result lower = exponent ? point_.power(f.base, graph_.value(f.exponent) - Rational(1)) : std::nullopt;
        if (!lower) return std::nullopt;
        slope *= *exponent * *lower;
      }
      total += product * slope;
    }
    product *= *power;
  }
  return total;
}

ModularTangent::Result ModularTangent::rate_of_function(Expr e) {
  const Expr argument = graph_.args(e)[0];
  const Residue* const moving = rates_.find(argument.id);
  const Function f = graph_.function(e);
  if (moving == nullptr || (f != Function::sin && f != Function::cos && f != Function::tan && f != Function::exp))
    return std::nullopt;
  const Residue own = point_.known(e);
  if (f == Function::exp) return own * *moving;
  if (f == Function::tan) return (Residue(1) + own * own) * *moving;
  const auto place = point_.circle(argument);
  if (!place) return std::nullopt;
  return f == Function::sin ? place->cosine * *moving : -(place->sine * *moving);
}

} // namespace dalembert
