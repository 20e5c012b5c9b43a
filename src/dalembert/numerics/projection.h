#pragma once

#include <dalembert/numerics/kkt.h>
#include <dalembert/numerics/tolerances.h>

#include <functional>
#include <span>
#include <vector>

namespace dalembert::inline numerics {

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

/// Moves x the least way onto r(x) = 0:  min ‖Δx‖_W  subject to  r(x + Δx) = 0.
///
/// Each iteration solves [ W −Jᵀ; J 0 ] [ Δx; μ ] = [ −W (x − x₀) or 0; −r ]. For `feasible` the matrix is formed once
/// and kept while the residual falls at least fourfold; for `nearest` it is formed anew, with the step halved until ‖r‖
/// falls. Iteration ends when the residual no longer decreases, that is at round-off. Rows affine in x (velocity rows)
/// take one iteration and one of refinement. Redundant rows are allowed; rows that cannot be met end in a least-squares
/// compromise and are named in the report. x changes only in its movable components. Source: Hairer, Lubich, Wanner,
/// Geometric Numerical Integration, IV.4.
class Projector {
public:
  Projector(int n, int m, ProjectionOptions options = {});
  ~Projector();
  Projector(Projector&&) noexcept;
  Projector& operator=(Projector&&) noexcept;

  /// Projects `x` in place. Iteration ends at the latest where √Σₖ (|rₖ| / Σᵢ |∂rₖ/∂xᵢ| sᵢ)² is not above `enough`. The
  /// report lives until the next call.
  /// @throws SolveError if the rows cannot be taken at the given x or hold values that are not finite
  const ProjectionReport& project(const ProjectionRows& rows, std::span<double> x, double enough = 0,
                                  ProjectionBegin begin = ProjectionBegin::linearises);

private:
  struct Work;
  std::unique_ptr<Work> work_;
};

} // namespace dalembert::inline numerics
