#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>

#include <map>
#include <utility>

namespace dalembert {

namespace {

/// Makes `e` anew from the images of its children.
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
    return graph.apply(graph.function(e), a, image(graph.args(e)[1]));
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

/// Rebuilds the nodes below some roots, children first.
class Rebuild {
public:
  Rebuild(Graph& graph, std::span<const Expr> roots) : graph_(graph), nodes_(reachable(graph, roots)) {
    for (const Expr e : nodes_)
      images_.set(e.id, e);
  }
  [[nodiscard]] const std::vector<Expr>& nodes() const { return nodes_; }
  void set_image(Expr e, Expr by) { images_.set(e.id, by); }
  [[nodiscard]] Expr remade(Expr e) { return rebuilt(graph_, e, images_); }
  [[nodiscard]] std::vector<Argument> arguments(Expr e) const {
    const auto stored = graph_.arguments(e);
    std::vector<Argument> out(stored.begin(), stored.end());
    for (Argument& a : out)
      a.expr = images_.at(a.expr.id);
    return out;
  }
  [[nodiscard]] std::vector<Expr> images(std::span<const Expr> roots) const {
    std::vector<Expr> out;
    out.reserve(roots.size());
    for (const Expr root : roots)
      out.push_back(images_.at(root.id));
    return out;
  }

private:
  Graph& graph_;
  std::vector<Expr> nodes_;
  IdMap<Expr> images_;
};

/// The given body of an unknown function, with the derivatives asked for so far.
class Body {
public:
  Body(Graph& graph, std::span<const Expr> parameters, Expr body)
      : graph_(graph), parameters_(parameters.begin(), parameters.end()), body_(body) {}

  [[nodiscard]] Expr at(std::span<const Argument> arguments) {
    ENSURE(arguments.size() == parameters_.size());
    std::vector<std::uint32_t> orders;
    std::vector<Replacement> replacements;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      orders.push_back(arguments[i].order);
      replacements.push_back({parameters_[i], arguments[i].expr});
    }
    return substitute(graph_, derivative(orders), replacements);
  }

private:
  Expr derivative(const std::vector<std::uint32_t>& orders) {
    const auto [place, added] = derivatives_.try_emplace(orders, body_);
    if (!added) return place->second;
    Expr d = body_;
    for (std::size_t i = 0; i < orders.size(); ++i)
      for (std::uint32_t k = 0; k < orders[i]; ++k)
        d = gradient(graph_, d, std::span<const Expr>(&parameters_[i], 1)).front();
    return place->second = d;
  }

  Graph& graph_;
  std::vector<Expr> parameters_;
  Expr body_;
  std::map<std::vector<std::uint32_t>, Expr> derivatives_;
};

} // namespace

std::vector<Expr> substitute(Graph& graph, std::span<const Expr> roots, std::span<const Replacement> replacements) {
  const std::map<Expr, Expr> table = [&] {
    std::map<Expr, Expr> out;
    for (const Replacement& r : replacements)
      out.emplace(r.symbol, r.by);
    return out;
  }();
  Rebuild rebuild(graph, roots);
  for (const Expr e : rebuild.nodes()) {
    const auto found = table.find(e);
    rebuild.set_image(e, found != table.end() ? found->second : rebuild.remade(e));
  }
  return rebuild.images(roots);
}

Expr substitute(Graph& graph, Expr root, std::span<const Replacement> replacements) {
  return substitute(graph, std::span<const Expr>(&root, 1), replacements).front();
}

std::vector<Expr> substitute_function(Graph& graph, std::span<const Expr> roots, UnknownId f,
                                      std::span<const Expr> parameters, Expr body) {
  Body given(graph, parameters, body);
  Rebuild rebuild(graph, roots);
  for (const Expr e : rebuild.nodes()) {
    const bool use = graph.kind(e) == NodeKind::unknown && graph.unknown_id(e) == f;
    rebuild.set_image(e, use ? given.at(rebuild.arguments(e)) : rebuild.remade(e));
  }
  return rebuild.images(roots);
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

} // namespace dalembert
