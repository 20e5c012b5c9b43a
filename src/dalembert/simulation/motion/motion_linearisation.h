#pragma once

#include <dalembert/numerics/step/linearised_motion.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The equations of motion linearised at states, by the entries that they have (lower_motion_matrices). Where the
/// program gives derivatives along a direction, those by q and v come from it, several directions at once, and M and A
/// are those of the state solved.
class MotionLinearisation {
public:
  explicit MotionLinearisation(const Engine& engine) : engine_(engine) {}

  [[nodiscard]] std::shared_ptr<const MotionPattern> pattern();
  /// About how many operations the equations take, and what `evaluate` takes.
  [[nodiscard]] double operations_of_equations();
  [[nodiscard]] double operations();

  /// `dynamics` has solved the state in `inputs`, which hold v̇ and λ. @throws SolveError where a derivative is not
  /// finite
  void evaluate(std::span<const double> inputs, const Dynamics& dynamics, LinearisedMotion& out);

private:
  void prepare();
  void evaluate_rows(std::span<const double> inputs, LinearisedMotion& out);
  void evaluate_directions(std::span<const double> inputs, const Dynamics& dynamics, LinearisedMotion& out);

  const Engine& engine_;
  MatrixPrograms programs_;
  std::optional<ProgramInstance> program_;
  std::vector<double> inputs_;
  std::vector<double> outputs_;
  std::vector<std::size_t> begins_by_column_; ///< entries column by column, of derivatives along directions
  std::vector<std::size_t> by_column_;
  std::vector<std::uint32_t> row_of_; ///< of each entry
};

} // namespace simulation
} // namespace dalembert
