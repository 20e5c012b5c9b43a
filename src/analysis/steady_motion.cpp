#include <dalembert/analysis/steady_motion.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace dalembert {

namespace {

constexpr std::size_t most_combinations = 600;
constexpr std::size_t most_motions = 12;

/// What is tried for one coordinate or speed.
enum class Way { any, solved, zero, quarter, half };

/// Judges signs with parameters positive, coordinates and rates of either sign.
class Signs {
public:
  explicit Signs(const System& system) : graph_(*system.graph) {
    for (const Parameter& parameter : system.parameters)
      parameters_.push_back(parameter.symbol);
  }

  /// +1 or −1 where the sign is the same at all draws; 0 else.
  [[nodiscard]] int of(Expr e) const {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> positive(0.1, 1.5);
    std::uniform_real_distribution<double> any(-3.0, 3.0);
    constexpr int draws = 48;
    int sign = 0;
    for (int d = 0; d < draws; ++d) {
      std::vector<Assignment> values;
      for (const Expr symbol : free_symbols(graph_, e)) {
        const bool is_parameter = std::find(parameters_.begin(), parameters_.end(), symbol) != parameters_.end();
        values.push_back({symbol, is_parameter ? positive(random) : any(random)});
      }
      double value = 0.0;
      try {
        value = evaluate(graph_, e, values);
      } catch (const std::invalid_argument&) { // an unknown function
        return 0;
      }
      const int here = value > 0.0 ? 1 : -1;
      if (value == 0.0 || !std::isfinite(value) || (sign != 0 && here != sign)) return 0;
      sign = here;
    }
    return sign;
  }

private:
  const Graph& graph_;
  std::vector<Expr> parameters_;
};

class Search {
public:
  Search(const Equations& equations, const ReducedResidual& reduced)
      : system_(*equations.system), graph_(*system_.graph), reduced_(reduced) {
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i)
      if (!reduced.is_ignorable[i]) kept_.push_back(i);
    std::vector<Replacement> at_rest;
    for (const std::size_t i : reduced.independent) {
      at_rest.push_back({system_.coordinates[i].acceleration, graph_.zero()});
      if (reduced.is_ignorable[i])
        running_.push_back(i);
      else
        at_rest.push_back({system_.coordinates[i].rate, graph_.zero()});
    }
    conditions_ = substitute(graph_, reduced.residual, at_rest);
    for (const std::size_t j : kept_)
      conditions_.push_back(substitute(graph_, reduced.rates[j], at_rest));
    std::erase_if(conditions_, [this](Expr e) { return is_zero(graph_, e); });
  }

