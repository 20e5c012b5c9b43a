#include <dalembert/exact/row_monomials.h>
#include <dalembert/exact/sign_certificate.h>
#include <dalembert/exact/sign_judge.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/rounding.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace exact {

namespace {

/// Values of the parameters that have one; several rounds, since one may be made of others.
std::vector<Assignment> given_values(const System& system) {
  const Graph& graph = *system.graph;
  std::vector<Assignment> out;
  for (std::size_t round = 0; round < system.parameters.size(); ++round) {
    const std::size_t before = out.size();
    for (const Parameter& parameter : system.parameters) {
      const bool is_known = std::ranges::any_of(out, [&](const Assignment& a) { return a.symbol == parameter.symbol; });
      if (is_known || !parameter.value) continue;
      try {
        out.push_back({parameter.symbol, evaluate(graph, *parameter.value, out)});
      } catch (const std::invalid_argument&) { // NOLINT(bugprone-empty-catch): made of one that follows
      }
    }
    if (out.size() == before) break;
  }
  return out;
}

/// The symbols that stand in exponents of energies and forces.
std::vector<Expr> in_exponents(const System& system) {
  const Graph& graph = *system.graph;
  std::vector<Expr> all{system.lagrangian(), system.total(EnergyKind::dissipation)};
  for (const Force& force : system.forces)
    for (const Force::Part& part : force.parts)
      all.push_back(part.magnitude);
  std::vector<Expr> exponents;
  for (const Expr node : reachable(graph, all))
    if (graph.kind(node) == NodeKind::function && graph.function(node) == Function::pow)
      exponents.push_back(graph.args(node)[1]);
  return exponents.empty() ? exponents : free_symbols(graph, exponents);
}

bool is_true(Comparison relation, double left, double right) {
  switch (relation) {
  case Comparison::equal:
    return true; // no draw would meet it
  case Comparison::less:
    return left < right;
  case Comparison::less_equal:
    return left <= right;
  case Comparison::greater:
    return left > right;
  case Comparison::greater_equal:
    return left >= right;
  }
  return true;
}

} // namespace

std::vector<Expr> assumed_positive(const System& system) {
  const std::vector<Assignment> known = given_values(system);
  const std::vector<Expr> exponents = in_exponents(system);
  const auto value_of = [&known](Expr symbol) {
    const auto found = std::ranges::find_if(known, [symbol](const Assignment& a) { return a.symbol == symbol; });
    return found == known.end() ? std::optional<double>() : found->value;
  };
  std::vector<Expr> out;
  for (const Parameter& parameter : system.parameters) {
    if (parameter.is_input || std::ranges::find(exponents, parameter.symbol) != exponents.end()) continue;
    if (const std::optional<double> value = value_of(parameter.symbol); value && !(*value > 0.0)) continue;
    bool reaches_below = false;
    if (parameter.range) try {
        reaches_below = evaluate(*system.graph, parameter.range->low, known) < 0.0;
      } catch (const std::invalid_argument&) { // a bound without a value
        reaches_below = false;
      }
    if (!reaches_below) out.push_back(parameter.symbol);
  }
  return out;
}

SignJudge::SignJudge(const System& system, std::vector<Expr> positive, std::vector<Expr> real,
                     std::shared_ptr<MonomialMemo> memo)
    : system_(system),
      graph_(*system.graph),
      positive_(std::move(positive)),
      real_(std::move(real)),
      memo_(std::move(memo)) {
  for (const Assumption& assumption : system.assumptions) {
    compared_.push_back(assumption.left);
    compared_.push_back(assumption.right);
  }
}

JudgedSign SignJudge::of(Expr e) {
  if (seen_at_few(e).are_mixed()) return {}; // no certificate would be found
  if (const int sign = proved(e); sign != 0) return {sign, true};
  return {drawn(e), false};
}

