#pragma once

#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/numerics/projection/projection_equations.h>
#include <dalembert/numerics/projection/projection_types.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// The equations of a projection by their matrices.
class MatrixEquations final : public ProjectionEquations {
public:
  /// `moving`: the components that may change, in their order.
  MatrixEquations(std::size_t n, std::size_t m, std::vector<std::size_t> moving, const KktOptions& options);

  /// Begins a projection of `rows`, which stays alive during it, in the metric that is given or in that of the
  /// projection before.
  void begin(const ProjectionRows& rows, ProjectionBegin begin);
  [[nodiscard]] ProjectionMetric chosen_metric() const { return choice_; }

  /// Factors [ W −Jᵀ; J 0 ] at x, with diag(1/s²) in the place of a singular W.
  void linearise(std::span<const double> x, std::span<const double> scale) override;
  void measure_rows(std::span<const double> scale, std::span<double> sizes) const override;
  void multiply(std::span<const double> y, std::span<double> product) override;
  [[nodiscard]] double length(std::span<const double> y) override;
  void solve(std::span<const double> load, std::span<const double> wanted, std::span<double> change) override;
  [[nodiscard]] int rank() const override;

private:
  [[nodiscard]] KktMatrices moving_part();
  [[nodiscard]] bool factors_given_metric();

  std::size_t n_;
  std::size_t m_;
  std::vector<std::size_t> moving_;
  KktSolver solver_;     ///< of the moving components
  KktSolver mass_alone_; ///< tells a singular metric from dependent rows
  const ProjectionRows* rows_ = nullptr;
  ProjectionMetric choice_ = ProjectionMetric::given;
  bool was_singular_ = false;         ///< W where it was factored last: it is then looked at before the rows, which is
                                      ///< cheaper
  std::vector<double> jacobian_;      ///< m×n
  std::vector<double> metric_;        ///< n×n: W, or diag(1/s²) where W is singular
  std::vector<double> moving_rows_;   ///< the columns of the Jacobian that belong to moving components, if not all do
  std::vector<double> moving_metric_; ///< rows and columns likewise
  std::vector<double> load_;          ///< of the moving components
  std::vector<double> change_;        ///< likewise
  std::vector<double> multipliers_;
};

} // namespace numerics
} // namespace dalembert
