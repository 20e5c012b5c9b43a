#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/row_energy.h>

#include <cstddef>
#include <memory>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

/// The motion as it is, and room for what its rows are at one place.
struct RowEnergy {
  MomentumProblem motion;
  std::vector<double> weights;
  std::vector<double> rates;
  std::vector<double> matrix;
  std::vector<double> mass;
  std::vector<double> gradients;

  /// wₖ φ̇ₖ once `linearise` has filled `rates`.
  [[nodiscard]] double push(std::size_t k) const { return weights[k] * rates[k]; }
};

} // namespace

MomentumProblem with_row_energy(const MomentumProblem& motion, const std::vector<double>& weights) {
  ENSURE(motion.rate_gradients && weights.size() == motion.rows());
  const std::size_t n = motion.coordinates;
  const std::size_t m = motion.rows();
  const auto at = std::make_shared<RowEnergy>();
  at->motion = motion;
  at->weights = weights;
  at->rates.resize(m);
  at->matrix.resize(m * n);
  at->mass.resize(n * n);
  at->gradients.resize(m * n);
  MomentumProblem out = motion;
  out.evaluate = [at, n, m](double t, std::span<const double> q, std::span<const double> v,
                            std::span<const double> multipliers, const MomentumProblem::Values& values) {
    at->motion.evaluate(t, q, v, multipliers, values);
    at->motion.linearise(t, q, v, {at->rates, at->matrix, at->mass});
    at->motion.rate_gradients(t, q, v, at->gradients);
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t i = 0; i < n; ++i) {
        values.momenta[i] += at->push(k) * at->matrix[k * n + i];
        values.forces[i] += at->push(k) * at->gradients[k * n + i];
      }
  };
  out.linearise = [at, n, m](double t, std::span<const double> q, std::span<const double> v,
                             const MomentumProblem::Linear& linear) {
    at->motion.linearise(t, q, v, linear);
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          linear.mass[i * n + j] += at->weights[k] * linear.matrix[k * n + i] * linear.matrix[k * n + j];
  };
  return out;
}

} // namespace numerics
} // namespace dalembert
