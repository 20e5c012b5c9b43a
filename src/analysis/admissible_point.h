#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/expr/modular.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {

/// Exact random points, modulo the prime of Residue, on the motion of a system: the constraints hold at position and
/// velocity level, and (v̇, λ, F) solve the equations of motion.
///
/// Positions: each holonomic row is solved for one symbol, a coordinate or a parameter, in which it is linear or
/// quadratic; that symbol is replaced everywhere. Velocities and (v̇, λ): linear equations modulo the prime. Friction:
/// one branch of the signs (slip, normal force) at a time.
/// Source: docs/theory/zero_test.md (4).
class AdmissiblePoints {
public:
  /// Prepares points at which `claims` (in t, q, v, v̇, λ, F, p) can be evaluated.
  AdmissiblePoints(const Equations& equations, std::span<const Expr> claims);

  /// False where some constraint cannot be solved this way: then nothing can be proved here.
  [[nodiscard]] bool is_solvable() const { return solvable_; }
  /// The number of branches (roots of quadratic rows, signs of frictions) that must be looked at one by one.
  [[nodiscard]] unsigned branches() const;

  /// The values of the claims at a random point of a branch; nothing where this point has none (try another seed).
  struct Values {
    std::vector<Residue> claims;
    std::size_t signs = 0; ///< how many quantities had their sign asked for
  };
  [[nodiscard]] std::optional<Values> values(std::uint64_t seed, unsigned branch) const;

private:
  class Draw; ///< one point being filled in
  void collect(std::span<const Expr> claims);
  void solve_positions();
  [[nodiscard]] bool solve_row(std::size_t row);
  [[nodiscard]] std::optional<Expr> solution(Expr row, Expr symbol);
  void replace_everywhere(Expr symbol, Expr by);

  const Equations& equations_;
  Graph& graph_;
  // What a point needs, with the solved symbols replaced.
  std::vector<Expr> holonomic_;
  std::vector<Expr> drift_; ///< ψ at v = 0: the rows are A·v + drift
  std::vector<Expr> rows_;  ///< A
  std::vector<Expr> mass_;
  std::vector<Expr> forcing_;
  std::vector<Expr> row_forcing_;
  std::vector<Expr> coefficients_; ///< of each friction
  std::vector<Expr> columns_;      ///< n of each friction
  std::vector<Expr> normals_;      ///< m of each friction
  std::vector<Expr> claims_;
  std::vector<Expr> roots_; ///< symbols that stand for the sign of a root
  bool solvable_ = true;
};

} // namespace dalembert
