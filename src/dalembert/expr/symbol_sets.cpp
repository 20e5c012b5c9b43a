#include <dalembert/expr/depends.h>
#include <dalembert/expr/symbol_sets.h>

#include <bit>

namespace dalembert {
inline namespace expr {

namespace {

constexpr std::size_t word_bits = 64;

} // namespace

SymbolSets::SymbolSets(const Graph& graph, std::span<const Expr> roots, std::span<const Expr> symbols)
    : per_node_((symbols.size() + word_bits - 1) / word_bits) {
  std::vector<std::uint64_t> row(per_node_);
  const auto keep = [&](Expr e) {
    place_.emplace(e.id, bits_.size());
    bits_.insert(bits_.end(), row.begin(), row.end());
  };
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    row.assign(per_node_, 0);
    row[i / word_bits] = std::uint64_t{1} << (i % word_bits);
    keep(symbols[i]);
  }
  for (const Expr e : reachable(graph, roots)) { // children first
    if (place_.contains(e.id)) continue;
    row.assign(per_node_, 0);
    bool holds_any = false;
    graph.for_children(e, [&](Expr child) {
      const std::uint64_t* const below = words(child);
      if (below == nullptr) return;
      holds_any = true;
      for (std::size_t w = 0; w < per_node_; ++w)
        row[w] |= below[w];
    });
    if (holds_any) keep(e);
  }
}

const std::uint64_t* SymbolSets::words(Expr e) const {
  const auto found = place_.find(e.id);
  return found == place_.end() ? nullptr : &bits_[found->second];
}

bool SymbolSets::holds(Expr e, std::size_t index) const {
  const std::uint64_t* const row = words(e);
  return row != nullptr && ((row[index / word_bits] >> (index % word_bits)) & 1U) != 0;
}

std::size_t SymbolSets::count(Expr e) const {
  const std::uint64_t* const row = words(e);
  std::size_t out = 0;
  for (std::size_t w = 0; row != nullptr && w < per_node_; ++w)
    out += static_cast<std::size_t>(std::popcount(row[w]));
  return out;
}

std::vector<std::size_t> SymbolSets::held(Expr e) const {
  std::vector<std::size_t> out;
  const std::uint64_t* const row = words(e);
  for (std::size_t w = 0; row != nullptr && w < per_node_; ++w)
    for (std::uint64_t rest = row[w]; rest != 0; rest &= rest - 1)
      out.push_back(w * word_bits + static_cast<std::size_t>(std::countr_zero(rest)));
  return out;
}

} // namespace expr
} // namespace dalembert
