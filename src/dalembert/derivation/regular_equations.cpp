#include <dalembert/derivation/completed_power.h>
#include <dalembert/derivation/regular_equations.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace derivation {

namespace {

constexpr std::size_t largest_row = 300; ///< nodes
constexpr int deepest_row = 40;          ///< calls within one another

using Summands = std::vector<std::pair<Rational, Expr>>;
using ZeroEquations = std::vector<Expr>; ///< each is 0

/// An expression that has one sign wherever it has a value, and the equations that hold where it is 0.
struct OneSign {
  int sign = 1;
  bool never = false; ///< it is nowhere 0
  ZeroEquations zeros;
};

class ZeroSet {
public:
  ZeroSet(Graph& graph, std::span<const Expr> moving) : graph_(graph), moving_(moving.begin(), moving.end()) {}

  /// Nothing where e is regular on its zeros, or unknown.
  [[nodiscard]] std::optional<ZeroEquations> of(Expr e);
  [[nodiscard]] std::optional<Expr> angle_of(Expr equation) const {
    for (const auto& [value, angle] : turns_)
      if (value == equation) return angle;
    return std::nullopt;
  }

private:
  [[nodiscard]] bool moves(Expr e) const { return depends(graph_, e, moving_); }
  /// Of an expression without symbols.
  [[nodiscard]] std::optional<int> sign_of_number(Expr e) const;
  [[nodiscard]] ZeroEquations resolved(Expr e) {
    std::optional<ZeroEquations> inner = of(e);
    return inner ? std::move(*inner) : ZeroEquations{e};
  }
  [[nodiscard]] std::optional<ZeroEquations> of_product(Expr e);
  [[nodiscard]] std::optional<ZeroEquations> of_function(Expr e);
  [[nodiscard]] std::optional<ZeroEquations> of_shifted(Expr e);
  [[nodiscard]] std::optional<OneSign> one_sign(Expr e);
  [[nodiscard]] std::optional<OneSign> one_sign_of_product(Expr e);
  [[nodiscard]] std::optional<OneSign> one_sign_of_function(Expr e);
  [[nodiscard]] std::optional<OneSign> one_sign_of_sum(Expr e);

  /// Where a term reaches its least value (its largest for sign −1), and this value.
  struct Bound {
    Expr value;
    ZeroEquations reached;
  };
  [[nodiscard]] std::optional<Bound> bound(const Rational& factor, Expr term, int sign);
  [[nodiscard]] std::optional<Bound> bound_of_wave(const Rational& factor, Expr term, int sign);
  [[nodiscard]] std::optional<Bound> bound_of_power(const Rational& factor, Expr term, int sign);
  [[nodiscard]] std::optional<OneSign> one_sign_of_terms(const Summands& terms, int sign);

  [[nodiscard]] std::vector<Expr> squared_candidates(Expr e) const;
  [[nodiscard]] std::optional<ZeroEquations> of_completed(Expr e);

