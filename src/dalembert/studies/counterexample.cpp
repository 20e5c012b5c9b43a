#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/id_map.h>
#include <dalembert/expr/repeated_evaluation.h>
#include <dalembert/expr/rounding.h>
#include <dalembert/studies/counterexample.h>
#include <dalembert/studies/draw_sample.h>
#include <dalembert/studies/precise_state.h>
#include <dalembert/studies/real_states.h>
#include <dalembert/studies/state_values.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace dalembert {
inline namespace studies {

namespace {

/// What is no round-off keeps its value at states beside up to this share.
constexpr double kept_share = 0.01;

bool holds(double left, double right, double size, Comparison relation) {
  const double allowance = StateComparison::allowed * size;
  switch (relation) {
  case Comparison::equal:
    return std::abs(left - right) <= allowance;
  case Comparison::less:
  case Comparison::less_equal:
    return left <= right + allowance;
  default:
    return left >= right - allowance;
  }
}

Counterexample told(const System& system, const Evaluation& at, double left, double right) {
  Counterexample out;
  out.time = at.state.t;
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    out.state.emplace_back(system.coordinates[i].name, at.state.q[i]);
    out.state.emplace_back(system.coordinates[i].name + "'", at.state.v[i]);
  }
  out.left = left;
  out.right = right;
  return out;
}

/// True where left − right at `at` does not keep its value at states beside: it is round-off. So it
/// is taken where there are no states beside.
bool is_noise(RealStates& states, const Engine& engine, const Evaluation& at, Expr left, Expr right,
              double difference) {
  constexpr int looks = 6; // round-off comes in multiples of the last digit, so that two may be equal
  const std::vector<Expr> sides{left, right};
  bool is_seen_beside = false;
  for (int i = 0; i < looks; ++i) {
    const std::optional<Evaluation> beside = states.beside(at);
    if (!beside) continue;
    is_seen_beside = true;
    const std::vector<double> there = evaluate(*engine.system().graph, sides, values_at(engine, *beside));
    if (std::abs(there[0] - there[1] - difference) > kept_share * std::abs(difference)) return true;
  }
  return !is_seen_beside;
}

/// What the values of expressions would be if nothing cancelled in them: sums of sizes, products of these.
class Magnitudes {
public:
  Magnitudes(const Graph& graph, const std::vector<Expr>& expressions)
      : graph_(graph), nodes_(reachable(graph, expressions)) {}

  IdMap<double> at(const std::vector<Assignment>& assignments) const {
    const std::vector<double> values = evaluate(graph_, nodes_, assignments);
    IdMap<double> out;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      out.set(nodes_[i].id, size_of(nodes_[i], values[i], out));
    return out;
  }

private:
  [[nodiscard]] double size_of(Expr node, double value, const IdMap<double>& known) const {
    if (graph_.kind(node) == NodeKind::sum) {
      double sum = 0.0;
      for (const Term& term : graph_.terms(node))
        sum += std::abs(graph_.approximate(term.coefficient)) * known.at(term.expr.id);
      return sum;
    }
    if (graph_.kind(node) == NodeKind::function) return size_of_function(node, std::abs(value), known);
    if (graph_.kind(node) != NodeKind::product) return std::abs(value);
    double product = 1.0;
    for (const Factor& factor : graph_.factors(node)) {
      if (graph_.approximate(factor.exponent) < 0.0) return std::abs(value); // what is divided by is no summand
      const double base = known.at(factor.base.id);
      product *= factor.exponent == one_id ? base : std::pow(base, graph_.approximate(factor.exponent));
    }
    return product;
  }

  /// Of functions that vanish with their argument: of what cancels in it as much is left in them.
  [[nodiscard]] double size_of_function(Expr node, double value, const IdMap<double>& known) const {
    static constexpr std::array odd{Function::sin,  Function::tan,   Function::asin,  Function::atan, Function::sinh,
                                    Function::tanh, Function::asinh, Function::atanh, Function::erf,  Function::abs};
    const Function function = graph_.function(node);
    const Expr argument = graph_.args(node)[0];
    if (std::find(odd.begin(), odd.end(), function) == odd.end() || graph_.kind(argument) != NodeKind::sum)
      return value;
    const double size = known.at(argument.id);
    return std::max(value, function == Function::abs ? size : std::min(1.0, size));
  }

  const Graph& graph_;
  std::vector<Expr> nodes_; ///< children first
};

/// The comparison of two sides, state by state.
class Comparer {
public:
  Comparer(const Engine& engine, const Equations& equations, const InitialState& initial, Expr left, Expr right,
           Comparison relation, Digits digits)
      : engine_(engine),
        graph_(*engine.system().graph),
        states_(engine, initial.state),
        left_(left),
        right_(right),
        relation_(relation),
        equations_(equations),
        is_precise_(digits == Digits::sixty && relation == Comparison::equal),
        roots_(sides_and_summands(graph_, left, right)),
        magnitudes_(graph_, roots_),
        difference_(graph_, graph_.sub(left, right)) {}

  StateComparison run(std::size_t wanted) {
    const std::size_t most_tries = 5 * wanted;
    for (std::size_t tries = 0; tries < most_tries && out_.states < wanted && !out_.failure; ++tries)
      if (const std::optional<Evaluation> at = states_.next()) take(*at);
    return std::move(out_);
  }

private:
  void take(const Evaluation& at) {
    const RealSample::Values symbols = rounded_values_at(engine_, equations_, at, states_.matrices());
    const std::vector<double> values = evaluate(graph_, roots_, symbols);
    if (!std::isfinite(values[0]) || !std::isfinite(values[1]) || !is_admitted(engine_.system(), symbols)) return;
    double size = 0.0;
    for (std::size_t i = 2; i < values.size(); ++i) // behind the two sides
      size += std::isfinite(values[i]) ? std::abs(values[i]) : 0.0;
    const double relative = size > 0.0 ? std::abs(values[0] - values[1]) / size : 0.0;
    if (const auto precise =
            is_precise_ ? compare_precisely(equations_, engine_.parameters, at.state, left_, right_) : std::nullopt) {
      ++out_.states;
      ++out_.precise;
      if (precise->verdict == PreciseComparison::Verdict::differ)
        fail(at, values, precise->relative, !holds(values[0], values[1], size_inside(symbols), relation_));
      else
        out_.worst = std::max(out_.worst, precise->relative);
      return;
    }
    if (holds(values[0], values[1], size, relation_) || holds(values[0], values[1], size_inside(symbols), relation_)) {
      ++out_.states;
      out_.worst = std::max(out_.worst, relative);
    } else if (is_rounding(symbols)) {
      ++out_.states;
    } else if (!is_noise(states_, engine_, at, left_, right_, values[0] - values[1])) {
      ++out_.states;
      fail(at, values, relative);
    } else {
      ++(is_small(values[0] - values[1], symbols) ? out_.states : out_.unclear);
    }
  }

  /// True where the errors that the linear solve leaves in accelerations and multipliers explain left − right, and it
  /// is small (beside a jump of floor any difference is explained).
  [[nodiscard]] bool is_rounding(const RealSample::Values& symbols) const {
    constexpr double explained = 1e3; // times the estimate
    const Rounded difference = difference_.at(symbols);
    return std::isfinite(difference.value) && is_small(difference.value, symbols) &&
           std::abs(difference.value) <= explained * difference.error;
  }

  /// Sizes of the summands where nothing cancels in their powers and functions: (x − l·cos q)² has that of (|x| +
  /// |l·cos q|)².
  [[nodiscard]] double size_inside(const RealSample::Values& symbols) const {
    const auto sizes = magnitudes_.at(symbols);
    double sum = 0.0;
    for (std::size_t i = 2; i < roots_.size(); ++i) {
      const double size = sizes.at(roots_[i].id);
      sum += std::isfinite(size) ? size : 0.0;
    }
    return sum;
  }

  /// Round-off of a 0 is small beside the quantities of the state; that of what is divided by a 0 is not.
  static bool is_small(double difference, const RealSample::Values& symbols) {
    constexpr double of_quantities = 1e-6;
    double largest = 1.0;
    for (const Assignment& symbol : symbols)
      largest = std::max(largest, std::abs(symbol.value));
    return std::abs(difference) <= of_quantities * largest;
  }

  /// `shows`: the values in doubles are no round-off.
  void fail(const Evaluation& at, const std::vector<double>& values, double relative, bool shows = true) {
    ++out_.failures;
    out_.largest = std::max(out_.largest, relative);
    if (shows && relative >= StateComparison::visible) out_.failure = told(engine_.system(), at, values[0], values[1]);
  }

  const Engine& engine_;
  Graph& graph_;
  RealStates states_;
  Expr left_;
  Expr right_;
  Comparison relation_;
  const Equations& equations_;
  bool is_precise_; ///< in 60 digits wherever that can be done
  std::vector<Expr> roots_;
  Magnitudes magnitudes_; ///< of the summands
  RoundedValues difference_;
  StateComparison out_;
};

} // namespace

