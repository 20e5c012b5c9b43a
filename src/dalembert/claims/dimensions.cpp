#include <dalembert/claims/dimensions.h>
#include <dalembert/mechanics/dimension_rules.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace claims {

Dimensions::Dimensions(const System& system) : graph_(*system.graph), has_units_(system.has_units) {
  if (!has_units_) return;
  for (const Coordinate& q : system.coordinates) {
    know(q.position, q.measure);
    know(q.rate, rate_of(q.measure));
    know(q.acceleration, rate_of(rate_of(q.measure)));
  }
  for (const Parameter& p : system.parameters)
    know(p.symbol, p.measure);
  for (const Constraint& c : system.constraints)
    know(c.multiplier, c.multiplier_measure);
  for (const Reaction& r : system.reactions)
    know(r.symbol, r.measure);
  for (const Friction& f : system.frictions)
    know(f.symbol, f.measure);
  known_[system.time.id] = Dimension::time();
}

void Dimensions::know(Expr symbol, const Measure& measure) {
  known_[symbol.id] = measure.dimension;
}

std::optional<Dimension> Dimensions::of(Expr e) {
  if (!has_units_) return std::nullopt;
  if (const auto found = known_.find(e.id); found != known_.end()) return found->second;
  const std::optional<Dimension> out = compute(e);
  known_[e.id] = out;
  return out;
}

std::optional<Dimension> Dimensions::compute(Expr e) {
  switch (graph_.kind(e)) {
  case NodeKind::number:
  case NodeKind::pi:
    return Dimension();
  case NodeKind::sum:
    for (const Term& t : graph_.terms(e))
      if (!graph_.is_number(t.expr)) return of(t.expr);
    return Dimension();
  case NodeKind::product: {
    Dimension out;
    for (const Factor& f : graph_.factors(e)) {
      const auto base = of(f.base);
      const auto exponent = dimension_exponent(graph_.value(f.exponent));
      if (!base || !exponent) return std::nullopt;
      out = out * base->pow(*exponent);
    }
    return out;
  }
  case NodeKind::function:
    return keeps_dimension(graph_.function(e)) ? of(graph_.args(e)[0]) : Dimension();
  case NodeKind::select:
    return of(graph_.args(e)[2]);
  default:
    return std::nullopt;
  }
}

bool Dimensions::check_sum(const Written& sum, std::optional<Dimension>& out) {
  const Written* first = nullptr;
  for (const Written& part : sum.parts) {
    std::optional<Dimension> next;
    if (!check(part, next)) return false;
    if (!next) continue;
    if (out && !(*out == *next)) {
      clash_ = {first, &part, *out, *next};
      return false;
    }
    if (!out) first = &part;
    out = next;
  }
  return true;
}

bool Dimensions::check_product(const Written& product, std::optional<Dimension>& out) {
  Dimension all;
  bool is_known = true;
  for (const Written& part : product.parts) {
    std::optional<Dimension> next;
    if (!check(part, next)) return false;
    is_known = is_known && next.has_value();
    if (next) all = part.inverse ? all / *next : all * *next;
  }
  if (is_known) out = all;
  return true;
}

bool Dimensions::check_function(const Written& call, std::optional<Dimension>& out) {
  std::optional<Dimension> argument;
  if (!check(call.parts[0], argument)) return false;
  if (!call.function) {
    if (argument) out = argument->pow({1, 2});
  } else if (keeps_dimension(*call.function)) {
    out = argument;
  } else {
    if (argument && !argument->is_one() && !takes_any_dimension(*call.function)) {
      clash_ = {nullptr, &call.parts[0], Dimension(), *argument};
      return false;
    }
    out = Dimension();
  }
  return true;
}

bool Dimensions::check(const Written& w, std::optional<Dimension>& out) {
  const auto per_second = [](std::optional<Dimension>& d, int times) {
    for (int i = 0; i < times && d; ++i)
      d = *d / Dimension::time();
  };
  switch (w.kind) {
  case WrittenKind::number:
    if (!graph_.is_zero(w.value)) out = w.dimension ? w.dimension : of(w.value);
    return true;
  case WrittenKind::name:
    out = w.dimension ? w.dimension : of(w.value);
    per_second(out, w.dots);
    return true;
  case WrittenKind::rate:
    if (!check(w.parts[0], out)) return false;
    per_second(out, w.dots);
    return true;
  case WrittenKind::sum:
    return check_sum(w, out);
  case WrittenKind::product:
    return check_product(w, out);
  case WrittenKind::power: {
    std::optional<Dimension> base;
    if (!check(w.parts[0], base)) return false;
    const bool is_number = w.parts[1].kind == WrittenKind::number && graph_.is_number(w.parts[1].value);
    const auto exponent = is_number ? dimension_exponent(graph_.number(w.parts[1].value)) : std::nullopt;
    if (base && exponent) out = base->pow(*exponent);
    return true;
  }
  case WrittenKind::function:
    return check_function(w, out);
  }
  return true;
}

std::optional<Dimension> Dimensions::of(const Written& written) {
  std::optional<Dimension> out;
  return has_units_ && check(written, out) ? out : std::nullopt;
}

std::optional<DimensionClash> Dimensions::clash(const Claim& claim) {
  if (!has_units_) return std::nullopt;
  std::optional<Dimension> left;
  std::optional<Dimension> right;
  if (!check(claim.left, left)) return clash_;
  if (claim.is_constant) return std::nullopt;
  if (!check(claim.right, right)) return clash_;
  if (!left || !right || *left == *right) return std::nullopt;
  return DimensionClash{&claim.left, &claim.right, *left, *right};
}

std::string sentence(const DimensionClash& clash) {
  const auto in = [](const Dimension& d) { return d.is_one() ? std::string("a number") : "in " + d.text(); };
  if (clash.left == nullptr)
    return fmt::format("`{}` is {}, where a dimensionless number is needed", text(*clash.right), in(clash.right_is));
  return fmt::format("`{}` is {}, `{}` is {}: they can be neither added nor equated", text(*clash.left),
                     in(clash.left_is), text(*clash.right), in(clash.right_is));
}

} // namespace claims
} // namespace dalembert
