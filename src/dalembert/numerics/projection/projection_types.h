#pragma once

#include <dalembert/numerics/linear/kkt_types.h>
#include <dalembert/numerics/linear/tolerances.h>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Rows r(x) = 0 to be met, as callables; t and whatever else they need is the caller's. They may throw SolveError.
struct ProjectionRows {
  /// Writes r(x), m.
  std::function<void(std::span<const double> x, std::span<double> residual)> residual;
  /// Writes ∂r/∂x (m×n row-major) and the metric W (n×n row-major, symmetric).
  std::function<void(std::span<const double> x, std::span<double> jacobian, std::span<double> metric)> linearise;
};

enum class ProjectionAim {
  feasible, ///< each correction is the least; the sum of them nearly so. For the small corrections after a step
  nearest   ///< the sum of all corrections is the least: Δx stationary under ‖Δx‖_W. For initial states
};

struct ProjectionOptions {
  ProjectionAim aim = ProjectionAim::feasible;
  /// A row is met when |rₖ| ≤ tolerance · Σᵢ |∂rₖ/∂xᵢ| sᵢ; iteration goes on to round-off in any case.
  double tolerance = met_row;
  int max_iterations = 50;
  /// Typical size sᵢ of each component (n, positive); empty means max(1, |xᵢ|).
  std::vector<double> scale = {};
  /// Components that may change (n); empty means all.
  std::vector<bool> movable = {};
  KktOptions kkt = {};
};

enum class ProjectionMetric {
  given, ///< W, positive definite on the movable components
  scaled ///< diag(1/sᵢ²), because W is singular there
};

enum class ProjectionBegin {
  linearises,
  by_last_matrices ///< of the projection before, of rows that had nearly this Jacobian at nearly this state
};

/// What a projection did.
struct ProjectionReport {
  bool converged = false;
  int iterations = 0;
  int rank = 0;               ///< of the rows on the movable components, at the end
  double residual = 0;        ///< largest |rₖ|, in the unit of its row
  double scaled_residual = 0; ///< largest |rₖ| / Σᵢ |∂rₖ/∂xᵢ| sᵢ
  double correction = 0;      ///< √(Δxᵀ W Δx)
  ProjectionMetric metric = ProjectionMetric::given;
  std::vector<std::size_t> unmet_rows = {}; ///< rows above the tolerance: the best that the movable components can do
};

} // namespace numerics
} // namespace dalembert
