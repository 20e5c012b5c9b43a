#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/studies/counterexample.h>
#include <dalembert/studies/precise_state.h>
#include <dalembert/studies/real_states.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

namespace dalembert {

namespace {

/// What is no round-off keeps its value at states beside up to this share.
constexpr double kept_share = 0.01;

/// What every symbol of the system is at a state.
std::vector<Assignment> values_at(const Engine& engine, const Evaluation& at) {
  const System& system = engine.system();
  std::vector<Assignment> out{{system.time, at.state.t}};
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    out.push_back({system.coordinates[i].position, at.state.q[i]});
    out.push_back({system.coordinates[i].rate, at.state.v[i]});
    out.push_back({system.coordinates[i].acceleration, at.accelerations[i]});
  }
  for (std::size_t p = 0; p < system.parameters.size(); ++p)
    out.push_back({system.parameters[p].symbol, engine.parameters[p]});
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    out.push_back({system.constraints[k].multiplier, at.multipliers[k]});
  for (std::size_t r = 0; r < system.reactions.size(); ++r)
    out.push_back({system.reactions[r].symbol, at.reactions[r]});
  for (std::size_t f = 0; f < system.frictions.size(); ++f)
    out.push_back({system.frictions[f].symbol, at.frictions[f]});
  return out;
}

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

/// True where left − right at `at` does not keep its value at states beside: it is round-off.
bool is_noise(RealStates& states, const Engine& engine, const Evaluation& at, Expr left, Expr right,
              double difference) {
  constexpr int looks = 6; // round-off comes in multiples of the last digit, so that two may be equal
  const std::vector<Expr> sides{left, right};
  for (int i = 0; i < looks; ++i) {
    const std::optional<Evaluation> beside = states.beside(at);
    if (!beside) continue;
    const std::vector<double> there = evaluate(*engine.system().graph, sides, values_at(engine, *beside));
    if (std::abs(there[0] - there[1] - difference) > kept_share * std::abs(difference)) return true;
  }
  return false;
}

} // namespace

StateComparison compare_at_real_states(const Engine& engine, const InitialState& initial, Expr left, Expr right,
                                       Comparison relation, std::size_t wanted, const Equations* equations) {
  const Graph& graph = *engine.system().graph;
  const std::vector<Expr> roots = sides_and_summands(graph, left, right);
  RealStates states(engine, initial.state);
  StateComparison out;
  const std::size_t most_tries = 5 * wanted;
  for (std::size_t tries = 0; tries < most_tries && out.states < wanted; ++tries) {
    const std::optional<Evaluation> at = states.next();
    if (!at) continue;
    const std::vector<double> values = evaluate(graph, roots, values_at(engine, *at));
    if (!std::isfinite(values[0]) || !std::isfinite(values[1])) continue;
    const bool is_equation = equations != nullptr && relation == Comparison::equal;
    if (const auto precise =
            is_equation ? compare_precisely(*equations, engine.parameters, at->state, left, right) : std::nullopt) {
      if (precise->verdict == PreciseComparison::Verdict::differ) {
        out.failure = told(engine.system(), *at, values[0], values[1]);
        return out;
      }
      out.worst = std::max(out.worst, precise->relative);
      ++out.states;
      ++out.precise;
      continue;
    }
    double size = 0.0;
    for (const double value : values)
      size = std::isfinite(value) ? std::max(size, std::abs(value)) : size;
    if (!holds(values[0], values[1], size, relation)) {
      if (is_noise(states, engine, *at, left, right, values[0] - values[1])) {
        ++out.states;
        continue;
      }
      out.failure = told(engine.system(), *at, values[0], values[1]);
      return out;
    }
    if (size > 0.0) out.worst = std::max(out.worst, std::abs(values[0] - values[1]) / size);
    ++out.states;
  }
  return out;
}

namespace {

/// What the values of expressions would be if nothing cancelled in them: sums of sizes, products of these.
class Magnitudes {
public:
  Magnitudes(const Graph& graph, const std::vector<Expr>& expressions)
      : graph_(graph), nodes_(reachable(graph, expressions)) {}

  std::unordered_map<std::uint32_t, double> at(const std::vector<Assignment>& assignments) const {
    const std::vector<double> values = evaluate(graph_, nodes_, assignments);
    std::unordered_map<std::uint32_t, double> out;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      out[nodes_[i].id] = size_of(nodes_[i], values[i], out);
    return out;
  }

private:
  [[nodiscard]] double size_of(Expr node, double value, const std::unordered_map<std::uint32_t, double>& known) const {
    if (graph_.kind(node) == NodeKind::sum) {
      double sum = 0.0;
      for (const Term& term : graph_.terms(node))
        sum += std::abs(graph_.approximate(term.coefficient)) * known.at(term.expr.id);
      return sum;
    }
    if (graph_.kind(node) != NodeKind::product) return std::abs(value);
    double product = 1.0;
    for (const Factor& factor : graph_.factors(node)) {
      if (graph_.approximate(factor.exponent) < 0.0) return std::abs(value); // what is divided by is no summand
      product *= std::pow(known.at(factor.base.id), graph_.approximate(factor.exponent));
    }
    return product;
  }

  const Graph& graph_;
  std::vector<Expr> nodes_; ///< children first
};

} // namespace

std::optional<std::vector<double>> largest_shares(const Engine& engine, const InitialState& initial,
                                                  const std::vector<Expr>& expressions, std::size_t wanted) {
  const Graph& graph = *engine.system().graph;
  const Magnitudes magnitudes(graph, expressions);
  std::vector<double> out(expressions.size(), 0.0);
  RealStates states(engine, initial.state);
  const std::size_t most_tries = 5 * wanted;
  std::size_t seen = 0;
  for (std::size_t tries = 0; tries < most_tries && seen < wanted; ++tries) {
    const std::optional<Evaluation> at = states.next();
    if (!at) continue;
    ++seen;
    const std::vector<double> here = evaluate(graph, expressions, values_at(engine, *at));
    std::vector<bool> is_kept(expressions.size(), true);
    constexpr int looks = 3;
    for (int i = 0; i < looks; ++i) {
      const std::optional<Evaluation> beside = states.beside(*at);
      if (!beside) continue;
      const std::vector<double> there = evaluate(graph, expressions, values_at(engine, *beside));
      for (std::size_t e = 0; e < here.size(); ++e)
        is_kept[e] = is_kept[e] && std::abs(there[e] - here[e]) <= kept_share * std::abs(here[e]);
    }
    const auto sizes = magnitudes.at(values_at(engine, *at));
    for (std::size_t e = 0; e < here.size(); ++e) {
      const double size = sizes.at(expressions[e].id);
      if (is_kept[e] && std::isfinite(here[e]) && size > 0.0) out[e] = std::max(out[e], std::abs(here[e]) / size);
    }
  }
  if (seen == 0) return std::nullopt;
  return out;
}

} // namespace dalembert
