#include <dalembert/expr/depends.h>
#include <dalembert/expr/rebuilt.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/textbook/shared_text.h>

#include <algorithm>
#include <unordered_map>

namespace dalembert {
inline namespace textbook {

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

/// The sum of `terms` in which sums that are terms are their own terms.
Expr joined_sum(Graph& graph, std::span<const Term> terms) {
  std::vector<Term> all;
  for (const Term& term : terms) {
    if (graph.kind(term.expr) != NodeKind::sum) {
      all.push_back(term);
      continue;
    }
    const std::vector<Term> inner(graph.terms(term.expr).begin(), graph.terms(term.expr).end());
    const Rational factor = graph.value(term.coefficient);
    for (const Term& t : inner)
      all.push_back({t.expr, graph.intern(factor * graph.value(t.coefficient))});
  }
  return graph.sum(all);
}

/// `e` with sums in sums joined, so that like terms meet: the graph holds (s + a) − s as it was made.
Expr with_joined_sums(Graph& graph, Expr e) {
  IdMap<Expr> images;
  for (const Expr node : reachable(graph, std::vector<Expr>{e})) {
    Expr image = rebuilt(graph, node, images);
    if (graph.kind(node) == NodeKind::sum && graph.kind(image) == NodeKind::sum) {
      const std::vector<Term> terms(graph.terms(image).begin(), graph.terms(image).end());
      image = joined_sum(graph, terms);
    }
    images.set(node.id, image);
  }
  return images.at(e.id);
}

std::string fresh_name(const KnownTexts& known, std::size_t& number) {
  std::string name;
  do
    name = "s" + std::to_string(++number);
  while (known.contains(name));
  return name;
}

/// A node that has a name, and what it is in terms of the names before it.
struct Named {
  Expr node;
  Expr symbol;
  Expr brief;
};

/// The roots and what they share, in terms of names.
struct NamedParts {
  std::vector<Named> names;
  std::vector<Expr> roots;
  std::vector<Expr> literals; ///< selects and unknown functions, in terms of names
  std::vector<Expr> meant;    ///< the same as the graph holds them
};

/// Names the shared nodes that are worth it, those of `left_out` aside.
NamedParts named_parts(Graph& graph, std::span<const Expr> roots, const std::vector<Expr>& nodes,
                       const std::unordered_map<std::uint32_t, int>& uses, const std::vector<Expr>& left_out) {
  NamedParts out;
  IdMap<Expr> images; // in terms of names
  for (const Expr e : nodes) {
    const Expr image = rebuilt(graph, e, images);
    images.set(e.id, image);
    const bool is_shared = uses.at(e.id) > 1 && graph.kind(e) > NodeKind::symbol;
    if (!is_shared && !has_literal_text(graph, e)) continue;
    const Expr brief = with_joined_sums(graph, image);
    if (has_literal_text(graph, brief)) {
      out.literals.push_back(brief);
      out.meant.push_back(e);
    }
    if (!is_shared || std::ranges::find(left_out, e) != left_out.end() || !is_worth_a_name(graph, brief)) continue;
    out.names.push_back({e, graph.symbol("s"), brief});
    images.set(e.id, out.names.back().symbol);
  }
  for (const Expr root : roots)
    out.roots.push_back(with_joined_sums(graph, images.at(root.id)));
  return out;
}

/// The nodes whose names stand in one place only, or in none: like terms have met.
std::vector<Expr> used_once(const Graph& graph, const NamedParts& parts) {
  std::vector<Expr> all = parts.roots;
  for (const Named& named : parts.names)
    all.push_back(named.brief);
  const std::unordered_map<std::uint32_t, int> uses = count_uses(graph, all, reachable(graph, all));
  std::vector<Expr> out;
  for (const Named& named : parts.names)
    if (const auto found = uses.find(named.symbol.id); found == uses.end() || found->second < 2)
      out.push_back(named.node);
  return out;
}

} // namespace

std::optional<SharedText> shared_text(const AtomTable& atoms, std::span<const Expr> roots, const KnownTexts& known,
                                      std::size_t longest) {
  Graph& graph = atoms.graph();
  constexpr int most_passes = 8;
  const std::vector<Expr> nodes = reachable(graph, roots);
  const std::unordered_map<std::uint32_t, int> uses = count_uses(graph, roots, nodes);
  const auto shared = static_cast<std::size_t>(
      std::ranges::count_if(nodes, [&](Expr e) { return uses.at(e.id) > 1 && graph.kind(e) > NodeKind::symbol; }));
  if (shared * nodes.size() > most_visits) return std::nullopt;
  NamedParts parts = named_parts(graph, roots, nodes, uses, {});
  std::vector<Expr> left_out;
  for (int pass = 1; pass < most_passes; ++pass) {
    const std::vector<Expr> more = used_once(graph, parts);
    if (more.empty()) break;
    left_out.insert(left_out.end(), more.begin(), more.end());
    parts = named_parts(graph, roots, nodes, uses, left_out);
  }
  SharedText out;
  std::vector<Replacement> printed;
  std::size_t length = 0;
  std::size_t number = 0;
  for (const Named& named : parts.names) {
    Formula meaning = atoms.structural(substitute(graph, named.brief, printed), longest);
    length += written_length(meaning);
    const std::string name = fresh_name(known, number);
    out.definitions.push_back({name_formula(name), std::move(meaning)});
    printed.push_back({named.symbol, graph.symbol(name)});
    if (length > longest) return std::nullopt;
  }
  for (std::size_t i = 0; i < parts.literals.size(); ++i)
    out.literals.emplace(text(graph, substitute(graph, parts.literals[i], printed), longest), parts.meant[i]);
  for (const Expr root : parts.roots) {
    out.formulas.push_back(atoms.structural(substitute(graph, root, printed), longest));
    length += written_length(out.formulas.back());
    if (length > longest) return std::nullopt;
  }
  return out;
}

} // namespace textbook
} // namespace dalembert
