#include <dalembert/base/stir.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/point_budget.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace expr {

namespace {

constexpr std::size_t steps_at_once = 64; ///< that are spent together

/// The circle c² + s² = 1 has p + 1 points and is a cyclic group. In its subgroup of this order (p + 1 without its
/// factors 2, 3, 5, 7, 11, 13) every angle has exactly one half, third, fifth …
constexpr std::uint64_t circle_torsion = 240'240;
constexpr std::uint64_t circle_order = (Residue::p + 1) / circle_torsion;
static_assert(circle_order * circle_torsion == Residue::p + 1);
constexpr Residue half((Residue::p + 1) / 2);
constexpr int parts_of_pi = 12; ///< multiples of π/12 have exact places on the circle

enum Purpose : std::uint64_t {
  symbol_purpose = 1,
  pi_purpose,
  angle_purpose,
  exponential_purpose,
  unknown_purpose,
  formal_purpose
};

/// Returns numerator·denominator⁻¹ modulo `m`; nothing beyond 64 bits or where they share a factor.
std::optional<std::uint64_t> residue_modulo(const Rational& value, std::uint64_t m) {
  const auto numerator = value.numerator().as_integer();
  const auto denominator = value.denominator().as_integer();
  if (!numerator || !denominator) return std::nullopt;
  const auto inverse = inverse_modulo(static_cast<std::uint64_t>(*denominator), m);
  if (!inverse) return std::nullopt;
  const std::uint64_t size = static_cast<std::uint64_t>(*numerator < 0 ? -*numerator : *numerator) % m;
  __extension__ using Wide = unsigned __int128;
  const auto product = static_cast<std::uint64_t>(static_cast<Wide>(size) * *inverse % m);
  return *numerator < 0 && product != 0 ? m - product : product;
}

} // namespace

void ModularPoint::set(Expr symbol, Residue value) {
  given_.set(symbol.id, value);
  values_.clear();
  circles_.clear();
  parts_.clear();
}

void ModularPoint::assume_positive(Expr symbol) {
  positive_.insert(symbol.id);
}

void ModularPoint::turn(const Branches& branches) {
  for (const Expr base : branches.roots)
    turned_roots_.insert(base.id);
  for (const Expr of : branches.signs)
    turned_signs_.insert(of.id);
}

Residue ModularPoint::random(std::uint64_t purpose, std::span<const std::uint64_t> words) const {
  // The seed is stirred before anything joins it: a word equal to it must not cancel it.
  std::uint64_t h = stir(stir(seed_ + 0xD1B54A32D192ED03U) + 0x9E3779B97F4A7C15U * purpose);
  for (const std::uint64_t w : words)
    h = stir(h ^ stir(w + 0x9E3779B97F4A7C15U));
  return Residue(h >> 3U);
}

ModularPoint::Result ModularPoint::fail(Failure failure) {
  failure_ = failure;
  return std::nullopt;
}

std::optional<Residue> ModularPoint::value(Expr e) {
  failure_ = Failure::none;
  if (const Residue* const found = values_.find(e.id)) return *found;
  stack_.assign(1, {e, false});
  std::size_t steps = 0; // not spent yet
  while (!stack_.empty()) {
    const auto [top, is_open] = stack_.back();
    if (!is_open) {
      if (values_.contains(top.id)) {
        stack_.pop_back();
        continue;
      }
      const std::size_t before = stack_.size();
      stack_.back().is_open = true;
      graph_.for_children(top, [this](Expr child) {
        if (!values_.contains(child.id)) stack_.push_back({child, false});
      });
      if (stack_.size() != before) continue;
    }
    stack_.pop_back();
    steps += steps_at_point(graph_, top);
    if (steps >= steps_at_once) PointBudget::spend(std::exchange(steps, 0));
    const Result result = compute(top);
    if (!result) {
      PointBudget::spend(steps);
      culprit_ = top;
      return std::nullopt;
    }
    values_.set(top.id, *result);
  }
  PointBudget::spend(steps);
  return values_.at(e.id);
}

