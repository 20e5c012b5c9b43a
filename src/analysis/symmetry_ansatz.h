#pragma once

#include <dalembert/analysis/known_number.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/analysis/residue_null_space.h>
#include <dalembert/expr/differentiate.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dalembert {

/// How rich an ansatz for the symmetries of a Lagrangian is; docs/theory/analysis.md lists the functions.
enum class AnsatzReach {
  shifts,      ///< 1 and t
  rotations,   ///< lengths that change by lengths and waves, angles by waves of the others and their own over a length
  expansions,  ///< and by t times lengths
  accelerated, ///< and by t² and t³: uniform fields
};

/// Sums of given functions with unknown coefficients for τ, ξ and f, and the solutions of Noether's equation among
/// them. Source: docs/theory/analysis.md (12).
class SymmetryAnsatz {
public:
  SymmetryAnsatz(const Equations& equations, AnsatzReach reach);

  /// How many coefficients are unknown: the cost of `solve` grows with the third power.
  [[nodiscard]] std::size_t size() const { return columns_.size(); }
  /// Every symmetry within the ansatz, proved, with its J and J̇.
  [[nodiscard]] std::vector<Symmetry> solve();

private:
  /// One unknown coefficient: what it multiplies, and in which component.
  struct Column {
    std::size_t component = 0; ///< a coordinate, or the time or the gauge
    Expr function;
    Expr defect; ///< its part of the determining equation
  };

  void add(std::size_t component, Expr function);
  void add_gauges();
  void add_times();
  [[nodiscard]] std::vector<Expr> waves();
  void add_polar_angle(std::size_t i);
  void add_positions();
  [[nodiscard]] ParameterDraws draw_parameters();
  [[nodiscard]] std::optional<ResidueNullSpace>
  null_space(const std::vector<Expr>& symbols, const std::vector<Residue>& values, std::uint64_t stream) const;
  [[nodiscard]] std::optional<Symmetry> recognise(const ParameterDraws& draws, const std::vector<Residue>& first,
                                                  const std::vector<Residue>& second);

  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  AnsatzReach reach_;
  std::vector<Seed> motion_;
  std::vector<Expr> lengths_;
  std::vector<Expr> angles_;
  std::vector<Column> columns_;
};

/// Fills in J and J̇ of a generator (τ, ξ, f). Source: docs/theory/analysis.md (13).
void complete(const Equations& equations, Symmetry& symmetry);

} // namespace dalembert
