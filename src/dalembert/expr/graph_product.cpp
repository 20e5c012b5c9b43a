// The normal form of products: like bases merged, numbers in the coefficient, roots of numbers split into primes.
#include <dalembert/expr/graph.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace expr {

namespace {

constexpr std::int64_t largest_folded_power = 4096; ///< 2^5000 stays a power: exact digits would help nobody
constexpr std::size_t most_folded_bits = 65536;     ///< nor would those of (10^4000)^5
constexpr std::size_t most_factored_bits = 512;     ///< roots of longer numbers are not taken apart
constexpr std::int64_t largest_trial_divisor = 1000;

bool is_even(const Rational& exponent) {
  return (exponent / Rational(2)).is_integer();
}

} // namespace

Expr Graph::mul(Expr a, Expr b) {
  if (is_number(a)) return scale(NumberId{nodes_[a.id].offset}, b);
  if (is_number(b)) return scale(NumberId{nodes_[b.id].offset}, a);
  open_factors_.clear();
  open_coefficient_ = one_id;
  collect(a, one_id);
  collect(b, one_id);
  return finish_product();
}

Expr Graph::div(Expr a, Expr b) {
  open_factors_.clear();
  open_coefficient_ = one_id;
  collect(a, one_id);
  collect(b, minus_one_id);
  return finish_product();
}

Expr Graph::product(std::span<const Factor> factors) {
  open_factors_.clear();
  open_coefficient_ = one_id;
  for (const Factor& f : factors)
    collect(f.base, f.exponent);
  return finish_product();
}

Expr Graph::product(std::initializer_list<Expr> factors) {
  open_factors_.clear();
  open_coefficient_ = one_id;
  for (const Expr e : factors)
    collect(e, one_id);
  return finish_product();
}

Expr Graph::pow(Expr base, const Rational& exponent) {
  if (exponent.is_zero()) return one();
  if (exponent.is_one()) return base;
  open_factors_.clear();
  open_coefficient_ = one_id;
  collect(base, intern(exponent));
  return finish_product();
}

Expr Graph::pow(Expr base, Expr exponent) {
  if (is_number(exponent)) return pow(base, Rational(number(exponent)));
  return apply(Function::pow, base, exponent);
}

/// Adds base^exponent to the open product, taken apart as far as the real powers allow.
void Graph::collect(Expr base, NumberId exponent) {
  if (exponent == zero_id) return;
  const Node node = nodes_[base.id];
  const bool is_plain = exponent == one_id;
  if (node.kind == NodeKind::number) {
    const NumberId number{node.offset};
    if (is_plain && !value(number).is_promoted())
      open_coefficient_ = times(open_coefficient_, number);
    else
      collect_number(Rational(value(number)), Rational(value(exponent)));
    return;
  }
  const bool whole = value(exponent).is_integer();
  if (node.kind == NodeKind::sum && node.count == 1) {
    const Term term = terms_[node.offset];
    if (is_plain && !value(term.coefficient).is_promoted()) {
      open_coefficient_ = times(open_coefficient_, term.coefficient);
      return collect(term.expr, exponent);
    }
    const Rational coefficient = value(term.coefficient);
    if (term.coefficient == minus_one_id && !whole) {
      open_factors_.push_back({base, exponent});
    } else if (whole || coefficient.sign() > 0) {
      collect_number(coefficient, Rational(value(exponent)));
      collect(term.expr, exponent);
    } else { // (−c·x)^e = c^e·(−x)^e
      collect_number(-coefficient, Rational(value(exponent)));
      open_factors_.push_back({scale(minus_one_id, term.expr), exponent});
    }
    return;
  }
  // (x^a)^e = x^(a·e) but for even a and fractional e, where it is |x|^(a·e).
  const bool opens =
      node.kind == NodeKind::product && (whole || (node.count == 1 && !is_even(value(factors_[node.offset].exponent))));
  if (!opens) {
    open_factors_.push_back({base, exponent});
    return;
  }
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const Factor f = factors_[node.offset + i];
    collect(f.base, times(f.exponent, exponent));
  }
}