ModularPoint::Result ModularPoint::compute(Expr e) {
  switch (graph_.kind(e)) {
  case NodeKind::number:
    return number(graph_.number_id(e));
  case NodeKind::pi:
    return random(pi_purpose, {});
  case NodeKind::symbol: {
    if (const Residue* const given = given_.find(e.id)) return *given;
    const std::uint64_t words[] = {e.id};
    const Residue x = random(symbol_purpose, words);
    return positive_.contains(e.id) ? x * x : x;
  }
  case NodeKind::sum:
    return compute_sum(e);
  case NodeKind::product:
    return compute_product(e);
  case NodeKind::function:
    return compute_function(e);
  case NodeKind::select:
    return compute_select(e);
  case NodeKind::unknown:
    return compute_unknown(e);
  }
  return fail(Failure::unsupported);
}

ModularPoint::Result ModularPoint::number(NumberId id) {
  if (const Residue* known = numbers_.find(id.id)) return *known;
  const auto residue = graph_.value(id).residue(Residue::p);
  if (!residue) return fail(Failure::unsupported);
  numbers_.set(id.id, Residue(*residue));
  return Residue(*residue);
}

ModularPoint::Result ModularPoint::compute_sum(Expr e) {
  ProductSum total;
  for (const Term& t : graph_.terms(e)) {
    const Result c = number(t.coefficient);
    if (!c) return c;
    total.add(*c, known(t.expr));
  }
  return total.value();
}

/// The residue that stands for a monomial, its coefficient left out. Monomials of symbols are independent; of those of
/// other things some may be sums of others, as sin²θ is of 1 and cos²θ, and the points of their angles do not know it.
ModularPoint::Result ModularPoint::monomial_key(const Monomial& monomial) {
  Residue key(1);
  for (const auto& [base, exponent] : monomial.factors) {
    const NodeKind kind = graph_.kind(base);
    if (kind != NodeKind::symbol && kind != NodeKind::pi) rational_ = false;
    const Result x = power(base, exponent);
    if (!x) return x;
    key *= *x;
  }
  return key;
}

/// The circle point of an angle. Whole multiples of known angles are powers of their points, so a chain of angles
/// (σᵢ = σᵢ₋₁ + qᵢ) costs one product a link; what else there is gets multiplied out.
std::optional<ModularPoint::CirclePoint> ModularPoint::circle(Expr angle, int depth) {
  if (const auto found = circles_.find(angle.id); found != circles_.end()) return found->second;
  constexpr int deepest = 500; // levels of nesting, far within the stack
  if (graph_.kind(angle) == NodeKind::symbol)
    return circles_.emplace(angle.id, circle_of_key(known(angle))).first->second;
  if (graph_.kind(angle) != NodeKind::sum || depth > deepest) {
    const auto point = circle_of_expansion(angle, Rational(1));
    if (point) circles_.emplace(angle.id, *point);
    return point;
  }
  CirclePoint point{Residue(1), Residue(0)};
  for (const Term& t : graph_.terms(angle)) {
    const Rational& coefficient = graph_.value(t.coefficient);
    const auto whole = coefficient.as_integer();
    auto part = whole ? circle(t.expr, depth + 1) : circle_of_expansion(t.expr, coefficient);
    if (!part) return std::nullopt;
    if (whole) part = part->pow(static_cast<std::uint64_t>(*whole < 0 ? -*whole : *whole));
    point = point * (whole && *whole < 0 ? part->conjugate() : *part);
  }
  circles_.emplace(angle.id, point);
  return point;
}

std::optional<ModularPoint::CirclePoint> ModularPoint::circle_of_expansion(Expr angle, const Rational& scale) {
  const auto [expansion, is_new] = expansions_.try_emplace(angle.id);
  if (is_new) expansion->second = linear_form(graph_, angle);
  CirclePoint point{Residue(1), Residue(0)};
  for (Monomial monomial : expansion->second) {
    monomial.coefficient *= scale;
    const bool is_pi =
        monomial.factors.size() == 1 && monomial.factors[0].first == graph_.pi() && monomial.factors[0].second.is_one();
    const auto part = is_pi ? circle_of_pi(monomial.coefficient) : circle_of_monomial(monomial);
    if (!part) return std::nullopt;
    point = point * *part;
  }
  return point;
}

