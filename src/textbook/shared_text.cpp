#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/textbook/shared_text.h>

#include <algorithm>
#include <unordered_map>

namespace dalembert {

namespace {

constexpr std::size_t short_text = 16;         ///< characters; shorter parts are printed wherever they stand
constexpr std::size_t most_visits = 5'000'000; ///< nodes rebuilt in all, about a second

bool has_literal_text(const Graph& graph, Expr e) {
  return graph.kind(e) == NodeKind::select || graph.kind(e) == NodeKind::unknown;
}

/// How often each node stands in the roots and in other nodes.
std::unordered_map<std::uint32_t, int> count_uses(const Graph& graph, std::span<const Expr> roots,
                                                  const std::vector<Expr>& nodes) {
  std::unordered_map<std::uint32_t, int> uses;
  for (const Expr root : roots)
    ++uses[root.id];
  for (const Expr e : nodes)
    graph.for_children(e, [&](Expr child) { ++uses[child.id]; });
  return uses;
}

bool is_worth_a_name(const Graph& graph, Expr e) {
  return graph.kind(e) > NodeKind::symbol && text(graph, e, short_text).size() > short_text;
}

std::string fresh_name(const KnownTexts& known, std::size_t& number) {
  std::string name;
  do
    name = "s" + std::to_string(++number);
  while (known.contains(name));
  return name;
}

} // namespace

std::optional<SharedText> shared_text(Graph& graph, std::span<const Expr> roots, const KnownTexts& known,
                                      std::size_t longest) {
  const std::vector<Expr> nodes = reachable(graph, roots);
  std::unordered_map<std::uint32_t, int> uses = count_uses(graph, roots, nodes);
  const auto is_shared = [&](Expr e) { return uses[e.id] > 1 && graph.kind(e) > NodeKind::symbol; };
  const auto shared = static_cast<std::size_t>(std::ranges::count_if(nodes, is_shared));
  if (shared * nodes.size() > most_visits) return std::nullopt;
  SharedText out;
  std::vector<Replacement> names;
  std::size_t length = 0;
  std::size_t number = 0;
  for (const Expr e : nodes) {
    if (!is_shared(e) && !has_literal_text(graph, e)) continue;
    const Expr brief = substitute(graph, e, names);
    if (has_literal_text(graph, brief)) out.literals.emplace(text(graph, brief, longest), e);
    if (!is_shared(e) || !is_worth_a_name(graph, brief)) continue;
    out.definitions.push_back({fresh_name(known, number), text(graph, brief, longest)});
    names.push_back({e, graph.symbol(out.definitions.back().name)});
    length += out.definitions.back().text.size();
    if (length > longest) return std::nullopt;
  }
  for (const Expr root : roots) {
    out.texts.push_back(text(graph, substitute(graph, root, names), longest));
    length += out.texts.back().size();
    if (length > longest) return std::nullopt;
  }
  return out;
}

} // namespace dalembert
