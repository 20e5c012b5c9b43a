#include <dalembert/analysis/stability.h>
#include <dalembert/expr/common_factors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/rounding.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>
#include <utility>

namespace dalembert {

namespace {

/// Judges signs with parameters positive, coordinates and rates of either sign, by many draws of all sizes among those
/// at which `real` has real values.
class DrawnSigns {
public:
  DrawnSigns(const System& system, const std::vector<Expr>& real) : graph_(*system.graph), real_(real) {
    for (const Parameter& parameter : system.parameters)
      parameters_.push_back(parameter.symbol);
  }

  /// +1 or −1 where every draw that is not 0 has that sign, round-off aside; 0 else.
  [[nodiscard]] int of(Expr e) {
    constexpr int draws = 800;
    constexpr int most_tries = 8 * draws;
    constexpr int enough = 100;
    random_.seed(7);
    std::vector<Expr> all = real_;
    all.push_back(e);
    const std::vector<Expr> symbols = free_symbols(graph_, all);
    int sign = 0;
    int seen = 0;
    try {
      for (int tries = 0, d = 0; d < draws && tries < most_tries; ++tries) {
        const std::vector<Assignment> values = drawn(symbols);
        if (!are_real(values)) continue;
        ++d;
        const double value = evaluate(graph_, e, values);
        if (value == 0.0 || !std::isfinite(value)) continue;
        const int here = value > 0.0 ? 1 : -1;
        if (here != sign && !(std::abs(value) > evaluate_rounded(graph_, e, values).error)) continue; // round-off
        if (sign != 0 && here != sign) return 0;
        sign = here;
        ++seen;
      }
    } catch (const std::invalid_argument&) { // an unknown function
      return 0;
    }
    return seen >= enough || symbols.empty() ? sign : 0;
  }

private:
  [[nodiscard]] std::vector<Assignment> drawn(const std::vector<Expr>& symbols) {
    std::vector<Assignment> out;
    for (const Expr symbol : symbols) {
      const bool is_parameter = std::find(parameters_.begin(), parameters_.end(), symbol) != parameters_.end();
      out.push_back({symbol, is_parameter ? std::pow(10.0, within(-1.5, 1.5)) : of_either_sign()});
    }
    return out;
  }

  [[nodiscard]] bool are_real(const std::vector<Assignment>& values) const {
    return std::ranges::all_of(real_, [&](Expr e) { return std::isfinite(evaluate(graph_, e, values)); });
  }

  /// Small, large, or one of the places where sines and cosines vanish.
  double of_either_sign() {
    if (within(0.0, 1.0) < 0.25) return std::floor(within(-2.0, 3.0)) * std::numbers::pi / 2.0;
    const double size = std::pow(10.0, within(-3.0, 1.0));
    return within(-1.0, 1.0) < 0.0 ? -size : size;
  }

  double within(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }

  const Graph& graph_;
  const std::vector<Expr>& real_;
  std::vector<Expr> parameters_;
  std::mt19937_64 random_;
};

/// Decides one polynomial.
class Decision {
public:
  Decision(const System& system, const SPolynomial& p, const std::vector<std::size_t>& running,
           const std::vector<Expr>& values)
      : system_(system), graph_(*system.graph), p_(p), running_(running), signs_(system, values) {}

  std::optional<StabilityCondition> take() {
    const std::size_t degree = p_.size() - 1;
    if (degree == 1 || (degree == 2 && graph_.is_zero(p_[1]))) return by_one_quantity(p_.front(), degree == 1);
    const bool is_even = degree % 2 == 0 && has_even_powers_only();
    if (!is_even) return by_signs(hurwitz(), true);
    if (degree != 4) return std::nullopt;
    if (const std::optional<Expr> rest = beside_a_rate()) return by_one_quantity(*rest, false);
    return by_signs({p_[2], p_[0], discriminant()}, false);
  }

private:
  [[nodiscard]] bool has_even_powers_only() const {
    for (std::size_t k = 1; k < p_.size(); k += 2)
      if (!graph_.is_zero(p_[k])) return false;
    return true;
  }

  /// c of s⁴ + a s² + b = (s² + w²)(s² + c) with a running rate w, as of axes that turn with a body.
  [[nodiscard]] std::optional<Expr> beside_a_rate() {
    for (const std::size_t i : running_) {
      const Expr square = graph_.square(system_.coordinates[i].rate);
      const Expr rest = graph_.sub(p_[2], square);
      if (depends(graph_, p_[2], system_.coordinates[i].rate) && are_equal(graph_, graph_.mul(square, rest), p_[0]))
        return rest;
    }
    return std::nullopt;
  }

  [[nodiscard]] Expr discriminant() { return graph_.sub(graph_.square(p_[2]), graph_.scale(Rational(4), p_[0])); }

