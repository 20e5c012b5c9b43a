#include <dalembert/base/random_stream.h>
#include <dalembert/exact/rooted_point.h>
#include <dalembert/expr/depends.h>

#include <algorithm>

namespace dalembert {
inline namespace exact {

namespace {

constexpr int most_draws = 1024;  ///< of one symbol: eight roots that it completes want some 256
constexpr int most_exhausted = 4; ///< a root that never exists is not sought for ever

} // namespace

RootedPoints::RootedPoints(const Graph& graph, std::span<const Expr> expressions, std::vector<Expr> positive)
    : graph_(graph), positive_(std::move(positive)) {
  for (const Expr node : reachable(graph, expressions)) {
    if (graph.kind(node) != NodeKind::product) continue;
    for (const Factor& factor : graph.factors(node)) {
      const auto denominator = graph.value(factor.exponent).denominator().as_integer();
      if (!denominator || *denominator % 2 != 0) continue;
      const bool is_known =
          std::any_of(roots_.begin(), roots_.end(), [&factor](const Root& root) { return root.base == factor.base; });
      if (!is_known) roots_.push_back({factor.base, *denominator, free_symbols(graph, factor.base)});
    }
  }
  // A child has a smaller id than its parents.
  std::sort(roots_.begin(), roots_.end(), [](const Root& a, const Root& b) { return a.base.id < b.base.id; });
}

bool RootedPoints::exist(ModularPoint& point, const std::vector<std::size_t>& roots) const {
  return std::all_of(roots.begin(), roots.end(),
                     [&](std::size_t r) { return point.has_root(roots_[r].base, roots_[r].denominator); });
}

std::optional<SymbolValues> RootedPoints::fill(ModularPoint& point, std::uint64_t seed,
                                               const SymbolValues& fixed) const {
  if (exhausted_ >= most_exhausted) return std::nullopt;
  std::vector<Expr> known;
  for (const auto& [symbol, value] : fixed) {
    point.set(symbol, value);
    known.push_back(symbol);
  }
  const auto is_known = [&known](Expr symbol) { return std::find(known.begin(), known.end(), symbol) != known.end(); };
  std::vector<bool> is_met(roots_.size());
  const auto newly_complete = [&] {
    std::vector<std::size_t> out;
    for (std::size_t r = 0; r < roots_.size(); ++r)
      if (!is_met[r] && std::ranges::all_of(roots_[r].symbols, is_known)) {
        is_met[r] = true;
        out.push_back(r);
      }
    return out;
  };
  // Roots of what is fixed alone cannot be drawn again.
  if (!exist(point, newly_complete())) return std::nullopt;
  SymbolValues out;
  RandomStream random(seed);
  for (const Root& root : roots_)
    for (const Expr symbol : root.symbols) {
      if (is_known(symbol)) continue;
      known.push_back(symbol);
      const std::vector<std::size_t> completed = newly_complete();
      const bool is_positive = std::ranges::find(positive_, symbol) != positive_.end();
      Residue value;
      int draws = 0;
      do {
        if (++draws > most_draws) {
          ++exhausted_;
          return std::nullopt;
        }
        value = Residue(random());
        if (is_positive) value = value * value;
        point.set(symbol, value);
      } while (!exist(point, completed));
      out.emplace_back(symbol, value);
    }
  return out;
}

std::optional<ModularPoint> RootedPoints::draw(std::uint64_t seed, const SymbolValues& fixed) const {
  ModularPoint point(graph_, seed);
  if (!fill(point, seed, fixed)) return std::nullopt;
  return point;
}

std::optional<SymbolValues> RootedPoints::values(std::uint64_t seed, const SymbolValues& fixed) const {
  if (roots_.empty()) return SymbolValues();
  ModularPoint point(graph_, seed);
  return fill(point, seed, fixed);
}

} // namespace exact
} // namespace dalembert