StateComparison compare_at_real_states(const Engine& engine, const Equations& equations, const InitialState& initial,
                                       Expr left, Expr right, Comparison relation, std::size_t wanted, Digits digits) {
  Comparer comparer(engine, equations, initial, left, right, relation, digits);
  return comparer.run(RealStates::affordable(engine, wanted));
}

std::optional<std::vector<double>> clear_shares(const Engine& engine, const InitialState& initial,
                                                const std::vector<Expr>& expressions, std::size_t wanted,
                                                double enough) {
  const Graph& graph = *engine.system().graph;
  const Magnitudes magnitudes(graph, expressions);
  RepeatedEvaluation values(graph, expressions);
  std::vector<double> out(expressions.size(), 0.0);
  RealStates states(engine, initial.state);
  const std::size_t most_tries = 5 * wanted;
  std::size_t seen = 0;
  for (std::size_t tries = 0; tries < most_tries && seen < wanted; ++tries) {
    const std::optional<Evaluation> at = states.next();
    if (!at) continue;
    ++seen;
    const RealSample::Values symbols = values_at(engine, *at);
    const std::vector<double> here = values(symbols);
    const auto sizes = magnitudes.at(symbols);
    std::vector<double> shares(expressions.size(), 0.0); // that may be more than was seen before
    for (std::size_t e = 0; e < here.size(); ++e) {
      const double size = sizes.at(expressions[e].id);
      if (!std::isfinite(here[e]) || !(size > 0.0) || out[e] >= enough) continue;
      const double share = std::abs(here[e]) / size;
      if (share > StateComparison::allowed) shares[e] = share;
    }
    const auto is_open = [&shares] { return std::ranges::any_of(shares, [](double share) { return share > 0.0; }); };
    const int looks = is_large(engine) ? 1 : 3;
    for (int i = 0; i < looks && is_open(); ++i) {
      const std::optional<Evaluation> beside = states.beside(*at);
      if (!beside) continue;
      const std::vector<double>& there = values(values_at(engine, *beside));
      for (std::size_t e = 0; e < here.size(); ++e)
        if (!(std::abs(there[e] - here[e]) <= kept_share * std::abs(here[e]))) shares[e] = 0.0;
    }
    for (std::size_t e = 0; e < here.size(); ++e)
      out[e] = std::max(out[e], shares[e]);
  }
  if (seen == 0) return std::nullopt;
  return out;
}

} // namespace studies
} // namespace dalembert