int SignJudge::proved(Expr e) {
  std::vector<Expr> positive = positive_;
  const std::vector<Expr>& more = without_loss(e);
  positive.insert(positive.end(), more.begin(), more.end());
  for (const Expr form : {e, same_sign_polynomial(system_, e, positive, *memo_)}) {
    if (sign_of(system_, form, positive, *memo_) == SignKnown::positive) return 1;
    if (sign_of(system_, graph_.neg(form), positive, *memo_) == SignKnown::positive) return -1;
  }
  return proved_by_a_surplus(e, positive);
}

/// With a surplus σ = α·p + β > 0, α > 0, of a symbol p: the sign of e at p = (σ − β)/α.
int SignJudge::proved_by_a_surplus(Expr e, std::vector<Expr> positive) {
  if (surpluses_.empty()) return 0;
  const Expr sigma = graph_.symbol("surplus");
  positive.push_back(sigma);
  for (const Expr surplus : surpluses_)
    for (const Expr p : free_symbols(graph_, std::vector<Expr>{surplus})) {
      if (!depends(graph_, e, p)) continue;
      const Expr slope = gradient(graph_, surplus, std::vector<Expr>{p}).front();
      if (depends(graph_, slope, p) || sign_of(system_, slope, positive, *memo_) != SignKnown::positive) continue;
      const Expr rest = substitute(graph_, surplus, std::vector<Replacement>{{p, graph_.zero()}});
      const Expr by = graph_.div(graph_.sub(sigma, rest), slope);
      const Expr there =
          same_sign_polynomial(system_, substitute(graph_, e, std::vector<Replacement>{{p, by}}), positive, *memo_);
      if (sign_of(system_, there, positive, *memo_) == SignKnown::positive) return 1;
      if (sign_of(system_, graph_.neg(there), positive, *memo_) == SignKnown::positive) return -1;
    }
  return 0;
}

Expr SignJudge::same_sign(Expr e) const {
  std::vector<Expr> positive = positive_;
  const std::vector<Expr>& more = without_loss(e);
  positive.insert(positive.end(), more.begin(), more.end());
  return same_sign_polynomial(system_, e, positive, *memo_);
}

/// Coordinates and rates that may be taken positive: e is even in them, or real for x ≥ 0 alone, as x^n is.
const std::vector<Expr>& SignJudge::without_loss(Expr e) const {
  const auto known = without_loss_.find(e);
  return known != without_loss_.end() ? known->second : without_loss_[e] = found_without_loss(e);
}

std::vector<Expr> SignJudge::found_without_loss(Expr e) const {
  std::vector<Expr> moving = system_.positions();
  const std::vector<Expr> rates = system_.rates();
  moving.insert(moving.end(), rates.begin(), rates.end());
  std::vector<Expr> out;
  for (const Expr symbol : moving) {
    if (!depends(graph_, e, symbol)) continue;
    const bool is_base = std::ranges::any_of(reachable(graph_, std::vector<Expr>{e}), [&](Expr node) {
      return graph_.kind(node) == NodeKind::function && graph_.function(node) == Function::pow &&
             graph_.args(node)[0] == symbol;
    });
    const std::vector<Replacement> turned{{symbol, graph_.neg(symbol)}};
    if (is_base || are_equal(graph_, substitute(graph_, e, turned), e)) out.push_back(symbol);
  }
  return out;
}

std::vector<Expr> SignJudge::symbols_with(Expr e) const {
  std::vector<Expr> all = real_;
  all.insert(all.end(), compared_.begin(), compared_.end());
  all.push_back(e);
  return free_symbols(graph_, all);
}

bool SignJudge::spend(std::size_t nodes) {
  constexpr std::size_t most_work = 8'000'000;
  work_ += nodes;
  return work_ <= most_work;
}

int SignJudge::drawn(Expr e) {
  constexpr int draws = 800;
  constexpr int enough = 100;
  const Signs seen = draws_of(e, draws);
  const bool is_constant = symbols_with(e).empty();
  if (seen.are_mixed() || (seen.positive + seen.negative < enough && !is_constant)) return 0;
  return seen.positive > 0 ? 1 : seen.negative > 0 ? -1 : 0;
}

SignJudge::Signs SignJudge::seen_at_few(Expr e) {
  constexpr int draws = 20;
  return draws_of(e, draws);
}

