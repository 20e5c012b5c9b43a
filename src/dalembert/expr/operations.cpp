#include <dalembert/expr/depends.h>
#include <dalembert/expr/operations.h>

#include <bit>
#include <vector>

namespace dalembert {
inline namespace expr {

namespace {

/// Operations of base^exponent but for the division of a negative one, which the product shares.
std::size_t of_power(const Rational& exponent) {
  if (!exponent.is_integer()) return 1; // a root, or pow
  const auto n = exponent.abs().as_integer();
  if (!n) return 1;
  const auto bits = static_cast<std::uint64_t>(*n);
  return static_cast<std::size_t>(std::bit_width(bits) - 1 + std::popcount(bits) - 1); // square and multiply
}

std::size_t of_product(const Graph& graph, Expr e) {
  std::size_t count = 0;
  std::size_t above = 0;
  std::size_t below = 0;
  for (const Factor& f : graph.factors(e)) {
    const Rational& exponent = graph.value(f.exponent);
    count += of_power(exponent);
    ++(exponent.sign() > 0 ? above : below);
  }
  if (above > 1) count += above - 1;
  if (below > 0) count += below; // one division, the other denominators multiplied together
  return count;
}

/// One addition per term but the first. A product that nobody else uses is fused: its last multiplication and the
/// addition are one operation, also for the first of two such products only its own multiplications remain.
std::size_t of_sum(const Graph& graph, Expr e, const std::vector<std::uint32_t>& uses) {
  const auto terms = graph.terms(e);
  std::size_t fused = 0;
  std::size_t scaled = 0;
  for (const Term& t : terms) {
    const bool unit = graph.value(t.coefficient).abs().is_one() || graph.is_one(t.expr);
    if (!unit) ++scaled; // c·x + … is one fused operation
    if (unit && graph.kind(t.expr) == NodeKind::product && uses[t.expr.id] == 1) ++fused;
  }
  if (terms.size() == 1) return 1;
  // Something must start the sum: a plain term costs nothing, else one multiplication stands alone.
  const bool has_plain = fused + scaled < terms.size();
  const std::size_t additions = terms.size() - 1;
  return has_plain ? additions - fused : additions + (scaled > 0 && fused == 0 ? 1 : 0) - (fused > 0 ? fused - 1 : 0);
}

} // namespace

std::size_t operations(const Graph& graph, std::span<const Expr> roots) {
  const std::vector<Expr> nodes = reachable(graph, roots);
  if (nodes.empty()) return 0;
  std::vector<std::uint32_t> uses(nodes.back().id + std::size_t{1}, 0);
  for (const Expr root : roots)
    ++uses[root.id];
  for (const Expr e : nodes)
    graph.for_children(e, [&uses](Expr child) { ++uses[child.id]; });
  std::size_t count = 0;
  for (const Expr e : nodes) {
    switch (graph.kind(e)) {
    case NodeKind::sum:
      count += of_sum(graph, e, uses);
      break;
    case NodeKind::product:
      count += of_product(graph, e);
      break;
    case NodeKind::function:
    case NodeKind::select:
    case NodeKind::unknown:
      ++count;
      break;
    case NodeKind::number:
    case NodeKind::pi:
    case NodeKind::symbol:
      break;
    }
  }
  return count;
}

} // namespace expr
} // namespace dalembert
