#pragma once

#include <dalembert/numerics/linear/tolerances.h>

#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// The matrices of [ M −Bᵀ; A 0 ], row-major; views, valid only during the call that takes them.
struct KktMatrices {
  std::span<const double> mass = {};          ///< M, n×n, symmetric
  std::span<const double> rows = {};          ///< A, m×n
  std::span<const double> reaction_rows = {}; ///< B, m×n; empty means B = A (no friction)
};

struct KktOptions {
  /// A direction counts as dependent when its singular value falls below this share of the largest, after
  /// equilibration.
  double rank_tolerance = numerics::rank_tolerance;
  /// Smallest pivot of M scaled to unit diagonal for which Cholesky is trusted, pivots chosen by size; as the
  /// coordinates stand, it is divided by the smallest pivot before.
  double mass_pivot = numerics::mass_pivot;
  /// Smallest pivot of A M⁻¹ Bᵀ scaled to unit diagonal for which Cholesky or LU is trusted (the square of an angle);
  /// chosen likewise.
  double row_pivot = numerics::row_pivot;
  /// Takes the rank of A as known instead of judging it: for rows known to be redundant, at states slightly off them.
  std::optional<int> known_rank = {};
  /// The size that each entry of A has somewhere, m×n; empty: unknown. Rows are scaled to length 1, but not beyond what
  /// they have of these: else a redundant row that vanishes at this state would be round-off of length 1.
  std::vector<double> typical_rows = {};
};

enum class KktRoute {
  cholesky,      ///< M = LLᵀ and the Schur complement A M⁻¹ Bᵀ
  rank_revealing ///< singular value decompositions of the scaled rows
};

/// What a factorisation found out.
struct KktStatus {
  KktRoute route = KktRoute::cholesky;
  int rank = 0;              ///< of A
  bool is_regular = true;    ///< the acceleration is unique
  double smallest_pivot = 1; ///< relative to scale; small is near a singular state
  /// Of the last solution: the largest gap of any row relative to the largest term of all, rows in units in which they
  /// compare; what redundant rows contradict one another by is left out. Large means: not a solution.
  double residual = 0;
  double contradiction = 0; ///< the same of the rows of A alone, redundant ones included
};

} // namespace numerics
} // namespace dalembert
