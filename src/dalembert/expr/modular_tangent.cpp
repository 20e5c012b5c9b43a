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

/// Σ eᵢ · ḃᵢ · bᵢ^(eᵢ−1) · Π of the others
ModularTangent::Result ModularTangent::rate_of_product(Expr e) {
  const auto factors = graph_.factors(e);
  powers_.clear();
  for (const Factor& f : factors) {
    const Result power = point_.power(f.base, graph_.value(f.exponent));
    if (!power) return std::nullopt;
    powers_.push_back(*power);
  }
  Residue total;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const Residue* const moving = rates_.find(factors[i].base.id);
    if (moving == nullptr) continue;
    Residue part = *moving;
    if (const Rational& whole = graph_.value(factors[i].exponent); !whole.is_one()) {
      const Result exponent = point_.number(factors[i].exponent);
      const Result power = exponent ? point_.power(factors[i].base, whole - Rational(1)) : std::nullopt;
      if (!power) return std::nullopt;
      part *= *exponent * *power;
    }
    for (std::size_t k = 0; k < factors.size(); ++k)
      if (k != i) part *= powers_[k];
    total += part;
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