  SymbolicSteadyMotions run() {
    SymbolicSteadyMotions out;
    out.conditions = conditions_;
    std::vector<std::vector<Way>> options;
    for (const std::size_t i : kept_)
      options.push_back(system_.coordinates[i].measure.angular
                            ? std::vector<Way>{Way::any, Way::zero, Way::quarter, Way::half}
                            : std::vector<Way>{Way::any, Way::solved, Way::zero});
    for (std::size_t i = 0; i < running_.size(); ++i)
      options.push_back({Way::any, Way::solved, Way::zero});
    for (const std::vector<Way>& ways : combinations(options)) {
      if (found_.size() >= most_motions) break;
      if (auto motion = try_out(ways)) found_.push_back(std::move(*motion));
    }
    out.motions = std::move(found_);
    return out;
  }

private:
  /// All combinations, those with the fewest fixed values first.
  static std::vector<std::vector<Way>> combinations(const std::vector<std::vector<Way>>& options) {
    std::vector<std::vector<Way>> out{{}};
    for (const std::vector<Way>& ways : options) {
      std::vector<std::vector<Way>> more;
      for (const std::vector<Way>& begun : out)
        for (const Way way : ways) {
          more.push_back(begun);
          more.back().push_back(way);
        }
      if (more.size() > most_combinations) return {};
      out = std::move(more);
    }
    const auto fixed = [](const std::vector<Way>& ways) {
      return std::count_if(ways.begin(), ways.end(), [](Way w) { return w != Way::any; });
    };
    std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return fixed(a) < fixed(b); });
    return out;
  }

  /// True where `values` are among those of a motion that was found.
  bool is_special(const std::vector<Replacement>& values) {
    return std::any_of(taken_.begin(), taken_.end(), [&](const std::vector<Replacement>& taken) {
      return std::all_of(taken.begin(), taken.end(), [&](const Replacement& fixed) {
        const Expr here = substitute(graph_, fixed.symbol, values);
        return are_equal(graph_, here, substitute(graph_, fixed.by, values));
      });
    });
  }

  [[nodiscard]] Expr symbol(std::size_t place) const {
    return place < kept_.size() ? system_.coordinates[kept_[place]].position
                                : system_.coordinates[running_[place - kept_.size()]].rate;
  }

  [[nodiscard]] std::optional<Expr> fixed_value(Way way) {
    switch (way) {
    case Way::zero:
      return graph_.zero();
    case Way::quarter:
      return graph_.scale(Rational(1, 2), graph_.pi());
    case Way::half:
      return graph_.pi();
    case Way::any:
    case Way::solved:
      break;
    }
    return std::nullopt;
  }

  std::optional<SymbolicSteadyMotion> try_out(const std::vector<Way>& ways) {
    try {
      std::vector<Replacement> values;
      for (std::size_t i = 0; i < ways.size(); ++i)
        if (const std::optional<Expr> value = fixed_value(ways[i])) values.push_back({symbol(i), *value});
      std::vector<Expr> open = substitute(graph_, conditions_, values);
      if (!solve_lengths(ways, open, values) || !solve_speeds(ways, open, values)) return std::nullopt;
      if (!std::all_of(open.begin(), open.end(), [this](Expr e) { return is_zero(graph_, e); })) return std::nullopt;
      if (is_special(values)) return std::nullopt;
      std::optional<SymbolicSteadyMotion> out = described(ways, values);
      if (out) taken_.push_back(std::move(values));
      return out;
    } catch (const std::domain_error&) { // a division by an exact zero: not regular there
      return std::nullopt;
    }
  }

  /// Solves the conditions for the lengths in which they are linear; false where that cannot be done.
  bool solve_lengths(const std::vector<Way>& ways, std::vector<Expr>& open, std::vector<Replacement>& values) {
    std::vector<Expr> lengths;
    for (std::size_t i = 0; i < kept_.size(); ++i)
      if (ways[i] == Way::solved) lengths.push_back(symbol(i));
    if (lengths.empty()) return true;
    ExprMatrix slopes(static_cast<int>(open.size()), static_cast<int>(lengths.size()), graph_.zero());
    slopes.entries = jacobian(graph_, open, lengths);
    std::vector<Replacement> at_zero;
    at_zero.reserve(lengths.size());
    for (const Expr length : lengths)
      at_zero.push_back({length, graph_.zero()});
    if (depends(graph_, slopes.entries, lengths)) return false;
    ExprMatrix right(slopes.rows, 1, graph_.zero());
    for (int i = 0; i < right.rows; ++i)
      right.at(i, 0) = graph_.neg(substitute(graph_, open[static_cast<std::size_t>(i)], at_zero));
    const LinearSolution solution = solve_overdetermined(graph_, slopes, right);
    std::vector<Replacement> found;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      if (!solution.is_determined[i] || is_zero(graph_, solution.solution.entries[i]))
        return false; // 0 is a way of its own
      found.push_back({lengths[i], solution.solution.entries[i]});
    }
    apply(found, open, values);
    return true;
  }

  /// Solves one condition α·w² + β = 0 for one speed; false where that cannot be done.
  bool solve_speeds(const std::vector<Way>& ways, std::vector<Expr>& open, std::vector<Replacement>& values) {
    std::vector<Expr> speeds;
    for (std::size_t i = kept_.size(); i < ways.size(); ++i)
      if (ways[i] == Way::solved) speeds.push_back(symbol(i));
    if (speeds.empty()) return true;
    std::vector<Expr> conditions;
    for (const Expr e : open)
      if (!is_zero(graph_, e)) conditions.push_back(e);
    if (speeds.size() > 1 || conditions.size() != 1) return false;
    const std::vector<Expr> one{speeds.front()};
    const Expr half = graph_.scale(Rational(1, 2), gradient(graph_, conditions[0], one).front());
    const Expr square = gradient(graph_, half, one).front();
    if (depends(graph_, square, one) || is_zero(graph_, square)) return false;
    const Expr rest = substitute(graph_, conditions[0], std::vector<Replacement>{{one[0], graph_.zero()}});
    if (!is_zero(graph_, graph_.sub(half, graph_.mul(square, one[0]))) || is_zero(graph_, rest)) return false;
    apply({{one[0], graph_.sqrt(graph_.neg(graph_.div(rest, square)))}}, open, values);
    return true;
  }

  void apply(const std::vector<Replacement>& found, std::vector<Expr>& open, std::vector<Replacement>& values) {
    open = substitute(graph_, open, found);
    for (Replacement& value : values)
      value.by = substitute(graph_, value.by, found);
    values.insert(values.end(), found.begin(), found.end());
  }

  /// Nothing where the linear motion is singular: the coordinates fail there.
  std::optional<SymbolicSteadyMotion> described(const std::vector<Way>& ways, const std::vector<Replacement>& values) {
    SymbolicSteadyMotion out;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      SymbolicSteadyMotion::Value entry;
      entry.coordinate = i < kept_.size() ? kept_[i] : running_[i - kept_.size()];
      for (const Replacement& value : values)
        if (value.symbol == symbol(i)) entry.value = value.by;
      (i < kept_.size() ? out.positions : out.speeds).push_back(entry);
    }
    SPolynomial p = polynomial_at(values);
    while (!p.empty() && graph_.is_zero(p.front())) {
      p.erase(p.begin());
      ++out.zeros;
    }
    if (p.empty()) return std::nullopt;
    const Expr leading = p.back();
    for (Expr& coefficient : p)
      coefficient = graph_.div(coefficient, leading);
    p.back() = graph_.one();
    out.characteristic = std::move(p);
    out.condition = condition(out.characteristic);
    return out;
  }

  /// docs/theory/analysis.md (11) at the point `values`.
  SPolynomial polynomial_at(const std::vector<Replacement>& values) {
    std::vector<Replacement> at = values;
    std::vector<Expr> q;
    std::vector<Expr> w;
    std::vector<Expr> a;
    std::vector<Expr> rates;
    for (const std::size_t i : kept_) {
      q.push_back(system_.coordinates[i].position);
      rates.push_back(reduced_.rates[i]);
    }
    for (const std::size_t i : reduced_.independent) {
      w.push_back(system_.coordinates[i].rate);
      a.push_back(system_.coordinates[i].acceleration);
      at.push_back({a.back(), graph_.zero()});
      if (!reduced_.is_ignorable[i]) at.push_back({w.back(), graph_.zero()});
    }
    const auto put = [&](ExprMatrix& to, int row, int column, const std::vector<Expr>& fs, const std::vector<Expr>& by,
                         int sign) {
      if (fs.empty() || by.empty()) return;
      const std::vector<Expr> entries = substitute(graph_, jacobian(graph_, fs, by), at);
      for (std::size_t i = 0; i < fs.size(); ++i)
        for (std::size_t j = 0; j < by.size(); ++j)
          to.at(row + static_cast<int>(i), column + static_cast<int>(j)) =
              graph_.scale(Rational(sign), entries[i * by.size() + j]);
    };
    const int size = static_cast<int>(q.size() + w.size());
    const int top = static_cast<int>(q.size());
    ExprMatrix constant(size, size, graph_.zero());
    ExprMatrix linear(size, size, graph_.zero());
    for (int i = 0; i < top; ++i)
      linear.at(i, i) = graph_.one();
    put(constant, 0, 0, rates, q, -1);
    put(constant, 0, top, rates, w, -1);
    put(constant, top, 0, reduced_.residual, q, 1);
    put(constant, top, top, reduced_.residual, w, 1);
    put(linear, top, top, reduced_.residual, a, 1);
    return characteristic_polynomial(graph_, constant, linear);
  }

  /// Of s + c or s² + c: c must be positive.
  std::optional<StabilityCondition> condition(const SPolynomial& p) {
    if (p.size() < 2 || p.size() > 3 || (p.size() == 3 && !graph_.is_zero(p[1]))) return std::nullopt;
    StabilityCondition out;
    out.quantity = p.front();
    for (const std::size_t i : running_) {
      const std::vector<Expr> speed{system_.coordinates[i].rate};
      if (!depends(graph_, out.quantity, speed)) continue;
      const Expr half = graph_.scale(Rational(1, 2), gradient(graph_, out.quantity, speed).front());
      const Expr square = gradient(graph_, half, speed).front();
      const Expr rest = substitute(graph_, out.quantity, std::vector<Replacement>{{speed[0], graph_.zero()}});
      const Expr slope = graph_.sub(half, graph_.mul(square, speed[0]));
      if (depends(graph_, square, speed) || !is_zero(graph_, slope) || is_zero(graph_, rest)) continue;
      const int sign = signs_.of(square);
      if (sign == 0 || signs_.of(rest) == sign) continue;
      out.verdict = sign > 0 ? StabilityCondition::Verdict::when_square_exceeds
                             : StabilityCondition::Verdict::when_square_is_below;
      out.speed = i;
      out.threshold = graph_.neg(graph_.div(rest, square));
      return out;
    }
    const int sign = signs_.of(out.quantity);
    if (sign != 0) out.verdict = sign > 0 ? StabilityCondition::Verdict::always : StabilityCondition::Verdict::never;
    return out;
  }

  const System& system_;
  Graph& graph_;
  const ReducedResidual& reduced_;
  Signs signs_{system_};
  std::vector<std::size_t> kept_;
  std::vector<std::size_t> running_;
  std::vector<Expr> conditions_;
  std::vector<std::vector<Replacement>> taken_;
  std::vector<SymbolicSteadyMotion> found_;
};

} // namespace

SymbolicSteadyMotions symbolic_steady_motions(const Equations& equations) {
  const std::optional<ReducedResidual> reduced = reduced_residual(equations);
  if (!reduced) return {};
  constexpr std::size_t most_states = 10;
  const auto kept =
      static_cast<std::size_t>(std::count(reduced->is_ignorable.begin(), reduced->is_ignorable.end(), false));
  if (kept + reduced->independent.size() > most_states) return {};
  return Search(equations, *reduced).run();
}

} // namespace dalembert
