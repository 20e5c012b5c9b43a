#include <dalembert/algebra/text_limit.h>

#include <vector>

namespace dalembert {
inline namespace algebra {

bool has_more(const Graph& graph, Expr e, TreePart part, std::size_t most) {
  std::vector<Expr> waiting{e};
  std::size_t count = 0;
  while (!waiting.empty()) {
    const Expr top = waiting.back();
    waiting.pop_back();
    const std::size_t before = waiting.size();
    graph.for_children(top, [&waiting](Expr child) { waiting.push_back(child); });
    if (part == TreePart::node || waiting.size() == before) ++count;
    if (count > most) return true;
  }
  return false;
}

bool is_surely_longer(const Graph& graph, Expr e, std::size_t longest) {
  return has_more(graph, e, TreePart::leaf, (longest + 1) / 2);
}

} // namespace algebra
} // namespace dalembert
