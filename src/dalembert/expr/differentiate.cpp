#include <dalembert/base/errors.h>
#include <dalembert/expr/chain_rule.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/id_map.h>

#include <algorithm>
#include <limits>

namespace dalembert {
inline namespace expr {

namespace {

constexpr std::uint32_t absent = std::numeric_limits<std::uint32_t>::max();

/// The nodes below some roots that depend on some symbols, children first, with the place of each.
class Cone {
public:
  Cone(const Graph& graph, std::span<const Expr> roots, std::span<const Expr> symbols) {
    const std::vector<Expr> all = reachable(graph, roots);
    std::vector<Expr> wanted(symbols.begin(), symbols.end());
    std::sort(wanted.begin(), wanted.end());
    for (const Expr e : all) {
      bool moves = std::binary_search(wanted.begin(), wanted.end(), e);
      graph.for_children(e, [&](Expr child) { moves = moves || has(child); });
      if (!moves) continue;
      place_.set(e.id, static_cast<std::uint32_t>(nodes_.size()));
      nodes_.push_back(e);
    }
  }
  [[nodiscard]] const std::vector<Expr>& nodes() const { return nodes_; }
  [[nodiscard]] bool has(Expr e) const { return place_.contains(e.id); }
  [[nodiscard]] std::size_t place(Expr e) const { return place_.at(e.id); }

private:
  IdMap<std::uint32_t> place_;
  std::vector<Expr> nodes_;
};

/// Pushes rates of change from symbols to roots. One cone serves many sweeps.
class ForwardSweep {
public:
  ForwardSweep(Graph& graph, const Cone& cone)
      : graph_(graph), rule_(graph), cone_(cone), rates_(cone.nodes().size(), graph.zero()) {}

  /// Sets all rates from `seeds`; nodes for which `skip(place)` holds are left at 0.
  template <typename Skip>
  void run(std::span<const Seed> seeds, Skip&& skip) {
    std::fill(rates_.begin(), rates_.end(), graph_.zero());
    for (const Seed& seed : seeds)
      if (cone_.has(seed.symbol)) rates_[cone_.place(seed.symbol)] = seed.direction;
    for (std::size_t i = 0; i < rates_.size(); ++i)
      if (graph_.kind(cone_.nodes()[i]) != NodeKind::symbol && !skip(i)) rates_[i] = rate(cone_.nodes()[i]);
  }
  /// The same for one seed, where most nodes do not depend on it: only those above it are looked at.
  void run_above(const Seed& seed) {
    for (const std::uint32_t place : above_)
      rates_[place] = graph_.zero();
    above_.clear();
    if (!cone_.has(seed.symbol)) return;
    if (first_parent_.empty()) find_parents();
    above_.push_back(static_cast<std::uint32_t>(cone_.place(seed.symbol)));
    is_above_[above_.front()] = true;
    for (std::size_t i = 0; i < above_.size(); ++i)
      for (std::size_t k = first_parent_[above_[i]]; k < first_parent_[above_[i] + 1]; ++k)
        if (!is_above_[parents_[k]]) {
          is_above_[parents_[k]] = true;
          above_.push_back(parents_[k]);
        }
    std::sort(above_.begin(), above_.end()); // children first
    rates_[cone_.place(seed.symbol)] = seed.direction;
    for (const std::uint32_t place : above_) {
      is_above_[place] = false;
      if (graph_.kind(cone_.nodes()[place]) != NodeKind::symbol) rates_[place] = rate(cone_.nodes()[place]);
    }
  }
  [[nodiscard]] Expr of(Expr e) const { return cone_.has(e) ? rates_[cone_.place(e)] : graph_.zero(); }

private:
  Expr rate(Expr e) {
    if (graph_.kind(e) == NodeKind::select) return of_select(e);
    terms_.clear();
    const std::size_t children = rule_.children(e);
    for (std::size_t i = 0; i < children; ++i) {
      const Expr moving = of(rule_.child(e, i));
      if (!graph_.is_zero(moving)) terms_.push_back(rule_.apply(e, i, moving));
    }
    return graph_.sum(terms_);
  }
  Expr of_select(Expr e) {
    const auto stored = graph_.args(e);
    const std::vector<Expr> args(stored.begin(), stored.end());
    return graph_.select(graph_.relation(e), args[0], args[1], of(args[2]), of(args[3]));
  }

  void find_parents() {
    const std::size_t nodes = cone_.nodes().size();
    is_above_.assign(nodes, false);
    first_parent_.assign(nodes + 1, 0);
    const auto for_edges = [&](auto&& take) {
      for (std::size_t i = 0; i < nodes; ++i)
        graph_.for_children(cone_.nodes()[i], [&](Expr child) {
          if (cone_.has(child)) take(cone_.place(child), static_cast<std::uint32_t>(i));
        });
    };
    for_edges([this](std::size_t child, std::uint32_t) { ++first_parent_[child + 1]; });
    for (std::size_t i = 0; i < nodes; ++i)
      first_parent_[i + 1] += first_parent_[i];
    parents_.resize(first_parent_[nodes]);
    std::vector<std::size_t> next(first_parent_.begin(), first_parent_.end() - 1);
    for_edges([&](std::size_t child, std::uint32_t parent) { parents_[next[child]++] = parent; });
  }

  Graph& graph_;
  ChainRule rule_;
  const Cone& cone_;
  std::vector<Expr> rates_;
  std::vector<Term> terms_;
  std::vector<std::uint32_t> above_;      ///< places whose rate the last seed moved
  std::vector<bool> is_above_;            ///< by place, false between two sweeps
  std::vector<std::size_t> first_parent_; ///< by place, in `parents_`
  std::vector<std::uint32_t> parents_;
};

constexpr auto no_node = [](std::size_t) { return false; };

/// Collects what reaches each node from above, and sums it once when the node's turn comes.
class Adjoints {
public:
  explicit Adjoints(std::size_t nodes) : heads_(nodes, absent) {}
  void add(std::size_t node, Term term) {
    parts_.push_back({term, heads_[node]});
    heads_[node] = static_cast<std::uint32_t>(parts_.size() - 1);
  }
  Expr total(Graph& graph, std::size_t node) {
    terms_.clear();
    for (std::uint32_t part = heads_[node]; part != absent; part = parts_[part].next)
      terms_.push_back(parts_[part].term);
    return graph.sum(terms_);
  }

private:
  struct Part {
    Term term;
    std::uint32_t next;
  };
  std::vector<std::uint32_t> heads_;
  std::vector<Part> parts_;
  std::vector<Term> terms_;
};

} // namespace

std::vector<Expr> gradient(Graph& graph, Expr f, std::span<const Expr> symbols) {
  const Cone cone(graph, std::span<const Expr>(&f, 1), symbols);
  ChainRule rule(graph);
  Adjoints adjoints(cone.nodes().size());
  std::vector<Expr> totals(cone.nodes().size());
  if (cone.has(f)) adjoints.add(cone.place(f), {graph.one(), one_id});
  for (std::size_t i = cone.nodes().size(); i-- > 0;) {
    const Expr e = cone.nodes()[i];
    totals[i] = adjoints.total(graph, i);
    if (graph.is_zero(totals[i])) continue;
    const std::size_t children = rule.children(e);
    for (std::size_t k = 0; k < children; ++k) {
      const Expr child = rule.child(e, k);
      if (cone.has(child)) adjoints.add(cone.place(child), rule.apply(e, k, totals[i]));
    }
  }
  std::vector<Expr> out;
  out.reserve(symbols.size());
  for (const Expr s : symbols)
    out.push_back(cone.has(s) ? totals[cone.place(s)] : graph.zero());
  return out;
}

std::vector<Expr> directional(Graph& graph, std::span<const Expr> fs, std::span<const Seed> seeds) {
  std::vector<Expr> moving;
  for (const Seed& seed : seeds)
    if (!graph.is_zero(seed.direction)) moving.push_back(seed.symbol);
  const Cone cone(graph, fs, moving);
  ForwardSweep sweep(graph, cone);
  sweep.run(seeds, no_node);
  std::vector<Expr> out;
  out.reserve(fs.size());
  for (const Expr f : fs)
    out.push_back(sweep.of(f));
  return out;
}

Expr directional(Graph& graph, Expr f, std::span<const Seed> seeds) {
  return directional(graph, std::span<const Expr>(&f, 1), seeds).front();
}

std::vector<Expr> jacobian(Graph& graph, std::span<const Expr> fs, std::span<const Expr> symbols) {
  const Cone cone(graph, fs, symbols);
  ForwardSweep sweep(graph, cone);
  std::vector<Expr> out(fs.size() * symbols.size());
  for (std::size_t column = 0; column < symbols.size(); ++column) {
    sweep.run_above({symbols[column], graph.one()});
    for (std::size_t row = 0; row < fs.size(); ++row)
      out[row * symbols.size() + column] = sweep.of(fs[row]);
  }
  return out;
}

std::vector<Expr> symmetric_jacobian(Graph& graph, std::span<const Expr> p, std::span<const Expr> v) {
  ENSURE(p.size() == v.size());
  const std::size_t n = v.size();
  const Cone cone(graph, p, v);
  // Column j asks only for rows i ≥ j: nodes that only earlier roots use stay untouched.
  std::vector<std::size_t> last_user(cone.nodes().size(), 0);
  for (std::size_t row = 0; row < n; ++row)
    if (cone.has(p[row])) last_user[cone.place(p[row])] = row;
  for (std::size_t i = cone.nodes().size(); i-- > 0;)
    graph.for_children(cone.nodes()[i], [&](Expr child) {
      if (cone.has(child)) last_user[cone.place(child)] = std::max(last_user[cone.place(child)], last_user[i]);
    });
  ForwardSweep sweep(graph, cone);
  std::vector<Expr> out(n * n);
  for (std::size_t column = 0; column < n; ++column) {
    const Seed seed{v[column], graph.one()};
    sweep.run(std::span<const Seed>(&seed, 1), [&](std::size_t i) { return last_user[i] < column; });
    for (std::size_t row = column; row < n; ++row)
      out[row * n + column] = out[column * n + row] = sweep.of(p[row]);
  }
  return out;
}

} // namespace expr
} // namespace dalembert