/// The signs at `draws` admissible draws, up to the first that differs from those before it; none where the budget ends
/// before that, or no value is known.
SignJudge::Signs SignJudge::draws_of(Expr e, int draws) {
  constexpr int tries_per_draw = 8;
  random_ = RandomStream("signs");
  const std::vector<Expr> symbols = symbols_with(e);
  RepeatedEvaluation evaluation(graph_, std::vector<Expr>{e});
  const std::size_t size = evaluation.size() + admission().size();
  const RoundedValues rounded(graph_, e);
  Signs seen;
  try {
    for (int tries = 0, d = 0; d < draws && tries < tries_per_draw * draws && !seen.are_mixed(); ++tries) {
      if (!spend(size)) return {};
      const std::vector<Assignment> values = draw(symbols);
      if (!is_admissible(values)) continue;
      ++d;
      const double value = evaluation(values).front();
      if (value == 0.0 || !std::isfinite(value)) continue;
      int& same = value > 0.0 ? seen.positive : seen.negative;
      if (same == 0 && !(std::abs(value) > rounded.at(values).error)) continue; // round-off
      ++same;
    }
  } catch (const std::invalid_argument&) { // an unknown function
    return {};
  }
  return seen;
}

bool SignJudge::can_be_real() {
  constexpr int most_tries = 6400;
  random_ = RandomStream("real states");
  if (real_.empty()) return true;
  const std::vector<Expr> symbols = symbols_with(graph_.zero());
  try {
    for (int tries = 0; tries < most_tries; ++tries)
      if (is_admissible(draw(symbols))) return true;
  } catch (const std::invalid_argument&) { // an unknown function
    return true;
  }
  return false;
}

std::vector<Expr> SignJudge::needed_for(const std::vector<Expr>& expressions) {
  const std::vector<Expr> all = positive_;
  std::vector<int> signs;
  for (const Expr e : expressions)
    signs.push_back(of(e).value);
  std::vector<Expr> out;
  for (const Expr parameter : all) {
    if (!depends(graph_, expressions, std::vector<Expr>{parameter})) continue;
    std::erase(positive_, parameter);
    bool is_needed = false;
    for (std::size_t i = 0; i < expressions.size() && !is_needed; ++i)
      is_needed = signs[i] == 0 ? !(same_sign_polynomial(system_, expressions[i], positive_, *memo_) ==
                                    same_sign_polynomial(system_, expressions[i], all, *memo_))
                                : of(expressions[i]).value != signs[i];
    positive_ = all;
    if (is_needed) out.push_back(parameter);
  }
  return out;
}

std::vector<Assignment> SignJudge::draw(const std::vector<Expr>& symbols) {
  constexpr double decades = 1.5;
  std::vector<Assignment> out;
  for (const Expr symbol : symbols) {
    const bool is_positive = std::ranges::find(positive_, symbol) != positive_.end();
    out.push_back({symbol, is_positive ? std::pow(10.0, within(-decades, decades)) : of_either_sign()});
  }
  return out;
}

/// The values that are given; simple numbers for other parameters; for coordinates and rates any but special places.
std::vector<Assignment> SignJudge::simple_numbers(const std::vector<Expr>& symbols,
                                                  const std::vector<Assignment>& given) {
  constexpr std::array<double, 5> simple{0.5, 1.0, 2.0, 3.0, 4.0};
  std::vector<Assignment> out;
  for (const Expr symbol : symbols) {
    const auto known = std::ranges::find_if(given, [symbol](const Assignment& a) { return a.symbol == symbol; });
    const bool is_parameter =
        std::ranges::any_of(system_.parameters, [symbol](const Parameter& p) { return p.symbol == symbol; });
    if (known != given.end() || !is_parameter) {
      const double sign = within(-1.0, 1.0) < 0.0 ? -1.0 : 1.0;
      out.push_back({symbol, known != given.end() ? known->value : sign * within(0.3, 2.0)});
      continue;
    }
    const auto which = static_cast<std::size_t>(within(0.0, static_cast<double>(simple.size())));
    const bool is_positive = std::ranges::find(positive_, symbol) != positive_.end() || within(-1.0, 1.0) > 0.0;
    const double size = simple.at(std::min(which, simple.size() - 1));
    out.push_back({symbol, is_positive ? size : -size});
  }
  return out;
}

