#pragma once

#include <dalembert/numerics/step/tableau.h>

#include <cstddef>

namespace dalembert {
inline namespace numerics {

/// h·Σ weight·k over a row of a tableau, with slopes k₀, k₁, … of n numbers each, `stride` numbers apart.
struct SlopeSum {
  const double* slopes = nullptr;
  std::size_t n = 0;
  std::size_t stride = 0;
  const TableauEntry* row = nullptr;
  std::size_t entries = 0;
  double h = 1; ///< s
};

/// What errors are measured by: AdaptiveStepper::scale of two states.
struct ErrorScale {
  const double* from = nullptr;
  const double* to = nullptr;
  const double* absolute = nullptr; ///< of each component
  double relative = 0;
};

/// What a step of one system computes number by number, each in one pass over the memory. Every number is computed
/// alone, so its bits do not depend on how many are computed together. Results do not overlap what is read.
struct StepKernels {
  /// out ← sum
  void (*combine)(const SlopeSum& sum, double* out);
  /// out ← state + sum
  void (*move)(const SlopeSum& sum, const double* state, double* out);
  /// out ← state + sum and the rounding of it (add_compensated)
  void (*add)(const SlopeSum& sum, const double* state, const double* carry, double* new_carry, double* out);
  /// The largest |sum|/scale of the components whose scale is finite (AdaptiveStepper::norm), a NaN where one of them
  /// is.
  double (*norm)(const SlopeSum& sum, const ErrorScale& scale);
  bool (*are_finite)(const double* x, std::size_t n);
};

/// Those for what the processor has.
[[nodiscard]] const StepKernels& step_kernels();

namespace detail {

[[nodiscard]] const StepKernels& step_kernels_any();
/// Precondition of these two: the processor has the instructions.
[[nodiscard]] const StepKernels& step_kernels_avx2();
[[nodiscard]] const StepKernels& step_kernels_avx512();

} // namespace detail

} // namespace numerics
} // namespace dalembert
