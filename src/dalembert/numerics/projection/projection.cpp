#include <dalembert/numerics/projection/projection.h>
#include <dalembert/numerics/projection/projection_iteration.h>
#include <dalembert/numerics/projection/projection_matrices.h>

#include <cstddef>
#include <utility>

namespace dalembert {
inline namespace numerics {

struct Projector::Work {
  Work(std::size_t n, std::size_t m, ProjectionOptions options)
      : iteration(n, m, std::move(options)), equations(n, m, iteration.moving(), iteration.options().kkt) {}

  ProjectionIteration iteration;
  MatrixEquations equations;
};

Projector::Projector(int n, int m, ProjectionOptions options)
    : work_(std::make_unique<Work>(static_cast<std::size_t>(n), static_cast<std::size_t>(m), std::move(options))) {}
Projector::~Projector() = default;
Projector::Projector(Projector&&) noexcept = default;
Projector& Projector::operator=(Projector&&) noexcept = default;

const ProjectionReport& Projector::project(const ProjectionRows& rows, std::span<double> x, double enough,
                                           ProjectionBegin begin) {
  Work& w = *work_;
  w.equations.begin(rows, begin);
  ProjectionReport& report = w.iteration.project(rows.residual, w.equations, x, enough, begin);
  report.metric = w.equations.chosen_metric();
  return report;
}

} // namespace numerics
} // namespace dalembert
