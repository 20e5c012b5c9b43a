#pragma once

#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/lowering/sparse_projection.h>
#include <dalembert/program/compile.h>

#include <memory>

namespace dalembert::inline simulation {

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

[[nodiscard]] SolutionPrograms compiled(const SolvedAgain& tapes, const Compile& compile);
[[nodiscard]] ProjectionPrograms compiled(const SparseProjection& tapes, const Compile& compile);

} // namespace dalembert::inline simulation
