#pragma once

#include <cstddef>
#include <cstdint>

namespace dalembert {
inline namespace numerics {

/// Systems that are worked on side by side: number i of lane l stands at [i·lane_count + l].
inline constexpr std::size_t lane_count = 8;

/// Bit l stands for lane l.
using LaneMask = std::uint8_t;
inline constexpr LaneMask all_lanes = 0xFF;

[[nodiscard]] constexpr LaneMask lane_bit(std::size_t lane) {
  return static_cast<LaneMask>(1U << lane);
}
[[nodiscard]] constexpr bool has_lane(LaneMask mask, std::size_t lane) {
  return (mask & lane_bit(lane)) != 0;
}

/// weight · numbers
struct LaneTerm {
  const double* numbers;
  double weight;
};

/// Where the numbers of eight linear systems M·a − Aᵀλ = h, A·a = γ stand, and those of their solution.
struct LaneSystem {
  std::size_t n = 0;
  std::size_t m = 0;
  const double* mass = nullptr;        ///< M, n×n
  const double* forcing = nullptr;     ///< h, n
  const double* rows = nullptr;        ///< A, m×n
  const double* row_forcing = nullptr; ///< γ, m
  double* accelerations = nullptr;     ///< a, n
  double* multipliers = nullptr;       ///< λ, m
  double* smallest_pivot = nullptr;    ///< as KktStatus
  double* residual = nullptr;
  double* contradiction = nullptr;
  double* work = nullptr; ///< `kkt_work` numbers
};
[[nodiscard]] constexpr std::size_t kkt_work(std::size_t n, std::size_t m) {
  return lane_count * (n * n + m * n + m * m + 3 * n + 3 * m);
}

/// What the classes for one system compute number by number, for eight at once: the same operations in the same order,
/// so each lane has the bits that they give for it alone.
struct LaneKernels {
  /// out ← Σ terms
  void (*combine)(const LaneTerm* terms, std::size_t count, std::size_t n, double* out);
  /// x ← from + h·x, h one for each lane
  void (*move)(std::size_t n, const double* from, const double* h, double* x);
  /// x ← state + h·x and the rounding of it (add_compensated)
  void (*add_increments)(std::size_t n, const double* state, const double* h, const double* carry, double* new_carry,
                         double* x);
  /// The largest |h·v|/scale of each lane (AdaptiveStepper::norm)
  void (*norms)(std::size_t n, const double* v, const double* h, const double* a, const double* b,
                const double* absolute, const double* relative, double* out);
  /// Σ ((rate − last)/scale)² and Σ ((state − stage)/scale)² (ExplicitRk::stiffness)
  void (*spreads)(std::size_t n, const double* rate, const double* last, const double* state, const double* stage,
                  const double* absolute, const double* relative, double* moved, double* apart);
  /// to ← from in the lanes of the mask
  void (*take)(std::size_t n, LaneMask mask, const double* from, double* to);
  /// The lanes of which all numbers are finite.
  LaneMask (*finite)(std::size_t n, const double* x);
  /// Solves the systems as KktSolver does where it goes by Cholesky and the solution is good at a glance; returns the
  /// lanes of which that is so. For n and m below 24, rows that are independent, no friction.
  LaneMask (*solve_kkt)(const LaneSystem& system);
};

/// Those for what the processor has.
[[nodiscard]] const LaneKernels& lane_kernels();

namespace detail {

/// Precondition: the processor has the instructions.
[[nodiscard]] const LaneKernels& lane_kernels_avx2();
[[nodiscard]] const LaneKernels& lane_kernels_avx512();

} // namespace detail

} // namespace numerics
} // namespace dalembert
