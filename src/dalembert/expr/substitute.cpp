#include <dalembert/expr/depends.h>
#include <dalembert/expr/rebuilt.h>
#include <dalembert/expr/substitute.h>

#include <map>
#include <stdexcept>

namespace dalembert {
inline namespace expr {

Expr rebuilt(Graph& graph, Expr e, const IdMap<Expr>& images) {
  const auto image = [&images](Expr child) { return images.at(child.id); };
  bool changed = false;
  graph.for_children(e, [&](Expr child) { changed = changed || image(child) != child; });
  if (!changed) return e;
  switch (graph.kind(e)) {
  case NodeKind::sum: {
    const auto stored = graph.terms(e);
    std::vector<Term> terms(stored.begin(), stored.end());
    for (Term& t : terms)
      t.expr = image(t.expr);
    return graph.sum(terms);
  }
  case NodeKind::product: {
    const auto stored = graph.factors(e);
    std::vector<Factor> factors(stored.begin(), stored.end());
    for (Factor& f : factors)
      f.base = image(f.base);
    return graph.product(factors);
  }
  case NodeKind::function: {
    const Expr a = image(graph.args(e)[0]);
    if (graph.args(e).size() == 1) return graph.apply(graph.function(e), a);
    const Expr b = image(graph.args(e)[1]);
    // 0, 1 or nothing, by the sign of the exponent: as little a value as 1/0.
    if (graph.function(e) == Function::pow && graph.is_zero(a) && !graph.is_number(b))
      throw std::domain_error("0 raised to a symbolic power");
    return graph.apply(graph.function(e), a, b);
  }
  case NodeKind::select: {
    const auto args = graph.args(e);
    return graph.select(graph.relation(e), image(args[0]), image(args[1]), image(args[2]), image(args[3]));
  }
  case NodeKind::unknown: {
    const auto stored = graph.arguments(e);
    std::vector<Argument> arguments(stored.begin(), stored.end());
    for (Argument& a : arguments)
      a.expr = image(a.expr);
    return graph.unknown(graph.unknown_id(e), arguments);
  }
  case NodeKind::number:
  case NodeKind::pi:
  case NodeKind::symbol:
    break;
  }
  return e;
}

std::vector<Expr> substitute(Graph& graph, std::span<const Expr> roots, std::span<const Replacement> replacements) {
  const std::map<Expr, Expr> table = [&] {
    std::map<Expr, Expr> out;
    for (const Replacement& r : replacements)
      out.emplace(r.symbol, r.by);
    return out;
  }();
  IdMap<Expr> images;
  for (const Expr e : reachable(graph, roots)) {
    const auto found = table.find(e);
    images.set(e.id, found != table.end() ? found->second : rebuilt(graph, e, images));
  }
  std::vector<Expr> out;
  out.reserve(roots.size());
  for (const Expr root : roots)
    out.push_back(images.at(root.id));
  return out;
}

Expr substitute(Graph& graph, Expr root, std::span<const Replacement> replacements) {
  return substitute(graph, std::span<const Expr>(&root, 1), replacements).front();
}

Substitution::Substitution(Graph& graph, std::span<const Replacement> replacements) : graph_(graph) {
  for (const Replacement& r : replacements)
    remember(r.symbol, r.by);
}

Expr Substitution::of(Expr e) {
  std::vector<Expr> waiting{e};
  while (!waiting.empty()) {
    const Expr top = waiting.back();
    if (!is_known(top)) {
      const std::size_t before = waiting.size();
      graph_.for_children(top, [&](Expr child) {
        if (!is_known(child)) waiting.push_back(child);
      });
      if (waiting.size() > before) continue;
      remember(top, rebuilt(graph_, top, images_));
    }
    waiting.pop_back();
  }
  return images_.at(e.id);
}

void Substitution::remember(Expr e, Expr by) {
  images_.set(e.id, by);
}

} // namespace expr
} // namespace dalembert
