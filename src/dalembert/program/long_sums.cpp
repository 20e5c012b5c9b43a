#include <dalembert/program/long_sums.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace dalembert::inline program {

LongSums::LongSums(const Graph& graph, std::span<const Expr> sums, const std::function<bool(Expr)>& is_read_once)
    : graph_(graph) {
  std::unordered_map<std::uint32_t, std::size_t> sizes; // of the sums so far
  const auto can_be_within = [&](const Term& t) {
    return sizes.contains(t.expr.id) && std::abs(graph.approximate(t.coefficient)) == 1 && is_read_once(t.expr);
  };
  for (const Expr e : sums) {
    std::size_t size = 0;
    for (const Term& t : graph.terms(e))
      size += can_be_within(t) ? sizes.at(t.expr.id) : 1;
    sizes[e.id] = size;
  }
  for (std::size_t i = sums.size(); i-- > 0;) {
    const Expr e = sums[i];
    if (!is_within(e) && sizes.at(e.id) < 2 * part) continue;
    if (!is_within(e)) long_.insert(e.id);
    for (const Term& t : graph.terms(e))
      if (can_be_within(t)) within_.insert(t.expr.id);
  }
}

LongSums::Terms LongSums::terms(Expr e) const {
  Terms out;
  std::vector<std::pair<Expr, bool>> open{{e, false}};
  while (!open.empty()) {
    const auto [sum, is_subtracted] = open.back();
    open.pop_back();
    for (const Term& t : graph_.terms(sum)) {
      if (is_within(t.expr))
        open.emplace_back(t.expr, is_subtracted != (graph_.approximate(t.coefficient) < 0));
      else
        (is_subtracted ? out.subtracted : out.plain).push_back(t);
    }
  }
  // The innermost first: along a chain its terms are there first.
  std::ranges::reverse(out.plain);
  std::ranges::reverse(out.subtracted);
  return out;
}

} // namespace dalembert::inline program