/// The point at angle π/12: of the eight elements of order 24 the one where cos π/4, sin π/4, cos π/6 and sin π/6 are
/// √2/2, √2/2, √3/2 and 1/2 with the roots that `power` takes.
ModularPoint::CirclePoint ModularPoint::twelfth_of_pi() {
  const Residue root2 = *Residue(2).sqrt() * half;
  const Residue root3 = *Residue(3).sqrt() * half;
  for (std::uint64_t u = 2;; ++u) {
    const CirclePoint base = circle_point(Residue(u)).pow((Residue::p + 1) / (2 * parts_of_pi));
    for (std::uint64_t j = 1; j < 2 * parts_of_pi; j += 2) {
      const CirclePoint sixth = base.pow(2 * j);
      const CirclePoint quarter = base.pow(3 * j);
      const bool right =
          sixth.cosine == root3 && sixth.sine == half && quarter.cosine == root2 && quarter.sine == root2;
      if (right) return base.pow(j);
    }
  }
}

std::optional<ModularPoint::CirclePoint> ModularPoint::circle_of_pi(const Rational& multiple) {
  const Rational twelfths = multiple * Rational(parts_of_pi);
  if (!twelfths.is_integer()) {
    fail(Failure::unsupported);
    return std::nullopt;
  }
  static const CirclePoint twelfth = twelfth_of_pi();
  const Rational turn(2 * parts_of_pi);
  const Rational within = twelfths - turn * (twelfths / turn).floor();
  return twelfth.pow(static_cast<std::uint64_t>(*within.as_integer()));
}

/// The half-angle formulas; 1 + u² never vanishes, −1 being no square.
ModularPoint::CirclePoint ModularPoint::circle_point(Residue u) {
  const Residue scale = *(Residue(1) + u * u).inverse();
  return {(Residue(1) - u * u) * scale, (u + u) * scale};
}

ModularPoint::CirclePoint ModularPoint::CirclePoint::pow(std::uint64_t exponent) const {
  CirclePoint result{Residue(1), Residue(0)};
  CirclePoint square = *this;
  for (; exponent != 0; exponent >>= 1U) {
    if ((exponent & 1U) != 0) result = result * square;
    if (exponent > 1) square = square.squared();
  }
  return result;
}

/// The random point of an angle whose value is `key`; that of 0 is (1, 0).
ModularPoint::CirclePoint ModularPoint::circle_of_key(Residue key) {
  if (key.is_zero()) return {Residue(1), Residue(0)};
  const auto [place, is_new] = drawn_.try_emplace(key.value());
  if (is_new) {
    const std::uint64_t words[] = {key.value()};
    place->second = circle_point(random(angle_purpose, words)).pow(circle_torsion);
  }
  return place->second;
}

std::optional<ModularPoint::CirclePoint> ModularPoint::circle_of_monomial(const Monomial& monomial) {
  const auto multiple = residue_modulo(monomial.coefficient, circle_order);
  if (!multiple) {
    fail(Failure::unsupported);
    return std::nullopt;
  }
  const Result key = monomial_key(monomial);
  if (!key) return std::nullopt;
  return *multiple == 1 ? circle_of_key(*key) : circle_of_key(*key).pow(*multiple);
}

/// base^exponent with the exponent multiplied out: its rational constant is an ordinary power, each other monomial B
/// has a random value for base^B. The base of exp is no number of the field: Residue(0) stands for it.
ModularPoint::Result ModularPoint::exponential(Residue base, Expr exponent) {
  Residue total(1);
  for (const Monomial& monomial : linear_form(graph_, exponent)) {
    if (monomial.factors.empty() && !base.is_zero()) {
      const Result x = power(base, monomial.coefficient);
      if (!x) return x;
      total *= *x;
      continue;
    }
    const Result key = monomial_key(monomial);
    if (!key) return key;
    if (key->is_zero()) continue;
    const std::uint64_t words[] = {base.value(), key->value()};
    const Residue unit = random(exponential_purpose, words);
    const Residue generator = unit * unit; // a square: exp is positive, and has one positive root of every degree
    const auto numerator = monomial.coefficient.numerator().as_integer();
    const auto denominator = monomial.coefficient.denominator().as_integer();
    if (!numerator || !denominator) return fail(Failure::unsupported);
    const Result x = generator.rational_power(*numerator, *denominator);
    if (!x) return fail(Failure::unsupported);
    total *= *x;
  }
  return total;
}

