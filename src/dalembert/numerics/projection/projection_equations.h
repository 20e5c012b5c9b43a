#pragma once

#include <span>

namespace dalembert {
inline namespace numerics {

/// The linear equations of a projection at the x taken in last:
///
///   [ W  −Jᵀ ] [ Δx ]   [ load   ]
///   [ J   0  ] [ μ  ] = [ wanted ]
///
/// W: the metric, n×n; J: the Jacobian of the rows, m×n. They are formed, or known by what they do.
class ProjectionEquations {
public:
  virtual ~ProjectionEquations() = default;

  /// Takes in W and J at x. `scale`: typical size of each component (n).
  /// @throws SolveError if they cannot be taken, or cannot be solved this way there
  virtual void linearise(std::span<const double> x, std::span<const double> scale) = 0;
  /// Writes Σᵢ |∂rₖ/∂xᵢ| sᵢ (m).
  virtual void measure_rows(std::span<const double> scale, std::span<double> sizes) const = 0;
  /// Writes W·y (n).
  virtual void multiply(std::span<const double> y, std::span<double> product) = 0;
  /// √(yᵀ W y)
  [[nodiscard]] virtual double length(std::span<const double> y) = 0;
  /// Solves for Δx (n): 0 where a component may not change.
  /// @throws SolveError where that has no value
  virtual void solve(std::span<const double> load, std::span<const double> wanted, std::span<double> change) = 0;
  /// Of the rows on the components that may change.
  [[nodiscard]] virtual int rank() const = 0;

protected:
  ProjectionEquations() = default;
  ProjectionEquations(const ProjectionEquations&) = default;
  ProjectionEquations& operator=(const ProjectionEquations&) = default;
};

} // namespace numerics
} // namespace dalembert
