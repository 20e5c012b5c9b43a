#include <dalembert/base/watch.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular_tangent.h>

#include <algorithm>

namespace dalembert {
inline namespace expr {

std::optional<std::vector<ModularTangent::Rates>> ModularTangent::along(std::span<const Expr> expressions,
                                                                        std::span<const Direction* const> directions) {
  for (const Expr e : expressions)
    if (!point_.value(e)) return std::nullopt;
  const std::vector<Expr> nodes = reachable(graph_, expressions);
  std::vector<Rates> out;
  out.reserve(directions.size());
  for (std::size_t first = 0; first < directions.size(); first += at_once) {
    if (!put_slopes(nodes, directions.subspan(first, std::min(at_once, directions.size() - first))))
      return std::nullopt;
    for (std::size_t d = 0; d < count_; ++d) {
      Rates& rates = out.emplace_back();
      rates.reserve(expressions.size());
      for (const Expr e : expressions) {
        const Slopes* const found = slopes_of(e);
        rates.push_back(found == nullptr ? Residue() : (*found)[d]);
      }
    }
  }
  return out;
}

bool ModularTangent::put_slopes(std::span<const Expr> nodes, std::span<const Direction* const> directions) {
  poll(nodes.size());
  places_.clear();
  slopes_.clear();
  count_ = directions.size();
  const auto put = [this](Expr e, const Slopes& slopes) {
    places_.set(e.id, static_cast<std::uint32_t>(slopes_.size()));
    slopes_.push_back(slopes);
  };
  for (std::size_t d = 0; d < count_; ++d)
    for (const auto& [symbol, rate] : *directions[d]) {
      if (!places_.contains(symbol.id)) put(symbol, {});
      slopes_[places_.at(symbol.id)][d] = rate;
    }
  for (const Expr e : nodes) {
    if (!moves(e)) continue;
    const std::optional<Slopes> found = of_node(e);
    if (!found) return false;
    put(e, *found);
  }
  return true;
}

/// True where a part of `e` has a rate; a symbol has its own.
bool ModularTangent::moves(Expr e) const {
  bool found = false;
  graph_.for_children(e, [&](Expr child) { found = found || places_.contains(child.id); });
  return found;
}

const ModularTangent::Slopes* ModularTangent::slopes_of(Expr e) const {
  const std::uint32_t* const place = places_.find(e.id);
  return place == nullptr ? nullptr : &slopes_[*place];
}

std::optional<ModularTangent::Slopes> ModularTangent::of_node(Expr e) {
  switch (graph_.kind(e)) {
  case NodeKind::sum:
    return of_sum(e);
  case NodeKind::product:
    return of_product(e);
  case NodeKind::function:
    return of_function(e);
  default: // slopes of other nodes are further nodes: those of `directional`
    return std::nullopt;
  }
}

std::optional<ModularTangent::Slopes> ModularTangent::of_sum(Expr e) {
  Slopes total;
  for (const Term& t : graph_.terms(e)) {
    const Slopes* const moving = slopes_of(t.expr);
    if (moving == nullptr) continue;
    const auto coefficient = point_.number(t.coefficient);
    if (!coefficient) return std::nullopt;
    for (std::size_t d = 0; d < count_; ++d)
      total[d] += *coefficient * (*moving)[d];
  }
  return total;
}

/// The rule of products, one factor after the other; that of a power is e·b^(e−1)·ḃ.
std::optional<ModularTangent::Slopes> ModularTangent::of_product(Expr e) {
  Residue product(1); // of the factors so far
  Slopes total;       // its rates
  bool has_moved = false;
  for (const Factor& f : graph_.factors(e)) {
    const bool is_plain = f.exponent == one_id;
    const auto power = is_plain ? point_.known(f.base) : point_.power(f.base, graph_.value(f.exponent));
    if (!power) return std::nullopt;
    for (std::size_t d = 0; has_moved && d < count_; ++d)
      total[d] *= *power;
    if (const Slopes* const moving = slopes_of(f.base)) {
      Residue slope = product;
      if (!is_plain) {
        const auto exponent = point_.number(f.exponent);
        const auto lower = exponent ? point_.power(f.base, graph_.value(f.exponent) - Rational(1)) : std::nullopt;
        if (!lower) return std::nullopt;
        slope *= *exponent * *lower;
      }
      for (std::size_t d = 0; d < count_; ++d)
        total[d] += slope * (*moving)[d];
      has_moved = true;
    }
    product *= *power;
  }
  return total;
}

std::optional<ModularTangent::Slopes> ModularTangent::of_function(Expr e) {
  const Expr argument = graph_.args(e)[0];
  const Slopes* const moving = slopes_of(argument);
  const Function f = graph_.function(e);
  if (moving == nullptr || (f != Function::sin && f != Function::cos && f != Function::tan && f != Function::exp))
    return std::nullopt;
  const Residue own = point_.known(e);
  Residue slope;
  if (f == Function::exp) {
    slope = own;
  } else if (f == Function::tan) {
    slope = Residue(1) + own * own;
  } else {
    const auto place = point_.circle(argument);
    if (!place) return std::nullopt;
    slope = f == Function::sin ? place->cosine : -place->sine;
  }
  Slopes out;
  for (std::size_t d = 0; d < count_; ++d)
    out[d] = slope * (*moving)[d];
  return out;
}

} // namespace expr
} // namespace dalembert
