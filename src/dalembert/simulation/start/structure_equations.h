#pragma once

#include <dalembert/numerics/projection/projection_equations.h>
#include <dalembert/numerics/projection/projection_matrices.h>
#include <dalembert/numerics/projection/projection_types.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/row_values.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The equations of a projection onto one level of all constraints, in the metric of M, by the programs that were made
/// of their structure (lower_solved_again): for a chain of n links O(n) operations, where the matrices take O(n³).
/// Where rows are nearly dependent (`row_pivot`), M is singular or a value is not finite, the matrices are taken.
class StructureEquations final : public ProjectionEquations {
public:
  /// True where M stands in no program and the equations have a structure that makes it worth while. Lowers and
  /// compiles the programs where this engine has not done so yet.
  [[nodiscard]] static bool are_known(const Engine& engine, Level level);

  /// `inputs`: of the state in which x, q or v, changes. `rows`: what the matrices are taken from; it stays alive.
  /// `held`: components of x that may not change, a few: each costs one more solution.
  /// @pre are_known
  StructureEquations(const Engine& engine, Level level, std::span<const double> inputs, const ProjectionRows& rows,
                     std::vector<std::size_t> held = {});

  void linearise(std::span<const double> x, std::span<const double> scale) override;
  void measure_rows(std::span<const double> scale, std::span<double> sizes) const override;
  void multiply(std::span<const double> y, std::span<double> product) override;
  [[nodiscard]] double length(std::span<const double> y) override;
  void solve(std::span<const double> load, std::span<const double> wanted, std::span<double> change) override;
  [[nodiscard]] int rank() const override;

private:
  [[nodiscard]] bool is_solved_at(std::span<const double> x);
  [[nodiscard]] bool solves(std::span<const double> load, std::span<const double> wanted, std::span<double> change);
  [[nodiscard]] bool factors_held();
  void hold(std::span<double> change) const;
  void take_matrices(std::span<const double> x, std::span<const double> scale);

  const Engine& engine_;
  Level level_;
  std::vector<double> inputs_;
  ProgramInstance factors_;
  ProgramInstance solution_;
  ProgramInstance row_entries_;
  MatrixProduct::Instance inertia_;
  std::vector<double> solution_inputs_; ///< outputs of `factors_`, then the right-hand sides
  std::vector<double> solved_;          ///< outputs of `solution_`
  std::vector<double> entries_;         ///< of the rows
  std::vector<double> product_;
  std::vector<std::size_t> held_;
  std::vector<std::vector<double>> held_columns_; ///< Δx by a force of 1 on each of them
  std::vector<double> held_factors_;              ///< L of what these are at the held components, S = L·Lᵀ
  const ProjectionRows& rows_;
  std::optional<MatrixEquations> matrices_; ///< made when they are first needed
  bool is_by_matrices_ = false;             ///< at the x taken in last
  std::vector<double> x_;                   ///< taken in last
  std::vector<double> scale_;               ///< likewise
};

} // namespace simulation
} // namespace dalembert
