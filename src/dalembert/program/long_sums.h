#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_set>
#include <vector>

namespace dalembert::inline program {

/// Sums of many terms, those included that are sums within one another and read by nothing else: Σ over a chain of
/// links holds each of them in the next. They are computed in parts, which do not wait for each other as one chain of
/// additions does, and whose rounding errors do not add up along it.
class LongSums {
public:
  static constexpr std::size_t part = 16; ///< terms that are added one after the other

  /// `sums`: those that are computed, of two terms or more, children before parents; `is_read_once`: by one node, and
  /// no output.
  LongSums(const Graph& graph, std::span<const Expr> sums, const std::function<bool(Expr)>& is_read_once);

  /// True of the outermost of sums within one another with twice as many terms as a part, or more.
  [[nodiscard]] bool is_long(Expr e) const { return long_.contains(e.id); }
  /// True of a sum within a long one.
  [[nodiscard]] bool is_within(Expr e) const { return within_.contains(e.id); }

  /// The terms of a long sum, and those that are subtracted from these.
  struct Terms {
    std::vector<Term> plain;
    std::vector<Term> subtracted;
  };
  [[nodiscard]] Terms terms(Expr e) const;

private:
  const Graph& graph_;
  std::unordered_set<std::uint32_t> long_;
  std::unordered_set<std::uint32_t> within_;
};

} // namespace dalembert::inline program
