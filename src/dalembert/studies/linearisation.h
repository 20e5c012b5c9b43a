#pragma once

#include <dalembert/lowering/variation.h>
#include <dalembert/numerics/linear/dense_matrix.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <limits>
#include <vector>

namespace dalembert {
inline namespace studies {

/// The motion near a state, to first order: exact derivatives with the constraints kept.
///   δv̇ = a_q·δq + a_v·δv + a_u·δu,   δR likewise;   A·δv + ψ_q·δq = 0 on velocity level
/// Source: docs/theory/analysis.md (5).
struct Linearisation {
  State state;
  std::vector<double> accelerations;
  std::vector<double> multipliers;
  DenseMatrix acceleration_by_position; ///< n×n
  DenseMatrix acceleration_by_rate;     ///< n×n
  DenseMatrix acceleration_by_input;    ///< n×r
  DenseMatrix reaction_by_position;     ///< ρ×n
  DenseMatrix reaction_by_rate;
  DenseMatrix reaction_by_input;
  DenseMatrix mass;             ///< M
  DenseMatrix rows;             ///< A, all constraints
  DenseMatrix rows_by_position; ///< ψ_q
};

/// Linearises the motion of a study at any state.
class Lineariser {
public:
  Lineariser(const Engine& engine, const VariationProgram& program);

  /// Linearises at a state that meets the constraints. @throws SolveError as Dynamics::solve
  [[nodiscard]] Linearisation at(const State& state);

  /// Grants a search so many operations from now on; linearisations count, and what a search adds by `spend`.
  void grant(double operations) { left_ = operations; }
  void spend(double operations) { left_ -= operations; }
  /// False where the grant is used up: a search ends, and says so.
  [[nodiscard]] bool may_go_on() const { return left_ > 0.0; }

  [[nodiscard]] const Engine& engine() const { return engine_; }
  [[nodiscard]] const std::vector<std::size_t>& inputs() const { return program_.inputs; }

private:
  const Engine& engine_;
  const VariationProgram& program_;
  ProgramInstance variation_;
  Dynamics dynamics_;
  double left_ = std::numeric_limits<double>::infinity(); ///< operations
};

} // namespace studies
} // namespace dalembert
