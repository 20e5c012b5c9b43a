#pragma once

#include <dalembert/numerics/projection/projection_equations.h>
#include <dalembert/numerics/projection/projection_types.h>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Moves x the least way onto rows r(x) = 0, whose linear equations are solved by someone else: the iteration of
/// `Projector` (projection.h).
class ProjectionIteration {
public:
  using Residual = std::function<void(std::span<const double> x, std::span<double> residual)>;

  ProjectionIteration(std::size_t n, std::size_t m, ProjectionOptions options);

  /// The components that may change.
  [[nodiscard]] const std::vector<std::size_t>& moving() const { return moving_; }
  [[nodiscard]] const ProjectionOptions& options() const { return options_; }

  /// As `Projector::project`, where `equations` are those of the rows. The report lives until the next call.
  /// @throws SolveError where `residual` or `equations` do; x is then somewhere on the way
  ProjectionReport& project(const Residual& residual, ProjectionEquations& equations, std::span<double> x,
                            double enough = 0, ProjectionBegin begin = ProjectionBegin::linearises);

private:
  class Way;

  std::size_t n_;
  std::size_t m_;
  ProjectionOptions options_;
  std::vector<std::size_t> moving_;
  ProjectionReport report_;
  std::vector<double> scale_; ///< typical size of each component
  std::vector<double> start_;
  std::vector<double> trial_;
  std::vector<double> residual_;
  std::vector<double> trial_residual_;
  std::vector<double> row_size_; ///< Σᵢ |∂rₖ/∂xᵢ| sᵢ
  std::vector<double> apart_;    ///< x − x₀
  std::vector<double> load_;
  std::vector<double> wanted_; ///< −r
  std::vector<double> change_;
};

} // namespace numerics
} // namespace dalembert