bool SignJudge::vanishes_at_simple_numbers(Expr e, const std::vector<Expr>& named) {
  constexpr int draws = 400;
  constexpr std::size_t most_nodes = 1'000'000;
  random_ = RandomStream("simple numbers");
  std::vector<Expr> all = surpluses_;
  all.push_back(e);
  all.insert(all.end(), named.begin(), named.end());
  std::vector<Expr> symbols = symbols_with(e);
  for (const Expr symbol : free_symbols(graph_, all))
    if (std::ranges::find(symbols, symbol) == symbols.end()) symbols.push_back(symbol);
  const std::vector<Assignment> given = given_values(system_);
  std::vector<RoundedValues> factors;
  for (const Expr node : named)
    factors.emplace_back(graph_, node);
  std::vector<RoundedValues> surpluses;
  for (const Expr surplus : surpluses_)
    surpluses.emplace_back(graph_, surplus);
  const auto is_inside = [&surpluses](const std::vector<Assignment>& values) { // the boundary aside
    return std::ranges::all_of(surpluses, [&values](const RoundedValues& of) {
      const Rounded found = of.at(values);
      return found.value > found.error;
    });
  };
  const auto is_zero_at = [](const RoundedValues& of, const std::vector<Assignment>& values) {
    const Rounded found = of.at(values);
    return std::isfinite(found.value) && std::abs(found.value) <= found.error;
  };
  try {
    const RoundedValues rounded(graph_, e);
    const std::size_t size = reachable(graph_, std::vector<Expr>{e}).size() + admission().size();
    for (int d = 0; d < draws && static_cast<std::size_t>(d) * size <= most_nodes; ++d) {
      const std::vector<Assignment> values = simple_numbers(symbols, d == 0 ? given : std::vector<Assignment>());
      if (!is_admissible(values) || !is_inside(values) || !is_zero_at(rounded, values)) continue;
      if (std::ranges::none_of(factors, [&](const RoundedValues& of) { return is_zero_at(of, values); })) return true;
    }
  } catch (const std::invalid_argument&) { // an unknown function
    return false;
  }
  return false;
}

RepeatedEvaluation& SignJudge::admission() const {
  if (!admission_) {
    std::vector<Expr> asked = real_;
    asked.insert(asked.end(), compared_.begin(), compared_.end());
    admission_.emplace(graph_, asked);
  }
  return *admission_;
}

bool SignJudge::is_admissible(const std::vector<Assignment>& values) const {
  const std::vector<double>& found = admission()(values);
  const auto compared = found.begin() + static_cast<std::ptrdiff_t>(real_.size());
  if (!std::all_of(found.begin(), compared, [](double value) { return std::isfinite(value); })) return false;
  for (std::size_t i = 0; i < system_.assumptions.size(); ++i) {
    const auto sides = compared + static_cast<std::ptrdiff_t>(2 * i);
    if (!is_true(system_.assumptions[i].relation, sides[0], sides[1])) return false;
  }
  return true;
}

/// Small, large, or one of the places where sines and cosines vanish.
double SignJudge::of_either_sign() {
  if (within(0.0, 1.0) < 0.25) return std::floor(within(-2.0, 3.0)) * std::numbers::pi / 2.0;
  const double size = std::pow(10.0, within(-3.0, 1.0));
  return within(-1.0, 1.0) < 0.0 ? -size : size;
}

double SignJudge::within(double low, double high) {
  return random_.between(low, high);
}

