#pragma once

#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Solves the linear equations of one state for several right-hand sides, by the programs that were made of their
/// structure (lower_solved_again): what the state determines is computed once.
class StructureSolution {
public:
  /// Lowers and compiles the programs where this engine has not done so yet.
  explicit StructureSolution(const ProgramsByStructure& programs);

  /// Takes in the matrices of the state in `read`, what SparseDynamics reads of it. False where a pivot vanishes, a
  /// value is not finite, or the equations have no structure that makes it worth while.
  [[nodiscard]] bool factor(std::span<const double> read);
  /// Solves M·x − Aᵀμ = forces, A·x = rows with the matrices taken in last; `rows` becomes μ. False, with nothing
  /// changed, where a value is not finite.
  [[nodiscard]] bool solve(std::span<const double> forces, std::span<double> rows, std::span<double> x);

private:
  ProgramInstance factors_;
  ProgramInstance solution_;
  std::size_t known_;           ///< outputs of `factors_`
  std::vector<double> inputs_;  ///< of `solution_`
  std::vector<double> outputs_; ///< likewise
};

} // namespace simulation
} // namespace dalembert
