#pragma once

#include <dalembert/derivation/equations.h>

#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// Returns a node of the same value: the number that `e` is, where it is proved to be a simple one, else `e` without
/// the angles on which its value does not depend.
[[nodiscard]] Expr simplest(Graph& graph, Expr e);

/// The inverse of a square matrix: inverse = adjugate / determinant.
struct MatrixInverse {
  ExprMatrix inverse;
  ExprMatrix adjugate;
  Expr determinant; ///< 1 where it could not be kept as a factor; `adjugate` is then the inverse itself
};

/// Inverts a matrix of expressions: by minors where they are few, so that no pivot can vanish that need not (the only
/// singular states are those where the determinant vanishes), else by elimination with proved pivots.
/// Returns nothing where the matrix is singular identically. Cost: O(n²·2ⁿ) at worst, bounded; sparse matrices O(n³).
[[nodiscard]] std::optional<MatrixInverse> inverse(Graph& graph, const ExprMatrix& matrix);

/// Returns the determinants of a matrix of m rows over choices of m columns, each of rising columns; nothing for one
/// that takes too many minors. Smaller determinants are computed once for all of them.
[[nodiscard]] std::vector<std::optional<Expr>> minors(Graph& graph, const ExprMatrix& rows,
                                                      std::span<const std::vector<int>> choices);

/// Tells whether rows are independent, at an exact random point modulo the prime of Residue; where too many roots leave
/// no such point, at random doubles.
class GenericRows {
public:
  explicit GenericRows(Graph& graph) : graph_(graph) {}
  /// Adds a row where it is independent of those before, and says whether it was.
  bool add(const std::vector<Expr>& row);
  [[nodiscard]] int rank() const { return static_cast<int>(kept_.size()); }

private:
  [[nodiscard]] bool is_independent(const std::vector<std::vector<Expr>>& rows) const;
  Graph& graph_;
  std::vector<std::vector<Expr>> kept_;
};

} // namespace derivation
} // namespace dalembert
