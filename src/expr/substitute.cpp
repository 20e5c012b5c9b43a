#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>

#include <map>
#include <utility>

namespace dalembert {

namespace {

/// Rebuilds nodes over changed children, children first.
class Rebuild {
public:
  Rebuild(Graph& graph, std::span<const Expr> roots) : graph_(graph), nodes_(reachable(graph, roots)) {
    images_.resize(nodes_.empty() ? 0 : nodes_.back().id + std::size_t{1});
    for (const Expr e : nodes_)
      images_[e.id] = e;
  }
  [[nodiscard]] const std::vector<Expr>& nodes() const { return nodes_; }
  [[nodiscard]] Expr image(Expr e) const { return images_[e.id]; }
  void set_image(Expr e, Expr by) { images_[e.id] = by; }

  [[nodiscard]] bool has_changed_child(Expr e) const {
    bool changed = false;
    graph_.for_children(e, [&](Expr child) { changed = changed || image(child) != child; });
    return changed;
  }
  /// Returns `e` made anew from the images of its children.
  [[nodiscard]] Expr rebuilt(Expr e) {
    if (!has_changed_child(e)) return e;
    switch (graph_.kind(e)) {
    case NodeKind::sum: {
      const auto stored = graph_.terms(e);
      std::vector<Term> terms(stored.begin(), stored.end());
      for (Term& t : terms)
        t.expr = image(t.expr);
      return graph_.sum(terms);
    }
    case NodeKind::product: {
      const auto stored = graph_.factors(e);
      std::vector<Factor> factors(stored.begin(), stored.end());
      for (Factor& f : factors)
        f.base = image(f.base);
      return graph_.product(factors);
    }
    case NodeKind::function: {
      const Expr a = image(graph_.args(e)[0]);
      if (graph_.args(e).size() == 1) return graph_.apply(graph_.function(e), a);
      return graph_.apply(graph_.function(e), a, image(graph_.args(e)[1]));
    }
    case NodeKind::select: {
      const auto args = graph_.args(e);
      return graph_.select(graph_.relation(e), image(args[0]), image(args[1]), image(args[2]), image(args[3]));
    }
    case NodeKind::unknown:
      return graph_.unknown(graph_.unknown_id(e), arguments(e));
    case NodeKind::number:
    case NodeKind::pi:
    case NodeKind::symbol:
      break;
    }
    return e;
  }
  [[nodiscard]] std::vector<Argument> arguments(Expr e) const {
    const auto stored = graph_.arguments(e);
    std::vector<Argument> out(stored.begin(), stored.end());
    for (Argument& a : out)
      a.expr = image(a.expr);
    return out;
  }
  [[nodiscard]] std::vector<Expr> images(std::span<const Expr> roots) const {
    std::vector<Expr> out;
    out.reserve(roots.size());
    for (const Expr root : roots)
      out.push_back(image(root));
    return out;
  }

private:
  Graph& graph_;
  std::vector<Expr> nodes_;
  std::vector<Expr> images_; ///< by node id
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
    rebuild.set_image(e, found != table.end() ? found->second : rebuild.rebuilt(e));
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
    rebuild.set_image(e, use ? given.at(rebuild.arguments(e)) : rebuild.rebuilt(e));
  }
  return rebuild.images(roots);
}

} // namespace dalembert
