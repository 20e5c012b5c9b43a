#include <dalembert/expr/depends.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace expr {

namespace {

constexpr std::uint32_t word_size = 64;

/// Visits the nodes whose bits stand in `word`, of which `first` is the lowest, in descending order, with those below
/// the visited one that the visit sets.
template <typename Visit>
void descend(const std::uint64_t& word, std::uint32_t first, Visit&& visit) {
  std::uint64_t below = ~std::uint64_t{0};
  while (const std::uint64_t left = word & below) {
    const auto bit = static_cast<std::uint32_t>(std::bit_width(left) - 1);
    below = (std::uint64_t{1} << bit) - 1;
    visit(Expr{first + bit});
  }
}

/// A set of nodes, in pages made on first use: a small expression of a large graph costs little.
class NodeSet {
public:
  explicit NodeSet(Expr largest) : pages_(largest.id / page_size + std::size_t{1}) {}

  /// True where `e` was not there yet.
  bool insert(Expr e) {
    std::unique_ptr<Page>& page = pages_[e.id / page_size];
    if (!page) page = std::make_unique<Page>();
    std::uint64_t& word = (*page)[e.id % page_size / word_size];
    const std::uint64_t bit = std::uint64_t{1} << e.id % word_size;
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
  }

  /// Visits the members in descending order, with those below the visited one that the visit inserts.
  template <typename Visit>
  void descend(Visit&& visit) const {
    for (std::size_t p = pages_.size(); p-- > 0;) {
      if (!pages_[p]) continue;
      for (std::size_t w = pages_[p]->size(); w-- > 0;)
        dalembert::descend((*pages_[p])[w], static_cast<std::uint32_t>(p * page_size + w * word_size), visit);
    }
  }

private:
  static constexpr std::size_t page_size = 4096;
  using Page = std::array<std::uint64_t, page_size / word_size>;
  std::vector<std::unique_ptr<Page>> pages_;
};

} // namespace

namespace {

/// `reachable` in a graph of few nodes: one bit for each.
std::vector<Expr> reachable_among_few(const Graph& graph, std::span<const Expr> roots, std::uint32_t largest) {
  std::vector<std::uint64_t> seen(largest / word_size + std::size_t{1});
  const auto mark = [&seen](Expr e) { seen[e.id / word_size] |= std::uint64_t{1} << e.id % word_size; };
  for (const Expr root : roots)
    mark(root);
  std::vector<Expr> found;
  for (std::size_t w = seen.size(); w-- > 0;)
    descend(seen[w], static_cast<std::uint32_t>(w * word_size), [&](Expr e) {
      found.push_back(e);
      graph.for_children(e, mark);
    });
  std::reverse(found.begin(), found.end());
  return found;
}

/// `reachable` of small expressions, whose nodes are few enough to be compared one by one; nothing for larger ones.
std::optional<std::vector<Expr>> few_reachable(const Graph& graph, std::span<const Expr> roots) {
  constexpr std::size_t most = 24;
  std::array<Expr, most> found;
  std::size_t count = 0;
  bool is_small = roots.size() < most;
  const auto add = [&](Expr e) {
    if (!is_small || std::find(found.begin(), found.begin() + count, e) != found.begin() + count) return;
    is_small = count < most;
    if (is_small) found[count++] = e;
  };
  for (std::size_t i = 0; is_small && i < roots.size(); ++i)
    add(roots[i]);
  for (std::size_t i = 0; is_small && i < count; ++i)
    graph.for_children(found[i], add);
  if (!is_small) return std::nullopt;
  std::sort(found.begin(), found.begin() + count);
  return std::vector<Expr>(found.begin(), found.begin() + count);
}

} // namespace

std::vector<Expr> reachable(const Graph& graph, std::span<const Expr> roots) {
  if (std::optional<std::vector<Expr>> few = few_reachable(graph, roots)) return std::move(*few);
  std::vector<Expr> found;
  constexpr std::uint32_t few = 1 << 15;
  const Expr largest = *std::max_element(roots.begin(), roots.end());
  if (largest.id < few) return reachable_among_few(graph, roots, largest.id);
  NodeSet seen(largest);
  for (const Expr root : roots)
    seen.insert(root);
  seen.descend([&](Expr e) { // children come before parents
    found.push_back(e);
    graph.for_children(e, [&seen](Expr child) { seen.insert(child); });
  });
  std::reverse(found.begin(), found.end());
  return found;
}

std::size_t size_within(const Graph& graph, Expr root, std::size_t limit) {
  NodeSet seen(root); // children come before parents
  seen.insert(root);
  std::size_t count = 1;
  std::vector<Expr> waiting{root};
  while (!waiting.empty() && count < limit) {
    const Expr next = waiting.back();
    waiting.pop_back();
    graph.for_children(next, [&](Expr child) {
      if (count >= limit || !seen.insert(child)) return;
      ++count;
      waiting.push_back(child);
    });
  }
  return count;
}

std::vector<Expr> free_symbols(const Graph& graph, std::span<const Expr> roots) {
  std::vector<Expr> found = reachable(graph, roots);
  std::erase_if(found, [&graph](Expr e) { return graph.kind(e) != NodeKind::symbol; });
  return found;
}

std::vector<Expr> free_symbols(const Graph& graph, Expr root) {
  return free_symbols(graph, std::span<const Expr>(&root, 1));
}

bool depends(const Graph& graph, std::span<const Expr> roots, std::span<const Expr> symbols) {
  if (roots.empty() || symbols.empty()) return false;
  std::vector<Expr> wanted(symbols.begin(), symbols.end());
  std::sort(wanted.begin(), wanted.end());
  NodeSet seen(*std::max_element(roots.begin(), roots.end())); // children come before parents
  std::vector<Expr> waiting;
  bool is_met = false;
  const auto visit = [&](Expr e) {
    if (is_met || e < wanted.front() || !seen.insert(e)) return;
    is_met = std::binary_search(wanted.begin(), wanted.end(), e);
    waiting.push_back(e);
  };
  for (const Expr root : roots)
    visit(root);
  while (!is_met && !waiting.empty()) {
    const Expr next = waiting.back();
    waiting.pop_back();
    graph.for_children(next, visit);
  }
  return is_met;
}

bool depends(const Graph& graph, Expr root, std::span<const Expr> symbols) {
  if (graph.kind(root) == NodeKind::number) return false;
  return depends(graph, std::span<const Expr>(&root, 1), symbols);
}

bool depends(const Graph& graph, Expr root, Expr symbol) {
  return depends(graph, root, std::span<const Expr>(&symbol, 1));
}

} // namespace expr
} // namespace dalembert
