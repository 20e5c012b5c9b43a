#include <dalembert/analysis/dimensions.h>

namespace dalembert {

namespace {

std::optional<Exponent> exponent_of(const Rational& value) {
  const auto top = value.numerator().as_integer();
  const auto below = value.denominator().as_integer();
  constexpr std::int64_t largest = 64;
  if (!top || !below || *top > largest || *top < -largest || *below > largest) return std::nullopt;
  return reduced(*top, *below);
}

bool keeps_dimension(Function f) {
  return f == Function::abs || f == Function::min || f == Function::max || f == Function::fmod;
}

} // namespace

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
      const auto exponent = exponent_of(graph_.value(f.exponent));
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

bool Dimensions::check(const Written& w, std::optional<Dimension>& out) {
  const auto per_second = [](std::optional<Dimension>& d, int times) {
    for (int i = 0; i < times && d; ++i)
      d = *d / Dimension::time();
  };
  switch (w.kind) {
  case WrittenKind::number:
    if (!graph_.is_zero(w.value)) out = of(w.value);
    return true;
  case WrittenKind::name:
    out = of(w.value);
    per_second(out, w.dots);
    return true;
  case WrittenKind::rate: {
    if (!check(w.parts[0], out)) return false;
    per_second(out, w.dots);
    return true;
  }
  case WrittenKind::sum:
    for (const Written& part : w.parts) {
      std::optional<Dimension> next;
      if (!check(part, next)) return false;
      if (out && next && !(*out == *next)) return false;
      if (!out) out = next;
    }
    return true;
  case WrittenKind::product: {
    Dimension all;
    bool is_known = true;
    for (const Written& part : w.parts) {
      std::optional<Dimension> next;
      if (!check(part, next)) return false;
      is_known = is_known && next.has_value();
      if (next) all = part.inverse ? all / *next : all * *next;
    }
    if (is_known) out = all;
    return true;
  }
  case WrittenKind::power: {
    std::optional<Dimension> base;
    if (!check(w.parts[0], base)) return false;
    const bool is_number = w.parts[1].kind == WrittenKind::number && graph_.is_number(w.parts[1].value);
    const auto exponent = is_number ? exponent_of(graph_.number(w.parts[1].value)) : std::nullopt;
    if (base && exponent) out = base->pow(*exponent);
    return true;
  }
  case WrittenKind::function: {
    std::optional<Dimension> argument;
    if (!check(w.parts[0], argument)) return false;
    if (!w.function) {
      if (argument) out = argument->pow({1, 2});
    } else if (keeps_dimension(*w.function)) {
      out = argument;
    } else {
      if (argument && !argument->is_one()) return false;
      out = Dimension();
    }
    return true;
  }
  }
  return true;
}

std::optional<Dimension> Dimensions::of(const Written& written) {
  std::optional<Dimension> out;
  return has_units_ && check(written, out) ? out : std::nullopt;
}

bool Dimensions::agree(const Claim& claim) {
  if (!has_units_) return true;
  std::optional<Dimension> left;
  std::optional<Dimension> right;
  if (!check(claim.left, left)) return false;
  if (claim.is_constant) return true;
  if (!check(claim.right, right)) return false;
  return !left || !right || *left == *right;
}

} // namespace dalembert
