#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace expr {

namespace {

bool asks_for_sign(Function f) {
  return f == Function::abs || f == Function::sign || f == Function::heaviside || f == Function::min ||
         f == Function::max;
}

bool is_algebraic(Function f) {
  return f <= Function::tan || f == Function::sinh || f == Function::cosh || f == Function::tanh || f == Function::exp;
}

/// True where the argument of a sine or exponential holds other things than whole powers of symbols: its monomials may
/// be sums of one another, as sin²θ is of 1 and cos²θ, which the field does not know. `nodes`: children first.
bool has_dependent_arguments(const Graph& graph, std::span<const Expr> nodes) {
  if (nodes.empty()) return false;
  std::vector<bool> dependent(nodes.back().id + std::size_t{1}); // children come before parents
  const auto is_dependent = [&dependent](Expr e) { return dependent[e.id]; };
  for (const Expr node : nodes) {
    bool is_one = false;
    switch (graph.kind(node)) {
    case NodeKind::sum:
      is_one = std::ranges::any_of(graph.terms(node), [&](const Term& t) { return is_dependent(t.expr); });
      break;
    case NodeKind::product:
      is_one = std::ranges::any_of(graph.factors(node), [&](const Factor& f) {
        const Rational& exponent = graph.value(f.exponent);
        const bool is_plain = graph.kind(f.base) == NodeKind::symbol || graph.kind(f.base) == NodeKind::pi;
        return is_dependent(f.base) || !exponent.is_integer() || (exponent.sign() < 0 && !is_plain);
      });
      break;
    case NodeKind::function: {
      const auto args = graph.args(node);
      if (is_algebraic(graph.function(node)) && std::ranges::any_of(args, is_dependent)) return true;
      is_one = true;
      break;
    }
    case NodeKind::select:
    case NodeKind::unknown:
      is_one = true;
      break;
    default:
      break;
    }
    if (is_one) dependent[node.id] = true;
  }
  return false;
}

void add_once(std::vector<Expr>& list, Expr e) {
  const auto place = std::lower_bound(list.begin(), list.end(), e);
  if (place == list.end() || !(*place == e)) list.insert(place, e);
}

} // namespace

bool is_switching(const Graph& graph, Expr node) {
  if (graph.kind(node) == NodeKind::select) return true;
  if (graph.kind(node) != NodeKind::function) return false;
  const Function f = graph.function(node);
  return asks_for_sign(f) || (f >= Function::floor && f <= Function::trunc) || f == Function::fmod;
}

bool switches_with(const Graph& graph, Expr root, std::span<const Expr> symbols) {
  if (!depends(graph, root, symbols)) return false;
  const std::vector<Expr> one{root};
  return std::ranges::any_of(reachable(graph, one), [&graph, symbols](Expr node) {
    if (graph.kind(node) != NodeKind::select) return is_switching(graph, node) && depends(graph, node, symbols);
    return depends(graph, graph.args(node).first(2), symbols); // which piece it is; the pieces are nodes of their own
  });
}

bool has_even_root(const Rational& exponent) {
  const Rational denominator = exponent.denominator();
  if (const auto whole = denominator.as_integer()) return *whole % 2 == 0;
  return (denominator / Rational(2)).is_integer();
}

Expr branching_argument(const Graph& graph, Expr function) {
  const Function f = graph.function(function);
  return f == Function::min || f == Function::max ? function : graph.args(function)[0];
}

Branches branches_of(const Graph& graph, std::span<const Expr> expressions) {
  Branches out;
  for (const Expr e : reachable(graph, expressions)) {
    switch (graph.kind(e)) {
    case NodeKind::product:
      for (const Factor& f : graph.factors(e))
        if (f.exponent != one_id && has_even_root(graph.value(f.exponent)) && !graph.is_number(f.base))
          add_once(out.roots, f.base);
      break;
    case NodeKind::function:
      if (asks_for_sign(graph.function(e))) add_once(out.signs, branching_argument(graph, e));
      break;
    case NodeKind::select:
      add_once(out.signs, e);
      break;
    default:
      break;
    }
  }
  return out;
}

Branches turned_by(std::size_t pattern, const Branches& places) {
  Branches out;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (((pattern >> i) & 1U) == 0) continue;
    if (i < places.roots.size())
      out.roots.push_back(places.roots[i]);
    else
      out.signs.push_back(places.signs[i - places.roots.size()]);
  }
  return out;
}

bool has_real_branches(const Graph& graph, std::span<const Expr> expressions) {
  const std::vector<Expr> nodes = reachable(graph, expressions);
  if (has_dependent_arguments(graph, nodes)) return true;
  return std::any_of(nodes.begin(), nodes.end(), [&graph](Expr node) {
    if (graph.kind(node) == NodeKind::select) return true;
    if (graph.kind(node) == NodeKind::unknown) return graph.table(graph.unknown_id(node)) != nullptr;
    if (graph.kind(node) == NodeKind::product) {
      const auto factors = graph.factors(node);
      return std::any_of(factors.begin(), factors.end(), [&graph](const Factor& f) {
        return !graph.value(f.exponent).is_integer() && !(graph.is_number(f.base) && graph.number(f.base).sign() > 0);
      });
    }
    return graph.kind(node) == NodeKind::function && !is_algebraic(graph.function(node));
  });
}

bool is_algebraic_but_for_branches(const Graph& graph, std::span<const Expr> expressions) {
  return std::ranges::all_of(reachable(graph, expressions), [&graph](Expr node) {
    switch (graph.kind(node)) {
    case NodeKind::product:
      return std::ranges::all_of(graph.factors(node), [&graph](const Factor& f) {
        return graph.value(f.exponent).is_integer() || !graph.is_number(f.base);
      });
    case NodeKind::function:
      return is_algebraic(graph.function(node)) || asks_for_sign(graph.function(node));
    case NodeKind::select:
    case NodeKind::unknown:
      return false;
    default:
      return true;
    }
  });
}

} // namespace expr
} // namespace dalembert
