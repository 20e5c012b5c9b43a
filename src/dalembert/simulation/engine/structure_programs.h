#pragma once

#include <dalembert/lowering/motion_matrices.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/lowering/sparse_projection.h>
#include <dalembert/numerics/step/linearised_motion.h>
#include <dalembert/program/compile.h>

#include <memory>

namespace dalembert {
inline namespace simulation {

/// The tapes of `lower_solved_again`, compiled.
struct SolutionPrograms {
  std::shared_ptr<const Executor> factors;
  std::shared_ptr<const Executor> solution;
};

/// The tapes of `lower_sparse_projection`, compiled.
struct ProjectionPrograms {
  struct Level {
    std::shared_ptr<const Executor> residual;
    std::shared_ptr<const Executor> step;
    double operations = 0.0; ///< of both
  };
  Level positions;
  Level rates;
};

/// The tape of `lower_motion_matrices`, compiled.
struct MatrixPrograms {
  std::shared_ptr<const MotionPattern> pattern;
  std::shared_ptr<const Executor> program;
  bool is_by_rows = false;
  double operations = 0.0; ///< of `program`
  double operations_of_equations = 0.0;
};

[[nodiscard]] SolutionPrograms compiled(const SolvedAgain& tapes, const Compile& compile);
[[nodiscard]] ProjectionPrograms compiled(const SparseProjection& tapes, const Compile& compile);
[[nodiscard]] MatrixPrograms compiled(const MotionMatrices& matrices, const Compile& compile);

} // namespace simulation
} // namespace dalembert
