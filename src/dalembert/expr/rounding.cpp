#include <dalembert/base/random_stream.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/id_map.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/expr/rounding.h>
#include <dalembert/expr/tabulated.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

namespace dalembert {
inline namespace expr {

namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();
constexpr double clear_of_zero = 16.0; ///< times its error, or a number may be 0
/// Below this a double has fewer digits, or is 0 where the number is none.
constexpr double smallest_normal = std::numeric_limits<double>::min();
constexpr Rounded undefined{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};

/// A random real state.
class RandomState {
public:
  RandomState(std::span<const Expr> positive, std::uint64_t seed)
      : positive_(positive.begin(), positive.end()), random_(seed), phase_(real(0.0, 3.0)) {}

  /// Symbols that a table is read at lie in its range.
  void look_for_tables(const Graph& graph, std::span<const Expr> nodes) {
    for (const Expr e : nodes) {
      if (graph.kind(e) != NodeKind::unknown || !graph.table(graph.unknown_id(e))) continue;
      const Expr argument = graph.arguments(e).front().expr;
      if (graph.kind(argument) != NodeKind::symbol) continue;
      const TabulatedFunction& table = *graph.table(graph.unknown_id(e));
      const auto [at, is_new] = ranges_.try_emplace(argument, table.first(), table.last());
      if (is_new) continue;
      at->second.first = std::max(at->second.first, table.first());
      at->second.second = std::min(at->second.second, table.last());
    }
  }

  /// Of the unknown functions.
  [[nodiscard]] double phase() const { return phase_; }
  /// A new value with every call.
  Rounded operator()(Expr symbol) {
    if (const auto range = ranges_.find(symbol); range != ranges_.end() && range->second.first < range->second.second)
      return {real(range->second.first, range->second.second), 0.0};
    const double size = real(0.3, 2.0);
    const bool negative = real(0.0, 1.0) < 0.5;
    const bool positive = std::find(positive_.begin(), positive_.end(), symbol) != positive_.end();
    return {negative && !positive ? -size : size, 0.0};
  }

private:
  double real(double low, double high) { return random_.between(low, high); }

  std::vector<Expr> positive_;
  std::map<Expr, std::pair<double, double>> ranges_; ///< of symbols that are arguments of tables
  RandomStream random_;
  double phase_;
};

class RoundedEvaluation {
public:
  /// `values`: memory for the values by node id, which may hold those of another state.
  RoundedEvaluation(const Graph& graph, std::function<Rounded(Expr)> symbol, double phase, std::vector<Rounded>& values)
      : graph_(graph), symbol_(std::move(symbol)), phase_(phase), values_(values) {}

  /// The values of `roots`, which consist of `nodes`, children first.
  std::vector<Rounded> run(std::span<const Expr> roots, std::span<const Expr> nodes) {
    if (!nodes.empty() && values_.size() <= nodes.back().id) values_.resize(nodes.back().id + std::size_t{1});
    for (const Expr e : nodes) // every value that is read was set before
      values_[e.id] = compute(e);
    std::vector<Rounded> out;
    out.reserve(roots.size());
    for (const Expr root : roots)
      out.push_back(of(root));
    return out;
  }

private:
  [[nodiscard]] Rounded of(Expr e) const { return values_[e.id]; }

  Rounded compute(Expr e) {
    switch (graph_.kind(e)) {
    case NodeKind::number:
      return exact(graph_.approximate(graph_.number_id(e)));
    case NodeKind::pi:
      return exact(std::numbers::pi);
    case NodeKind::symbol:
      return symbol_(e);
    case NodeKind::sum:
      return of_sum(e);
    case NodeKind::product:
      return of_product(e);
    case NodeKind::function:
      return of_function(e);
    case NodeKind::select:
      return of_select(e);
    case NodeKind::unknown:
      return of_unknown(e);
    }
    return undefined;
  }
  static Rounded exact(double value) { return {value, unit * std::abs(value)}; }

  Rounded of_sum(Expr e) const {
    Rounded total;
    for (const Term& t : graph_.terms(e)) {
      const double c = graph_.approximate(t.coefficient);
      const Rounded x = of(t.expr);
      const double part = c * x.value;
      total.value += part;
      if (c != 1.0 && x.value != 0.0) total.error += lost_below(part);
      total.error += std::abs(c) * (x.error + 2.0 * unit * std::abs(x.value));
      total.error += unit * std::abs(total.value);
    }
    return total;
  }
  /// What underflow may have taken from `value`, computed from numbers that are not 0.
  static double lost_below(double value) { return std::abs(value) < smallest_normal ? smallest_normal : 0.0; }

  static double power_of(double base, double exponent) {
    if (exponent == 1.0) return base;
    if (exponent == 0.0) return 1.0;
    if (exponent == -1.0) return 1.0 / base;
    if (exponent == 2.0) return base * base;
    return std::pow(base, exponent);
  }
  Rounded of_product(Expr e) const {
    Rounded total{1.0, 0.0};
    for (const Factor& f : graph_.factors(e)) {
      const Rounded x = of(f.base);
      const double power = graph_.approximate(f.exponent);
      const double y = power_of(x.value, power);
      const double slope = power == 1.0 ? 1.0 : std::abs(power * power_of(x.value, power - 1.0));
      double error = slope * x.error + 2.0 * unit * std::abs(y);
      if (power < 1.0 && !(std::abs(x.value) > clear_of_zero * x.error)) // 1/x of what may be 0 may be anything
        error = power < 0.0 ? std::numeric_limits<double>::infinity() : std::pow(std::abs(x.value) + x.error, power);
      if (x.value != 0.0) error += lost_below(y);
      const double product = total.value * y;
      const double rounding = unit * std::abs(product) + (total.value != 0.0 && y != 0.0 ? lost_below(product) : 0.0);
      total = {product, total.error * std::abs(y) + error * std::abs(total.value) + rounding};
    }
    return total;
  }
  /// How far a function moves when its argument moves by its error, but by at least a few units in the last place.
  template <typename F>
  static double spread(F&& f, Rounded x) {
    const double step = std::max(x.error, 4.0 * unit * std::abs(x.value));
    const double here = f(x.value);
    return std::max(std::abs(f(x.value + step) - here), std::abs(f(x.value - step) - here));
  }
  Rounded of_function(Expr e) const {
    const Function f = graph_.function(e);
    const auto args = graph_.args(e);
    const Rounded a = of(args[0]);
    const Rounded b = args.size() > 1 ? of(args[1]) : Rounded{};
    const double value = evaluate(f, a.value, b.value);
    double error = 4.0 * unit * std::abs(value) + spread([&](double x) { return evaluate(f, x, b.value); }, a);
    if (args.size() > 1) error += spread([&](double y) { return evaluate(f, a.value, y); }, b);
    if (a.value != 0.0) error += lost_below(value);
    return {value, error};
  }
  Rounded of_select(Expr e) const {
    const auto args = graph_.args(e);
    const double difference = of(args[0]).value - of(args[1]).value;
    const double doubt = of(args[0]).error + of(args[1]).error;
    if (!(std::abs(difference) > doubt)) return undefined;
    const Relation relation = graph_.relation(e);
    const bool less = relation == Relation::less || relation == Relation::less_equal;
    const bool holds = less ? difference < 0.0 : relation == Relation::not_equal;
    return of(holds ? args[2] : args[3]);
  }
  Rounded of_table(const TabulatedFunction& table, const Argument& argument) const {
    const Rounded x = of(argument.expr);
    const double value = table.value(argument.order, x.value);
    const double size = std::max({std::abs(value), std::abs(table.lowest()), std::abs(table.highest())});
    const double scale = argument.order == 0 ? size : std::abs(value);
    return {value, 8.0 * unit * scale + spread([&](double at) { return table.value(argument.order, at); }, x)};
  }
  /// sin(phase + Σ weightᵢ·argumentᵢ): phase and weights tell functions and derivatives apart.
  Rounded of_unknown(Expr e) const {
    if (const auto& table = graph_.table(graph_.unknown_id(e))) return of_table(*table, graph_.arguments(e).front());
    double angle = phase_ + 1.7 * graph_.unknown_id(e).id;
    double error = 4.0 * unit;
    double weight = 0.9;
    for (const Argument& a : graph_.arguments(e)) {
      angle += weight * of(a.expr).value + (1.3 + weight) * a.order;
      error += weight * of(a.expr).error + 4.0 * unit * std::abs(angle);
      weight *= 0.7;
    }
    return {std::sin(angle), error};
  }

  const Graph& graph_;
  std::function<Rounded(Expr)> symbol_;
  double phase_; ///< tells unknown functions of one state from those of another
  std::vector<Rounded>& values_;
};

} // namespace

std::vector<Rounded> evaluate_rounded(const Graph& graph, std::span<const Expr> roots, std::span<const Expr> positive,
                                      std::uint64_t seed) {
  return RoundedStates(graph, roots, positive).at(seed);
}

RoundedStates::RoundedStates(const Graph& graph, std::span<const Expr> roots, std::span<const Expr> positive)
    : graph_(graph),
      roots_(roots.begin(), roots.end()),
      positive_(positive.begin(), positive.end()),
      nodes_(reachable(graph, roots)) {}

std::vector<Rounded> RoundedStates::at(std::uint64_t seed) const {
  PointBudget::spend(nodes_.size());
  RandomState state(positive_, seed);
  const double phase = state.phase();
  state.look_for_tables(graph_, nodes_);
  return RoundedEvaluation(graph_, std::ref(state), phase, values_).run(roots_, nodes_);
}

RoundedValues::RoundedValues(const Graph& graph, Expr root)
    : graph_(graph), root_{root}, nodes_(reachable(graph, root_)) {}

Rounded RoundedValues::at(std::span<const Assignment> values) const {
  IdMap<const Assignment*> given;
  for (const Assignment& a : values)
    if (!given.contains(a.symbol.id)) given.set(a.symbol.id, &a);
  const auto value = [&](Expr symbol) -> Rounded {
    const Assignment* const* const found = given.find(symbol.id);
    if (found == nullptr) throw std::invalid_argument("no value for the symbol " + std::string(graph_.name(symbol)));
    return {(*found)->value, (*found)->error};
  };
  return RoundedEvaluation(graph_, value, 0.0, values_).run(root_, nodes_).front();
}

Rounded evaluate_rounded(const Graph& graph, Expr root, std::span<const Assignment> values) {
  return RoundedValues(graph, root).at(values);
}

} // namespace expr
} // namespace dalembert
