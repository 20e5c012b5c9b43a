#include <dalembert/expr/depends.h>

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <memory>
#include <unordered_set>

namespace dalembert {

namespace {

/// A set of nodes, in pages made on first use: a small expression of a large graph costs little.
class NodeSet {
public:
  explicit NodeSet(Expr largest) : pages_(largest.id / page_size + std::size_t{1}) {}

  /// True where `e` was not there yet.
  bool insert(Expr e) {
    std::unique_ptr<Page>& page = pages_[e.id / page_size];
    if (!page) page = std::make_unique<Page>();
    if (page->test(e.id % page_size)) return false;
    page->set(e.id % page_size);
    return true;
  }

private:
  static constexpr std::size_t page_size = 4096;
  using Page = std::bitset<page_size>;
  std::vector<std::unique_ptr<Page>> pages_;
};

} // namespace

std::vector<Expr> reachable(const Graph& graph, std::span<const Expr> roots) {
  std::vector<Expr> found;
  if (roots.empty()) return found;
  NodeSet seen(*std::max_element(roots.begin(), roots.end())); // children come before parents
  const auto visit = [&](Expr e) {
    if (seen.insert(e)) found.push_back(e);
  };
  for (const Expr root : roots)
    visit(root);
  for (std::size_t next = 0; next < found.size(); ++next)
    graph.for_children(Expr{found[next]}, visit);
  std::sort(found.begin(), found.end());
  return found;
}

std::size_t size_within(const Graph& graph, Expr root, std::size_t limit) {
  std::unordered_set<std::uint32_t> seen{root.id};
  std::vector<Expr> waiting{root};
  while (!waiting.empty() && seen.size() < limit) {
    const Expr next = waiting.back();
    waiting.pop_back();
    graph.for_children(next, [&](Expr child) {
      if (seen.size() < limit && seen.insert(child.id).second) waiting.push_back(child);
    });
  }
  return seen.size();
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
  const std::vector<Expr> nodes = reachable(graph, roots);
  return std::any_of(symbols.begin(), symbols.end(),
                     [&nodes](Expr s) { return std::binary_search(nodes.begin(), nodes.end(), s); });
}

bool depends(const Graph& graph, Expr root, std::span<const Expr> symbols) {
  if (graph.kind(root) == NodeKind::number) return false;
  return depends(graph, std::span<const Expr>(&root, 1), symbols);
}

bool depends(const Graph& graph, Expr root, Expr symbol) {
  return depends(graph, root, std::span<const Expr>(&symbol, 1));
}

} // namespace dalembert
