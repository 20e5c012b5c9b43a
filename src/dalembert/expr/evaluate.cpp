#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/id_map.h>
#include <dalembert/expr/real_operations.h>
#include <dalembert/expr/tabulated.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace dalembert {

namespace {

class Evaluator {
public:
  Evaluator(const Graph& graph, const UnknownValue& unknown) : graph_(graph), unknown_(unknown) {}

  void set(Expr e, double value) { values_.set(e.id, value); }
  [[nodiscard]] double value(Expr e) const { return values_.at(e.id); }
  void visit(Expr e) {
    if (!values_.contains(e.id)) set(e, compute(e));
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
  IdMap<double> values_;
};

} // namespace

std::vector<double> evaluate(const Graph& graph, std::span<const Expr> roots, std::span<const Assignment> values,
                             const UnknownValue& unknown) {
  const std::vector<Expr> nodes = reachable(graph, roots);
  Evaluator evaluator(graph, unknown);
  for (const Assignment& a : values)
    evaluator.set(a.symbol, a.value);
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

} // namespace dalembert