  /// All must be positive; one that is negative everywhere decides against.
  std::optional<StabilityCondition> by_signs(const std::vector<Expr>& quantities, bool is_asymptotic) {
    bool is_always = !quantities.empty();
    StabilityCondition out;
    out.is_asymptotic = is_asymptotic;
    for (const Expr quantity : quantities) {
      const int sign = signs_.of(quantity);
      is_always = is_always && sign > 0;
      if (sign >= 0) continue;
      out.verdict = StabilityCondition::Verdict::never;
      return out;
    }
    if (!is_always) return std::nullopt;
    out.verdict = StabilityCondition::Verdict::always;
    return out;
  }

  /// The coefficients, which must be positive, and the leading minors of Hurwitz's matrix H_ij = p_(n − 2j + i), i and
  /// j from 1; none beyond a degree of 4.
  [[nodiscard]] std::vector<Expr> hurwitz() {
    const int n = static_cast<int>(p_.size()) - 1;
    constexpr int most = 4;
    if (n > most) return {};
    const auto entry = [&](int i, int j) {
      const int k = n - 2 * j + i;
      return k >= 0 && k <= n ? p_[static_cast<std::size_t>(k)] : graph_.zero();
    };
    std::vector<Expr> out(p_.begin(), p_.end() - 1);
    if (n >= 2) out.push_back(graph_.sub(graph_.mul(entry(1, 1), entry(2, 2)), graph_.mul(entry(1, 2), entry(2, 1))));
    if (n < 3) return out;
    Expr third = graph_.zero();
    for (int j = 1; j <= 3; ++j) {
      const int a = j % 3 + 1;
      const int b = (j + 1) % 3 + 1;
      const Expr minor = graph_.sub(graph_.mul(entry(2, a), entry(3, b)), graph_.mul(entry(2, b), entry(3, a)));
      third = graph_.add(third, graph_.mul(entry(1, j), minor));
    }
    out.push_back(third);
    return out;
  }

  /// `quantity` without the factors whose sign is known: where it is positive is where the rest is.
  [[nodiscard]] Expr deciding_part(Expr quantity) {
    const Term whole = graph_.as_term(with_common_factors_out(graph_, quantity));
    if (graph_.kind(whole.expr) != NodeKind::product) return quantity;
    Rational sign(graph_.value(whole.coefficient).sign());
    const std::vector<Factor> factors(graph_.factors(whole.expr).begin(), graph_.factors(whole.expr).end());
    Expr rest = graph_.one();
    for (const Factor& factor : factors) {
      const Expr power = graph_.product(std::vector<Factor>{factor});
      const int known = signs_.of(power);
      if (known == 0)
        rest = graph_.mul(rest, power);
      else
        sign = sign * Rational(known);
    }
    return graph_.scale(sign, rest);
  }

  /// Of s + c or s² + c: c must be positive.
  StabilityCondition by_one_quantity(Expr quantity, bool is_asymptotic) {
    StabilityCondition out;
    out.is_asymptotic = is_asymptotic;
    out.quantity = quantity;
    for (const std::size_t i : running_) {
      const std::vector<Expr> speed{system_.coordinates[i].rate};
      if (!depends(graph_, out.quantity, speed)) continue;
      const Expr half = graph_.scale(Rational(1, 2), gradient(graph_, out.quantity, speed).front());
      const Expr square = gradient(graph_, half, speed).front();
      if (depends(graph_, square, speed)) continue;
      const Expr rest = substitute(graph_, out.quantity, std::vector<Replacement>{{speed[0], graph_.zero()}});
      const Expr slope = graph_.sub(half, graph_.mul(square, speed[0]));
      if (!is_zero(graph_, slope) || is_zero(graph_, rest)) continue;
      const int sign = signs_.of(square);
      if (sign == 0 || signs_.of(rest) == sign) continue;
      out.verdict = sign > 0 ? StabilityCondition::Verdict::when_square_exceeds
                             : StabilityCondition::Verdict::when_square_is_below;
      out.speed = i;
      out.threshold = graph_.neg(graph_.div(rest, square));
      return out;
    }
    const int sign = signs_.of(out.quantity);
    if (sign != 0)
      out.verdict = sign > 0 ? StabilityCondition::Verdict::always : StabilityCondition::Verdict::never;
    else
      out.quantity = deciding_part(out.quantity);
    return out;
  }

  const System& system_;
  Graph& graph_;
  const SPolynomial& p_;
  const std::vector<std::size_t>& running_;
  DrawnSigns signs_;
};

} // namespace

std::optional<StabilityCondition> stability(const System& system, const SPolynomial& p,
                                            const std::vector<std::size_t>& running, const std::vector<Expr>& values) {
  if (p.size() < 2) return std::nullopt;
  return Decision(system, p, running, values).take();
}

} // namespace dalembert