ModularPoint::Result ModularPoint::hyperbolic(Function f, Expr argument) {
  const Result up = exponential(Residue(0), argument);
  if (!up) return up;
  const Residue down = *up->inverse();
  if (f == Function::sinh) return (*up - down) * half;
  if (f == Function::cosh) return (*up + down) * half;
  const auto inverse = (*up + down).inverse();
  return inverse ? (*up - down) * *inverse : fail(Failure::singular);
}

Residue ModularPoint::formal(Function f, std::span<const Expr> args) {
  rational_ = false;
  std::vector<std::uint64_t> words{static_cast<std::uint64_t>(f)};
  for (const Expr a : args)
    words.push_back(known(a).value());
  return random(formal_purpose, words);
}

/// The sign of `x`, on which the node `of` branches.
int ModularPoint::sign(Residue x, Expr of) {
  rational_ = false;
  signs_.insert(std::min(x.value(), (-x).value()));
  return turned_signs_.contains(of.id) ? -x.sign() : x.sign();
}

ModularPoint::Result ModularPoint::compute_function(Expr e) {
  const Function f = graph_.function(e);
  const auto args = graph_.args(e);
  const Residue x = known(args[0]);
  const Expr branching = branching_argument(graph_, e);
  const auto absolute = [this, branching](Residue v) { return sign(v, branching) < 0 ? -v : v; };
  switch (f) {
  case Function::sin:
  case Function::cos:
  case Function::tan: {
    const auto point = circle(args[0]);
    if (!point) return std::nullopt;
    if (f != Function::tan) return f == Function::sin ? point->sine : point->cosine;
    const auto inverse = point->cosine.inverse();
    return inverse ? point->sine * *inverse : fail(Failure::singular);
  }
  case Function::exp:
    return exponential(Residue(0), args[0]);
  case Function::sinh:
  case Function::cosh:
  case Function::tanh:
    return hyperbolic(f, args[0]);
  case Function::abs:
    return absolute(x);
  case Function::sign:
    return sign(x, branching) < 0 ? -Residue(1) : Residue(x.is_zero() ? 0 : 1);
  case Function::heaviside:
    return sign(x, branching) < 0 ? Residue(0) : x.is_zero() ? half : Residue(1);
  case Function::min:
    return (x + known(args[1]) - absolute(x - known(args[1]))) * half;
  case Function::max:
    return (x + known(args[1]) + absolute(x - known(args[1]))) * half;
  case Function::pow: {
    rational_ = false;
    if (x.sign() <= 0) return fail(Failure::singular);
    return exponential(x, args[1]);
  }
  default:
    return formal(f, args);
  }
}

ModularPoint::Result ModularPoint::compute_select(Expr e) {
  const auto args = graph_.args(e);
  const Residue difference = known(args[0]) - known(args[1]);
  const Relation relation = graph_.relation(e);
  const bool asks_equality = relation == Relation::equal || relation == Relation::not_equal;
  const bool holds = asks_equality                ? difference.is_zero() == (relation == Relation::equal)
                     : relation == Relation::less ? sign(difference, e) < 0
                                                  : sign(difference, e) <= 0;
  rational_ = false;
  return known(holds ? args[2] : args[3]);
}

ModularPoint::Result ModularPoint::compute_unknown(Expr e) {
  // What holds of every function holds of a given one, but not the other way round.
  if (graph_.table(graph_.unknown_id(e))) rational_ = false;
  std::vector<std::uint64_t> words{graph_.unknown_id(e).id};
  for (const Argument& a : graph_.arguments(e))
    words.insert(words.end(), {std::uint64_t{a.order}, known(a.expr).value()});
  return random(unknown_purpose, words);
}

} // namespace expr
} // namespace dalembert
