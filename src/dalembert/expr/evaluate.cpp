#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/real_operations.h>
#include <dalembert/expr/tabulated.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numbers>
#include <stdexcept>

namespace dalembert {
inline namespace expr {

namespace {

class Evaluator {
public:
  /// `largest`: of the nodes that get a value. Only values that were set are read, so the memory for the others, which
  /// may be many, is never touched.
  Evaluator(const Graph& graph, const UnknownValue& unknown, Expr largest)
      : graph_(graph),
        unknown_(unknown),
        values_(std::make_unique_for_overwrite<double[]>(largest.id + std::size_t{1})),
        is_given_(largest.id + std::size_t{1}) {}

  void give(Expr e, double value) {
    values_[e.id] = value;
    is_given_[e.id] = true;
  }
  [[nodiscard]] double value(Expr e) const { return values_[e.id]; }
  void visit(Expr e) {
    if (!is_given_[e.id]) values_[e.id] = compute(e);
  }

private:
  double compute(Expr e) {
    switch (graph_.kind(e)) {
    case NodeKind::number:
      return graph_.number(e).to_double();
    case NodeKind::pi:
      return std::numbers::pi;
    case NodeKind::symbol:
      throw std::invalid_argument("no value for the symbol " + std::string(graph_.name(e)));
    case NodeKind::sum: {
      double total = 0.0;
      for (const Term& t : graph_.terms(e))
        total += graph_.approximate(t.coefficient) * value(t.expr);
      return total;
    }
    case NodeKind::product: {
      double total = 1.0;
      for (const Factor& f : graph_.factors(e))
        total *= real_power(value(f.base), graph_.approximate(f.exponent));
      return total;
    }
    case NodeKind::function: {
      const auto args = graph_.args(e);
      return dalembert::evaluate(graph_.function(e), value(args[0]), args.size() > 1 ? value(args[1]) : 0.0);
    }
    case NodeKind::select: {
      const auto args = graph_.args(e);
      return value(holds(graph_.relation(e), value(args[0]), value(args[1])) ? args[2] : args[3]);
    }
    case NodeKind::unknown:
      return call(e);
    }
    return std::nan("");
  }
  double call(Expr e) const {
    const UnknownId f = graph_.unknown_id(e);
    if (graph_.table(f) && !unknown_) {
      const Argument& argument = graph_.arguments(e).front();
      return graph_.table(f)->value(argument.order, value(argument.expr));
    }
    if (!unknown_) throw std::invalid_argument("no value for the function " + std::string(graph_.name(f)));
    std::vector<std::uint32_t> orders;
    std::vector<double> arguments;
    for (const Argument& a : graph_.arguments(e)) {
      orders.push_back(a.order);
      arguments.push_back(value(a.expr));
    }
    return unknown_(f, orders, arguments);
  }

  const Graph& graph_;
  const UnknownValue& unknown_;
  std::unique_ptr<double[]> values_; ///< by node
  std::vector<bool> is_given_;
};

} // namespace

std::vector<double> evaluate(const Graph& graph, std::span<const Expr> roots, std::span<const Assignment> values,
                             const UnknownValue& unknown) {
  const std::vector<Expr> nodes = reachable(graph, roots);
  Expr largest = nodes.empty() ? Expr{} : nodes.back();
  for (const Assignment& a : values)
    largest = std::max(largest, a.symbol);
  Evaluator evaluator(graph, unknown, largest);
  for (const Assignment& a : values)
    evaluator.give(a.symbol, a.value);
  for (const Expr e : nodes)
    evaluator.visit(e);
  std::vector<double> out;
  out.reserve(roots.size());
  for (const Expr root : roots)
    out.push_back(evaluator.value(root));
  return out;
}

double evaluate(const Graph& graph, Expr root, std::span<const Assignment> values, const UnknownValue& unknown) {
  return evaluate(graph, std::span<const Expr>(&root, 1), values, unknown).front();
}

} // namespace expr
} // namespace dalembert
