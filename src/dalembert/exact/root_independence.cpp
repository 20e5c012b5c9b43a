#include <dalembert/exact/root_independence.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace dalembert {
inline namespace exact {

namespace {

constexpr std::size_t most_radicands = 16; ///< the norm of a claim over all signs has 2^16 times its degree
constexpr std::size_t spare_patterns = 64;
constexpr std::uint64_t tries_per_pattern = 4;

/// One bit for each radicand that is no square at the point, and one that is always 1.
std::optional<std::uint64_t> pattern_at(ModularPoint& point, const std::vector<Expr>& radicands) {
  std::uint64_t out = std::uint64_t{1} << radicands.size();
  for (std::size_t i = 0; i < radicands.size(); ++i) {
    const std::optional<Residue> value = point.value(radicands[i]);
    if (!value || value->is_zero()) return std::nullopt;
    if (value->sign() < 0) out |= std::uint64_t{1} << i;
  }
  return out;
}

/// The rank over the field of two elements grows by one with each pattern that is no sum of others.
class PatternSpace {
public:
  void add(std::uint64_t pattern) {
    for (const std::uint64_t row : rows_)
      pattern = std::min(pattern, pattern ^ row);
    if (pattern != 0) rows_.push_back(pattern);
  }
  [[nodiscard]] std::size_t rank() const { return rows_.size(); }

private:
  std::vector<std::uint64_t> rows_;
};

} // namespace

bool are_independent(const Graph& graph, const std::vector<Expr>& radicands, const std::vector<Expr>& positive) {
  if (radicands.size() > most_radicands || has_real_branches(graph, radicands)) return false;
  PatternSpace space;
  const std::size_t wanted = radicands.size() + 1; // the constant pattern too: 2·x² is a number times a square
  const std::uint64_t most = tries_per_pattern * (wanted + spare_patterns);
  for (std::uint64_t seed = 1; seed <= most && space.rank() < wanted; ++seed) {
    ModularPoint point(graph, seed);
    for (const Expr symbol : positive)
      point.assume_positive(symbol);
    if (const auto pattern = pattern_at(point, radicands)) space.add(*pattern);
  }
  return space.rank() == wanted;
}

bool has_square_roots_only(const Graph& graph, const std::vector<Expr>& expressions) {
  const std::vector<Expr> nodes = reachable(graph, expressions);
  return std::ranges::all_of(nodes, [&graph](Expr node) {
    if (graph.kind(node) != NodeKind::product) return true;
    const auto factors = graph.factors(node);
    return std::ranges::all_of(factors, [&graph](const Factor& f) {
      const Rational& exponent = graph.value(f.exponent);
      return !has_even_root(exponent) || exponent.denominator() == Rational(2);
    });
  });
}

} // namespace exact
} // namespace dalembert