  Graph& graph_;
  std::vector<Expr> moving_;
  std::vector<std::pair<Expr, Expr>> turns_; ///< sin(angle/2), angle
  int depth_ = 0;
};

/// Counts the calls within one another.
class OneDeeper {
public:
  explicit OneDeeper(int& depth) : depth_(depth) { ++depth_; }
  ~OneDeeper() { --depth_; }
  OneDeeper(const OneDeeper&) = delete;
  OneDeeper& operator=(const OneDeeper&) = delete;
  OneDeeper(OneDeeper&&) = delete;
  OneDeeper& operator=(OneDeeper&&) = delete;

private:
  int& depth_;
};

void add_new(ZeroEquations& to, const ZeroEquations& more) {
  for (const Expr e : more)
    if (std::ranges::find(to, e) == to.end()) to.push_back(e);
}

/// The summands of e, those of sums in it too: e = Σ factor·summand.
void collect_terms(const Graph& graph, Expr e, const Rational& factor, Summands& out) {
  if (graph.kind(e) != NodeKind::sum) {
    out.emplace_back(factor, e);
    return;
  }
  for (const Term& t : graph.terms(e))
    collect_terms(graph, t.expr, factor * graph.value(t.coefficient), out);
}

/// Functions that rise everywhere and are 0 where their argument is.
bool rises_through_zero(Function f) {
  switch (f) {
  case Function::sinh:
  case Function::asinh:
  case Function::tanh:
  case Function::atanh:
  case Function::asin:
  case Function::atan:
  case Function::erf:
    return true;
  default:
    return false;
  }
}

std::optional<int> ZeroSet::sign_of_number(Expr e) const {
  if (!free_symbols(graph_, e).empty()) return std::nullopt;
  if (graph_.is_number(e)) return graph_.number(e).sign();
  if (is_zero(graph_, e)) return 0;
  const double value = evaluate(graph_, e, {});
  constexpr double clear = 1e-9; // far above rounding
  if (!std::isfinite(value) || std::abs(value) < clear) return std::nullopt;
  return value < 0.0 ? -1 : 1;
}

std::optional<ZeroEquations> ZeroSet::of(Expr e) {
  const OneDeeper deeper(depth_);
  if (depth_ > deepest_row || !moves(e)) return std::nullopt;
  const Expr rest = graph_.as_term(e).expr; // a factor changes no zeros
  if (std::optional<ZeroEquations> found = of_product(rest)) return found;
  if (std::optional<ZeroEquations> found = of_function(rest)) return found;
  if (graph_.kind(rest) != NodeKind::sum) return std::nullopt;
  if (std::optional<ZeroEquations> found = of_shifted(rest)) return found;
  if (std::optional<OneSign> found = one_sign(rest); found && !found->never) return std::move(found->zeros);
  return of_completed(rest);
}

/// One factor that may vanish: where it is a power or a root, or of such a kind itself.
std::optional<ZeroEquations> ZeroSet::of_product(Expr e) {
  if (graph_.kind(e) != NodeKind::product) return std::nullopt;
  const std::span<const Factor> stored = graph_.factors(e);
  std::optional<Factor> only;
  bool is_power = false; // several factors with the same zeros
  for (const Factor& f : std::vector<Factor>(stored.begin(), stored.end())) {
    if (graph_.value(f.exponent).sign() < 0) continue;
    if (const std::optional<OneSign> known = one_sign(f.base); known && known->never) continue;
    if (!moves(f.base)) return std::nullopt;                                   // a parameter may be 0
    if (only && resolved(only->base) != resolved(f.base)) return std::nullopt; // it vanishes with one of two
    is_power = only.has_value();
    only = f;
  }
  if (!only) return std::nullopt;
  const bool is_single = !is_power && graph_.value(only->exponent).is_one();
  return is_single ? of(only->base) : resolved(only->base);
}

std::optional<ZeroEquations> ZeroSet::of_function(Expr e) {
  if (graph_.kind(e) != NodeKind::function) return std::nullopt;
  const Function f = graph_.function(e);
  const Expr argument = graph_.args(e)[0];
  if (f == Function::abs) return resolved(argument);
  if (f == Function::log) return of(graph_.sub(argument, graph_.one()));
  return rises_through_zero(f) ? of(argument) : std::nullopt;
}

/// exp u = 1 and the like: u = 0.
std::optional<ZeroEquations> ZeroSet::of_shifted(Expr e) {
  Summands terms;
  collect_terms(graph_, e, Rational(1), terms);
  std::optional<std::pair<Rational, Expr>> moving;
  Expr rest = graph_.zero();
  for (const auto& [factor, term] : terms) {
    if (!moves(term)) {
      rest = graph_.add(rest, graph_.scale(factor, term));
      continue;
    }
    if (moving) return std::nullopt;
    moving = {factor, term};
  }
  if (!moving || graph_.kind(moving->second) != NodeKind::function) return std::nullopt;
  if (graph_.function(moving->second) != Function::exp) return std::nullopt;
  if (!is_zero(graph_, graph_.add(rest, graph_.number(moving->first)))) return std::nullopt;
  return of(graph_.args(moving->second)[0]);
}

std::optional<OneSign> ZeroSet::one_sign(Expr e) {
  const OneDeeper deeper(depth_);
  if (depth_ > deepest_row) return std::nullopt;
  if (free_symbols(graph_, e).empty()) {
    const std::optional<int> sign = sign_of_number(e);
    if (!sign || *sign == 0) return std::nullopt;
    return OneSign{*sign, true, {}};
  }
  switch (graph_.kind(e)) {
  case NodeKind::product:
    return one_sign_of_product(e);
  case NodeKind::function:
    return one_sign_of_function(e);
  case NodeKind::sum:
    return one_sign_of_sum(e);
  default:
    return std::nullopt;
  }
}

std::optional<OneSign> ZeroSet::one_sign_of_product(Expr e) {
  const std::span<const Factor> stored = graph_.factors(e);
  OneSign out;
  std::vector<ZeroEquations> vanishing; // of each factor that may be 0
  for (const Factor& f : std::vector<Factor>(stored.begin(), stored.end())) {
    const Rational& exponent = graph_.value(f.exponent);
    const std::optional<std::int64_t> whole = exponent.as_integer();
    if (whole && *whole % 2 != 0) {
      std::optional<OneSign> inner = one_sign(f.base);
      if (!inner) return std::nullopt;
      out.sign *= inner->sign;
      if (!inner->never && exponent.sign() > 0) vanishing.push_back(std::move(inner->zeros));
      continue;
    }
    // Even powers; roots are of what is not negative.
    if (exponent.sign() < 0) continue;
    if (const std::optional<OneSign> inner = one_sign(f.base); inner && inner->never) continue;
    if (!moves(f.base)) return std::nullopt; // a parameter may be 0
    vanishing.push_back(resolved(f.base));
  }
  if (vanishing.empty()) {
    out.never = true;
  } else if (vanishing.size() == 1) {
    out.zeros = std::move(vanishing.front());
  } else { // where one of them is 0
    Expr all = graph_.one();
    for (const ZeroEquations& of_factor : vanishing) {
      if (of_factor.size() != 1) return std::nullopt;
      all = graph_.mul(all, of_factor.front());
    }
    out.zeros = {all};
  }
  return out;
}

std::optional<OneSign> ZeroSet::one_sign_of_function(Expr e) {
  const Function f = graph_.function(e);
  const Expr argument = graph_.args(e)[0];
  if (f == Function::exp || f == Function::cosh) return OneSign{1, true, {}};
  if (f == Function::abs) return moves(argument) ? std::optional(OneSign{1, false, resolved(argument)}) : std::nullopt;
  if (f == Function::log) return one_sign(graph_.sub(argument, graph_.one()));
  return rises_through_zero(f) ? one_sign(argument) : std::nullopt;
}

std::optional<OneSign> ZeroSet::one_sign_of_sum(Expr e) {
  Summands terms;
  collect_terms(graph_, e, Rational(1), terms);
  if (std::optional<OneSign> positive = one_sign_of_terms(terms, 1)) return positive;
  return one_sign_of_terms(terms, -1);
}

std::optional<OneSign> ZeroSet::one_sign_of_terms(const Summands& terms, int sign) {
  OneSign out{sign, false, {}};
  Expr rest = graph_.zero(); // of numbers, and of the least values of terms
  for (const auto& [factor, term] : terms) {
    if (free_symbols(graph_, term).empty()) {
      rest = graph_.add(rest, graph_.scale(factor, term));
    } else if (const std::optional<Bound> least = bound(factor, term, sign)) {
      rest = graph_.add(rest, least->value);
      add_new(out.zeros, least->reached);
    } else {
      const std::optional<OneSign> part = one_sign(term);
      if (!part || part->sign * factor.sign() != sign) return std::nullopt;
      out.never = out.never || part->never;
      add_new(out.zeros, part->zeros);
    }
  }
  const std::optional<int> of_rest = sign_of_number(rest);
  if (!of_rest || *of_rest == -sign) return std::nullopt;
  out.never = out.never || *of_rest == sign;
  return out;
}

std::optional<ZeroSet::Bound> ZeroSet::bound(const Rational& factor, Expr term, int sign) {
  if (graph_.kind(term) == NodeKind::product) return bound_of_power(factor, term, sign);
  if (graph_.kind(term) != NodeKind::function) return std::nullopt;
  const Function f = graph_.function(term);
  if (f == Function::cos || f == Function::sin) return bound_of_wave(factor, term, sign);
  const Expr argument = graph_.args(term)[0];
  const int rising = factor.sign() * sign; // of the argument, where the term is on the wanted side
  if (f == Function::cosh && rising > 0) return Bound{graph_.number(factor), resolved(argument)};
  if (f != Function::exp) return std::nullopt;
  std::optional<OneSign> inner = one_sign(argument);
  if (!inner || inner->never || inner->sign != rising) return std::nullopt;
  return Bound{graph_.number(factor), std::move(inner->zeros)};
}

/// ±cos u >= −1, reached where u/2 is a zero of cos or sin; likewise of sin u.
std::optional<ZeroSet::Bound> ZeroSet::bound_of_wave(const Rational& factor, Expr term, int sign) {
  const Expr argument = graph_.args(term)[0];
  const int side = factor.sign() * sign;
  const Rational half(1, 2);
  const Expr value = graph_.number(sign > 0 ? -factor.abs() : factor.abs());
  if (graph_.function(term) == Function::sin) { // sin u = −side
    const Expr quarter = graph_.scale(Rational(side, 4), graph_.pi());
    return Bound{value, {graph_.sin(graph_.add(graph_.scale(half, argument), quarter))}};
  }
  const Expr bisected = graph_.scale(half, argument);
  if (side > 0) return Bound{value, {graph_.cos(bisected)}};
  const Expr turn = graph_.sin(bisected);
  turns_.emplace_back(turn, argument);
  return Bound{value, {turn}};
}

/// (k + w)^r, with a number k > 0 and w of one sign: k^r, where w = 0.
std::optional<ZeroSet::Bound> ZeroSet::bound_of_power(const Rational& factor, Expr term, int sign) {
  const std::span<const Factor> factors = graph_.factors(term);
  if (factors.size() != 1 || graph_.kind(factors.front().base) != NodeKind::sum) return std::nullopt;
  const Factor power = factors.front();
  Rational number(0);
  for (const Term& t : graph_.terms(power.base))
    if (graph_.is_one(t.expr)) number = graph_.value(t.coefficient);
  if (number.sign() <= 0) return std::nullopt;
  std::optional<OneSign> inner = one_sign(graph_.sub(power.base, graph_.number(number)));
  if (!inner || inner->never) return std::nullopt;
  const int slope = graph_.value(power.exponent).sign() * inner->sign;
  const std::optional<std::int64_t> whole = graph_.value(power.exponent).as_integer();
  if (inner->sign < 0 && whole) return std::nullopt; // the base may become negative
  if (slope * factor.sign() != sign) return std::nullopt;
  const Expr least = graph_.pow(graph_.number(number), graph_.value(power.exponent));
  return Bound{graph_.scale(factor, least), std::move(inner->zeros)};
}

/// The moving symbols of e, then its functions.
std::vector<Expr> ZeroSet::squared_candidates(Expr e) const {
  constexpr std::size_t most = 12;
  std::vector<Expr> out;
  const std::vector<Expr> below = reachable(graph_, std::vector<Expr>{e});
  for (const bool wants_symbols : {true, false})
    for (const Expr node : below) {
      const NodeKind kind = graph_.kind(node);
      const bool is_wanted = wants_symbols ? kind == NodeKind::symbol : kind == NodeKind::function;
      if (is_wanted && moves(node) && out.size() < most) out.push_back(node);
    }
  return out;
}

/// Takes squares off, a·(x + b/(2a))², while some x occurs to the second degree with a number a; or one power of a
/// higher degree, of which nothing is left.
std::optional<ZeroEquations> ZeroSet::of_completed(Expr e) {
  OneSign out{0, false, {}};
  for (const Expr x : squared_candidates(e)) {
    const std::optional<CompletedPower> found = completed_power(graph_, e, x);
    if (!found) continue;
    if (found->k > 2) {
      const Expr power = graph_.scale(found->factor, graph_.pow(found->base, Rational(found->k)));
      if (out.sign == 0 && is_zero(graph_, graph_.sub(e, power))) return ZeroEquations{found->base};
      continue;
    }
    if (out.sign != 0 && found->factor.sign() != out.sign) return std::nullopt;
    out.sign = found->factor.sign();
    e = found->rest;
    add_new(out.zeros, {found->base});
    if (is_zero(graph_, e)) return out.zeros;
  }
  if (out.sign == 0) return std::nullopt;
  const std::optional<OneSign> left = one_sign(e);
  if (!left || left->never || left->sign != out.sign) return std::nullopt;
  add_new(out.zeros, left->zeros);
  return out.zeros;
}

/// The same without sums within sums.
Expr flat_sum(Graph& graph, Expr e) {
  Summands summands;
  collect_terms(graph, e, Rational(1), summands);
  std::vector<Term> terms;
  for (const auto& [factor, term] : summands)
    terms.push_back({term, graph.intern(factor)});
  return graph.sum(terms);
}

/// Equations without the coordinates that others of them say to be 0.
ZeroEquations reduced_equations(Graph& graph, const ZeroEquations& found) {
  std::vector<Replacement> zeros;
  for (const Expr e : found)
    if (graph.kind(e) == NodeKind::symbol) zeros.push_back({e, graph.zero()});
  ZeroEquations out;
  for (const Expr e : found) {
    const bool is_zero_itself = graph.kind(e) == NodeKind::symbol;
    const Expr reduced = is_zero_itself || zeros.empty() ? e : substitute(graph, e, zeros);
    add_new(out, {reduced == e ? flat_sum(graph, e) : graph.as_term(flat_sum(graph, reduced)).expr});
  }
  return out;
}

/// `x - y = 0`, `x = 1`
std::string equation_with_number(Graph& graph, Expr value) {
  constexpr std::size_t longest = 120; // characters
  Rational number(0);
  Expr left = value;
  if (graph.kind(value) == NodeKind::sum) {
    std::vector<Term> others;
    for (const Term& t : graph.terms(value)) {
      if (graph.is_one(t.expr))
        number = graph.value(t.coefficient);
      else
        others.push_back(t);
    }
    left = graph.sum(others);
  }
  return text(graph, left, longest) + " = " + text(graph, graph.number(-number), longest);
}

} // namespace

std::optional<std::vector<RegularEquation>> regular_equations(Graph& graph, Expr e, std::span<const Expr> moving) {
  if (size_within(graph, e, largest_row) >= largest_row) return std::nullopt;
  std::vector<Expr> within = free_symbols(graph, e);
  std::erase_if(within, [moving](Expr s) { return std::ranges::find(moving, s) == moving.end(); });
  try {
    ZeroSet reader(graph, within);
    const std::optional<ZeroEquations> found = reader.of(e);
    if (!found || found->empty()) return std::nullopt;
    std::vector<RegularEquation> out;
    for (const Expr value : reduced_equations(graph, *found)) {
      RegularEquation& made = out.emplace_back(RegularEquation{value, equation_with_number(graph, value), {}});
      if (const std::optional<Expr> angle = reader.angle_of(value)) made.turn = equation_with_number(graph, *angle);
    }
    return out;
  } catch (const std::domain_error&) { // it divides by an exact 0
    return std::nullopt;
  } catch (const std::invalid_argument&) { // a function without definition
    return std::nullopt;
  } catch (const std::overflow_error&) { // numbers beyond what a power can hold
    return std::nullopt;
  }
}

} // namespace derivation
} // namespace dalembert
