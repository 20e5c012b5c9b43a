#pragma once

#include <dalembert/analysis/ansatz_functions.h>
#include <dalembert/analysis/determining_rows.h>
#include <dalembert/analysis/symmetry.h>
#include <dalembert/exact/column_sieve.h>
#include <dalembert/exact/residue_null_space.h>
#include <dalembert/exact/rooted_point.h>
#include <dalembert/expr/differentiate.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Sums of given functions with unknown coefficients for τ, ξ and f, and the solutions of Noether's equation among
/// them. Source: docs/theory/analysis.md (12).
class SymmetryAnsatz {
public:
  /// The cost of `solve` grows with the third power of the number of functions.
  SymmetryAnsatz(const Equations& equations, const std::vector<AnsatzFunction>& functions);

  /// Every symmetry within the ansatz, proved, with its J and J̇; what was not found to the end is noted.
  [[nodiscard]] SymmetrySearch solve();

private:
  /// One unknown coefficient, and its part of the determining equation.
  struct Column {
    AnsatzFunction of;
    DeterminingColumn parts;
  };

  [[nodiscard]] Column column_of(const AnsatzFunction& of);
  [[nodiscard]] Expr defect_of(const DeterminingColumn& column) const;
  [[nodiscard]] DeterminingRows rows_of(std::span<const std::size_t> columns) const;
  /// The parameters of L that the rows hold.
  [[nodiscard]] std::vector<Expr> parameters_in(const DeterminingRows& rows) const;
  /// The null space of the rows at given values of the parameters that they hold.
  [[nodiscard]] std::optional<ResidueNullSpace> null_space(const DeterminingRows& rows,
                                                           const std::vector<Residue>& parameters, std::uint64_t stream,
                                                           std::size_t expected = 0) const;
  bool sift(const DeterminingRows& rows, const SymbolValues& fixed, std::uint64_t stream, ColumnSieve& sieve) const;
  [[nodiscard]] std::size_t timed_directions(const std::vector<std::vector<Residue>>& vectors) const;
  [[nodiscard]] bool is_gauge_alone(const std::vector<Residue>& vector) const;
  [[nodiscard]] bool vanishes(Expr defect) const;
  [[nodiscard]] std::optional<std::vector<Expr>> coefficients(const std::vector<std::size_t>& support);
  [[nodiscard]] std::optional<Symmetry> recognise(const std::vector<Residue>& vector);

  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  std::vector<Seed> motion_;
  std::vector<Column> columns_;
  std::vector<Expr> parameters_; ///< that L holds
  std::vector<Expr> sums_;       ///< of them, in M and the forces
  std::optional<RootedPoints> points_;
};

/// Fills in J and J̇ of a generator (τ, ξ, f). Source: docs/theory/analysis.md (13).
void complete(const Equations& equations, Symmetry& symmetry);

} // namespace analysis
} // namespace dalembert
