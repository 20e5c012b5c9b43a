#include <dalembert/expr/depends.h>
#include <dalembert/expr/value_jump.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace expr {

namespace {

constexpr int symbol_draws = 3;      // of the symbols that stay
constexpr double least_jump = 1e-7;  // of the values nearby: far above the rounding of both sides
constexpr double step_sides = 1e-14; // of the place of a step: how far the sides are from it
constexpr std::array<double, 15> searched_places{0.0, 1e-3, 1e-2, 0.1, 0.3, 0.7, 1.0, 2.0,
                                                 5.0, 10.0, 1e2,  1e3, 1e4, 1e6, 1e8};

bool is_stairs(Function f) {
  return f == Function::floor || f == Function::ceil || f == Function::round || f == Function::trunc;
}

/// What an expression is compared by: it changes where a function jumps, and nowhere else.
class Steps {
public:
  Steps(const Graph& graph, Expr node) : graph_(graph), node_(node) {}

  [[nodiscard]] static bool has(const Graph& graph, Expr node) {
    if (graph.kind(node) == NodeKind::select) return true;
    if (graph.kind(node) != NodeKind::function) return false;
    const Function f = graph.function(node);
    return f == Function::sign || f == Function::heaviside || f == Function::fmod || is_stairs(f);
  }

  /// NaN where it has no value.
  [[nodiscard]] double label(std::span<const Assignment> values, const UnknownValue& unknown) const {
    const auto args = graph_.args(node_);
    if (graph_.kind(node_) == NodeKind::select) {
      const std::array<Expr, 2> compared{args[0], args[1]};
      const std::vector<double> of = evaluate(graph_, compared, values, unknown);
      return sign_of(of[0] - of[1]);
    }
    if (graph_.function(node_) == Function::fmod) {
      const std::array<Expr, 2> operands{args[0], args[1]};
      const std::vector<double> of = evaluate(graph_, operands, values, unknown);
      return std::trunc(of[0] / of[1]);
    }
    if (is_stairs(graph_.function(node_))) return evaluate(graph_, node_, values, unknown);
    return sign_of(evaluate(graph_, args[0], values, unknown));
  }

private:
  static double sign_of(double x) { return std::isnan(x) ? x : static_cast<double>((x > 0.0) - (x < 0.0)); }

  const Graph& graph_;
  Expr node_;
};

/// One draw of all symbols, of which one is moved over the steps of a function.
class Search {
public:
  Search(const Graph& graph, Expr value, std::span<const Assignment> known, std::uint32_t seed)
      : graph_(graph), value_(value) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> sizes(0.5, 2.0);
    for (const Expr symbol : free_symbols(graph, value)) {
      const auto given = std::ranges::find(known, symbol, &Assignment::symbol);
      values_.push_back({symbol, given == known.end() ? sizes(random) : given->value});
    }
  }

  /// True where the value jumps at a step of `node`, with `moved` at some place.
  [[nodiscard]] bool jumps(Expr node, Expr moved) {
    Assignment& at = *std::ranges::find(values_, moved, &Assignment::symbol);
    const double drawn = at.value;
    const Steps steps(graph_, node);
    const auto label_at = [&](double x) {
      at.value = x;
      return steps.label(values_, unknown_);
    };
    std::vector<double> grid;
    for (const double place : searched_places) {
      grid.push_back(place);
      if (place != 0.0) grid.push_back(-place);
    }
    std::ranges::sort(grid);
    bool found = false;
    double left = grid.front();
    double label = label_at(left);
    for (std::size_t k = 1; k < grid.size() && !found; ++k) {
      const double next = label_at(grid[k]);
      if (std::isfinite(label) && std::isfinite(next) && next != label)
        found = jumps_between(at, left, grid[k], label_at);
      left = grid[k];
      label = next;
    }
    at.value = drawn;
    return found;
  }

private:
  template <class Label>
  [[nodiscard]] bool jumps_between(Assignment& at, double left, double right, const Label& label_at) {
    const double label = label_at(left);
    for (;;) {
      const double middle = 0.5 * (left + right);
      if (middle <= left || middle >= right) break;
      (label_at(middle) == label ? left : right) = middle;
    }
    const double side = step_sides * std::max(1.0, std::abs(left));
    const auto value_at = [&](double x) {
      at.value = x;
      return evaluate(graph_, value_, values_, unknown_);
    };
    const double before = value_at(left - side);
    const double after = value_at(right + side);
    if (!std::isfinite(before) || !std::isfinite(after)) return false;
    double size = std::max(std::abs(before), std::abs(after));
    const double reach = std::max(1.0, std::abs(left));
    for (const double part : {-1.0, -0.4, -0.1, 0.1, 0.4, 1.0})
      if (const double nearby = std::abs(value_at(left + part * reach)); std::isfinite(nearby))
        size = std::max(size, nearby);
    return std::abs(after - before) > least_jump * size;
  }

  const Graph& graph_;
  Expr value_;
  std::vector<Assignment> values_;
  /// Smooth, and different for each function and derivative.
  UnknownValue unknown_ = [](UnknownId f, std::span<const std::uint32_t> orders, std::span<const double> arguments) {
    double phase = 1.0 + static_cast<double>(f.id);
    for (const std::uint32_t order : orders)
      phase = 2.0 * phase + static_cast<double>(order);
    for (const double argument : arguments)
      phase = 0.7 * phase + argument;
    return std::cos(phase);
  };
};

} // namespace

std::optional<Expr> value_jump(const Graph& graph, Expr value, std::span<const Expr> moving,
                               std::span<const Assignment> known) {
  std::vector<std::pair<Expr, Expr>> moved; // a function that jumps, and a symbol that moves its argument
  for (const Expr node : reachable(graph, {&value, 1})) {
    if (!Steps::has(graph, node)) continue;
    const auto args = graph.args(node);
    const std::span<const Expr> compared = graph.kind(node) == NodeKind::select ? args.first(2) : args;
    for (const Expr symbol : moving)
      if (depends(graph, compared, {&symbol, 1})) moved.emplace_back(node, symbol);
  }
  if (moved.empty()) return std::nullopt;
  for (int draw = 0; draw < symbol_draws; ++draw) {
    Search search(graph, value, known, static_cast<std::uint32_t>(draw) + 1);
    for (const auto& [node, symbol] : moved)
      if (search.jumps(node, symbol)) return node;
  }
  return std::nullopt;
}

} // namespace expr
} // namespace dalembert
