#pragma once

#include <dalembert/numerics/projection/projection_types.h>

#include <memory>
#include <span>

namespace dalembert {
inline namespace numerics {

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

} // namespace numerics
} // namespace dalembert
