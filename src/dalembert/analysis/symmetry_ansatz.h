#pragma once

#include <dalembert/analysis/ansatz_functions.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/analysis/residue_null_space.h>
#include <dalembert/analysis/rooted_point.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {

/// Sums of given functions with unknown coefficients for τ, ξ and f, and the solutions of Noether's equation among
/// them. Source: docs/theory/analysis.md (12).
class SymmetryAnsatz {
public:
  /// The cost of `solve` grows with the third power of the number of functions.
  SymmetryAnsatz(const Equations& equations, const std::vector<AnsatzFunction>& functions);

  /// Every symmetry within the ansatz, proved, with its J and J̇; what was not found to the end is noted.
  [[nodiscard]] SymmetrySearch solve();

private:
  /// One unknown coefficient: the function f that it multiplies, and its part f·a + (df/dt)·b of the determining
  /// equation.
  struct Column {
    AnsatzFunction of;
    Expr slope;        ///< df/dt
    Expr per_function; ///< a
    Expr per_slope;    ///< b
  };

  [[nodiscard]] Column column_of(const AnsatzFunction& of);
  [[nodiscard]] Expr defect_of(const Column& column) const;
  struct Defects;
  [[nodiscard]] Defects defects_of(std::span<const std::size_t> columns) const;
  /// The null space within some columns, at given values of the parameters that they hold.
  [[nodiscard]] std::optional<ResidueNullSpace> null_space(const Defects& defects,
                                                           const std::vector<Residue>& parameters, std::uint64_t stream,
                                                           std::size_t expected = 0) const;
  void add_simple_points(const Defects& defects, const SymbolValues& fixed, std::uint64_t stream,
                         RandomNullSpace& space) const;
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

} // namespace dalembert
