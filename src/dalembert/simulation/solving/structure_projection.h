#pragma once

#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/engine/structure_inputs.h>

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Puts states onto one level of the constraints by the programs that were made of their structure
/// (lowering/sparse_projection.h): Newton's method with new matrices in each step, down to rounding. For the small
/// corrections after a step, where no row repeats others. It has no memory: what it does depends on the state alone.
class StructureProjection {
public:
  /// Lowers and compiles the programs where this engine has not done so yet.
  StructureProjection(const Engine& engine, const ProgramsByStructure& programs, Level level);

  /// False where the rows have no structure that makes it worth while, or where there are none.
  [[nodiscard]] bool is_usable() const { return !is_forbidden_ && step_.outputs() > 0; }
  void forbid() { is_forbidden_ = true; }
  /// Projects q, or v, inside `inputs`. False, with the state as it was, where rows are nearly dependent (`row_pivot`),
  /// a value is not finite, or rows are not met after a few steps: the matrices tell more there.
  /// Violations of `enough`, as a share of the terms of a row, need not be made smaller.
  [[nodiscard]] bool project(std::span<double> inputs, double enough = std::numeric_limits<double>::epsilon());
  /// Projects onto the rows `acting` alone from here on, by steps of `independent` ones among them, of which the others
  /// follow. Both ascending, in System::constraints.
  void set_rows(std::span<const std::size_t> acting, std::span<const std::size_t> independent);
  /// About how many operations that takes.
  [[nodiscard]] double operations() const { return operations_; }

private:
  [[nodiscard]] bool converges(std::span<double> inputs, std::span<double> x, double enough);
  [[nodiscard]] double worst(std::span<const double> residual, std::span<const double> size) const;

  const Engine& engine_;
  StructureInputs acting_;
  StructureInputs independent_;
  bool has_repeated_rows_ = false;
  bool is_forbidden_ = false;
  Level level_;
  std::size_t rows_;
  double operations_;
  ProgramInstance residual_;
  ProgramInstance step_;
  std::vector<double> residuals_;
  std::vector<double> outputs_;  ///< of `step_`
  std::vector<double> before_;   ///< all steps
  std::vector<double> previous_; ///< x before the last step
};

} // namespace simulation
} // namespace dalembert
