#pragma once

#include <dalembert/expr/modular.h>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace exact {

/// Values of symbols modulo the prime.
using SymbolValues = std::vector<std::pair<Expr, Residue>>;

/// Draws random points at which all even roots in given expressions exist. Half of all points lack the root of a given
/// expression, so k roots would want 2^k points; here symbols are drawn one after the other, and each is drawn again
/// until the roots that it completes exist: the work grows with the number of roots that one symbol completes.
class RootedPoints {
public:
  /// The symbols `positive` are given squares: √(x²) = x holds for them.
  RootedPoints(const Graph& graph, std::span<const Expr> expressions, std::vector<Expr> positive = {});

  /// Returns a point with the values `fixed`; nothing where some root is not found to exist.
  /// After a few such failures nothing is tried any more.
  [[nodiscard]] std::optional<ModularPoint> draw(std::uint64_t seed, const SymbolValues& fixed = {}) const;
  /// The values that make the roots exist at point number `seed`, beside those that are fixed; nothing as above.
  [[nodiscard]] std::optional<SymbolValues> values(std::uint64_t seed, const SymbolValues& fixed = {}) const;

private:
  struct Root {
    Expr base;
    std::int64_t denominator = 2;
    std::vector<Expr> symbols; ///< that the base depends on
  };
  /// Draws into `point` and lists what it drew.
  [[nodiscard]] std::optional<SymbolValues> fill(ModularPoint& point, std::uint64_t seed,
                                                 const SymbolValues& fixed) const;
  [[nodiscard]] bool exist(ModularPoint& point, const std::vector<std::size_t>& roots) const;

  const Graph& graph_;
  std::vector<Expr> positive_;
  std::vector<Root> roots_;   ///< inner roots before outer ones
  mutable int exhausted_ = 0; ///< how often a root was not found to exist
};

} // namespace exact
} // namespace dalembert