void Graph::collect_number(const Rational& base, const Rational& exponent) {
  if (base.is_zero()) {
    if (exponent.sign() < 0) throw std::domain_error("0 to a negative power");
    open_coefficient_ = zero_id;
    return;
  }
  if (base.is_one()) return;
  const Rational whole = exponent.floor();
  const auto copies = whole.abs().as_integer();
  if (!copies || *copies > largest_folded_power || base.bits() * static_cast<std::size_t>(*copies) > most_folded_bits) {
    open_factors_.push_back({number(base), intern(exponent)});
    return;
  }
  open_coefficient_ = times(open_coefficient_, intern(base.pow(*whole.as_integer())));
  const Rational part = exponent - whole;
  if (part.is_zero()) return;
  if (base.sign() < 0) open_factors_.push_back({number(Rational(-1)), intern(part)});
  // (n/d)^e = n^e · d^(1−e) / d
  collect_root(base.abs().numerator(), part);
  if (base.is_integer()) return;
  open_coefficient_ = times(open_coefficient_, intern(base.denominator().inverse()));
  collect_root(base.denominator(), Rational(1) - part);
}

/// Adds integer^exponent for 0 < exponent < 1: small primes one by one, then what is left as one base.
void Graph::collect_root(const Rational& integer, const Rational& exponent) {
  Rational rest = integer;
  const bool short_enough = rest.bits() <= most_factored_bits;
  for (std::int64_t prime = 2; short_enough && prime <= largest_trial_divisor && !rest.is_one(); ++prime) {
    std::int64_t count = 0;
    for (Rational next = rest / Rational(prime); next.is_integer(); next = rest / Rational(prime), ++count)
      rest = next;
    if (count == 0) continue;
    const Rational total = exponent * Rational(count);
    const Rational whole = total.floor();
    open_coefficient_ = times(open_coefficient_, intern(Rational(prime).pow(*whole.as_integer())));
    if (total != whole) open_factors_.push_back({number(Rational(prime)), intern(total - whole)});
  }
  if (rest.is_one()) return;
  const auto degree = exponent.denominator().as_integer();
  const auto root =
      degree && *degree <= largest_folded_power ? rest.root(static_cast<unsigned>(*degree)) : std::nullopt;
  if (root)
    open_coefficient_ = times(open_coefficient_, intern(root->pow(*exponent.numerator().as_integer())));
  else
    open_factors_.push_back({number(rest), intern(exponent)});
}

/// Sorts the open factors and merges like bases; true where a merged power must be taken apart once more.
bool Graph::merge_factors() {
  std::vector<Factor>& factors = open_factors_;
  std::sort(factors.begin(), factors.end(), [](const Factor& a, const Factor& b) { return a.base < b.base; });
  bool again = false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < factors.size();) {
    Factor merged = factors[i];
    const std::size_t first = i++;
    for (; i < factors.size() && factors[i].base == merged.base; ++i)
      merged.exponent = plus(merged.exponent, factors[i].exponent);
    if (merged.exponent == zero_id) continue;
    const NodeKind kind = nodes_[merged.base.id].kind;
    const bool composite = kind == NodeKind::number || kind == NodeKind::sum || kind == NodeKind::product;
    again = again || (composite && i - first > 1);
    factors[kept++] = merged;
  }
  factors.resize(kept);
  return again;
}

Expr Graph::finish_product() {
  // √(x·y)·√(x·y), √2·√2: a merged power of a composite base may open up, and then meet further like bases.
  while (merge_factors()) {
    const std::vector<Factor> merged(open_factors_);
    open_factors_.clear();
    for (const Factor& f : merged)
      collect(f.base, f.exponent);
  }
  const std::vector<Factor>& factors = open_factors_;
  if (open_coefficient_ == zero_id || factors.empty()) return number(numbers_[open_coefficient_.id]);
  const bool single = factors.size() == 1 && factors[0].exponent == one_id;
  const NumberId coefficient = open_coefficient_;
  const Expr content =
      single ? factors[0].base : make(NodeKind::product, 0, std::span<const Factor>(factors), factors_);
  return scale(coefficient, content);
}

} // namespace expr
} // namespace dalembert