namespace {

/// number·factors as an expression.
Expr monomial(Graph& graph, const Rational& number, const Factors& factors) {
  std::vector<Factor> parts;
  parts.reserve(factors.size());
  for (const auto& [base, exponent] : factors)
    parts.push_back({base, graph.intern(exponent)});
  return graph.scale(number, graph.product(parts));
}

/// Multiplies a polynomial by what its terms are divided by, to an even power where the sign of that is not known.
Expr cleared_once(const System& system, const MonomialSum& terms, const std::vector<Expr>& positive, MonomialMemo& memo,
                  bool& is_whole) {
  Graph& graph = *system.graph;
  std::map<Expr, Rational> below;
  for (const auto& [factors, number] : terms)
    for (const auto& [base, exponent] : factors)
      if (exponent.sign() < 0 && (!below.contains(base) || below.at(base) < exponent.abs()))
        below[base] = exponent.abs();
  is_whole = below.empty();
  Factors multipliers;
  for (const auto& [base, size] : below) {
    const bool is_positive = sign_of(system, base, positive, memo) == SignKnown::positive;
    const auto whole = size.as_integer();
    const bool is_odd = !whole || *whole % 2 != 0;
    multipliers.emplace_back(base, !is_positive && is_odd ? size + Rational(1) : size);
  }
  Expr sum = graph.zero();
  for (const auto& [factors, number] : terms)
    sum = graph.add(sum, monomial(graph, number, times(factors, multipliers)));
  return sum;
}

/// Divides a polynomial by the largest monomial in all its terms whose sign is positive.
Expr without_content(const System& system, const MonomialSum& terms, const std::vector<Expr>& positive,
                     MonomialMemo& memo) {
  Graph& graph = *system.graph;
  Factors content = terms.begin()->first;
  for (const auto& [factors, number] : terms) {
    Factors common;
    for (const auto& [base, exponent] : content)
      for (const auto& [other, size] : factors)
        if (other == base) common.emplace_back(base, std::min(exponent, size));
    content = std::move(common);
  }
  for (auto& [base, exponent] : content) {
    const auto whole = exponent.as_integer();
    const bool is_positive = sign_of(system, base, positive, memo) == SignKnown::positive;
    if (!is_positive) exponent = whole && *whole > 0 ? Rational(*whole - *whole % 2) : Rational(0);
  }
  Expr sum = graph.zero();
  const Rational unit = terms.begin()->second.abs();
  for (const auto& [factors, number] : terms)
    sum = graph.add(sum, monomial(graph, number / unit, times(factors, content, Rational(-1))));
  return sum;
}

/// x^(n − 1) as x^n/x, so that powers of one base have equal exponents and combine.
Expr with_whole_shifts_apart(Graph& graph, Expr e) {
  std::vector<Replacement> apart;
  for (const Expr node : reachable(graph, std::vector<Expr>{e})) {
    if (graph.kind(node) != NodeKind::function || graph.function(node) != Function::pow) continue;
    const Expr base = graph.args(node)[0];
    const Expr exponent = graph.args(node)[1];
    if (graph.kind(exponent) != NodeKind::sum) continue;
    const std::vector<Term> terms(graph.terms(exponent).begin(), graph.terms(exponent).end());
    const Rational shift = graph.value(terms.front().coefficient); // the constant comes first
    if (!graph.is_one(terms.front().expr) || !shift.is_integer()) continue;
    const Expr rest = graph.pow(base, graph.sum(std::span<const Term>(terms).subspan(1)));
    apart.push_back({node, graph.mul(graph.pow(base, shift), rest)});
  }
  return apart.empty() ? e : substitute(graph, e, apart);
}

} // namespace

Expr same_sign_polynomial(const System& system, Expr e, const std::vector<Expr>& positive, MonomialMemo& memo) {
  constexpr int rounds = 4;
  constexpr std::size_t most = 300;
  Expr out = with_whole_shifts_apart(*system.graph, e);
  for (int round = 0; round < rounds; ++round) {
    const std::optional<MonomialSum> terms = memo.of(*system.graph, out, most); // a copy: what follows asks for more
    if (!terms || terms->empty()) return e;
    bool is_whole = false;
    out = cleared_once(system, *terms, positive, memo, is_whole);
    if (is_whole) return without_content(system, *terms, positive, memo);
  }
  return e;
}

} // namespace exact
} // namespace dalembert
