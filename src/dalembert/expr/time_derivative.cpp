#include <dalembert/expr/time_derivative.h>

namespace dalembert {
inline namespace expr {

void TimeDerivative::seed(Expr symbol, Expr direction) {
  remember(symbol, direction);
}

Expr TimeDerivative::of(Expr e) {
  std::vector<Expr> waiting{e};
  while (!waiting.empty()) {
    const Expr top = waiting.back();
    if (!is_known(top)) {
      if (push_children(top, waiting)) continue;
      remember(top, rate(top));
    }
    waiting.pop_back();
  }
  return rates_.at(e.id);
}

void TimeDerivative::remember(Expr e, Expr rate) {
  rates_.set(e.id, rate);
}

bool TimeDerivative::push_children(Expr e, std::vector<Expr>& waiting) const {
  const std::size_t before = waiting.size();
  graph_.for_children(e, [&](Expr child) {
    if (!is_known(child)) waiting.push_back(child);
  });
  return waiting.size() > before;
}

Expr TimeDerivative::rate(Expr e) {
  if (graph_.kind(e) == NodeKind::select) {
    const auto stored = graph_.args(e);
    const std::vector<Expr> args(stored.begin(), stored.end());
    return graph_.select(graph_.relation(e), args[0], args[1], rates_.at(args[2].id), rates_.at(args[3].id));
  }
  terms_.clear();
  const std::size_t children = rule_.children(e);
  for (std::size_t i = 0; i < children; ++i) {
    const Expr moving = rates_.at(rule_.child(e, i).id);
    if (!graph_.is_zero(moving)) terms_.push_back(rule_.apply(e, i, moving));
  }
  return graph_.sum(terms_);
}

} // namespace expr
} // namespace dalembert
