#include <dalembert/numerics/radau/collocation_curve.h>

#include <algorithm>

namespace dalembert {
inline namespace numerics {

void CollocationCurve::set(const Step& step) {
  n_ = step.change.size();
  const std::vector<double>& c = step.tableau.nodes;
  stages_.assign(step.stages.begin(), step.stages.end());
  nodes_.assign(1, 0.0);
  nodes_.insert(nodes_.end(), c.begin(), c.end());
  // Newton's divided differences of Hermite's problem: 0 and 1 stand twice.
  knots_.assign({0.0, 0.0});
  knots_.insert(knots_.end(), c.begin(), c.end());
  knots_.push_back(1.0);
  const std::size_t count = knots_.size();
  differences_.assign(count * n_, 0.0);
  for (std::size_t k = 2; k + 2 < count; ++k)
    std::copy_n(&stages_[(k - 2) * n_], n_, &differences_[k * n_]);
  for (std::size_t k = count - 2; k < count; ++k)
    std::ranges::copy(step.change, &differences_[k * n_]);
  for (std::size_t order = 1; order < count; ++order)
    for (std::size_t k = count; k-- > order;) {
      const double apart = knots_[k] - knots_[k - order];
      for (std::size_t i = 0; i < n_; ++i) {
        double& difference = differences_[k * n_ + i];
        if (apart == 0.0)
          difference = k == 1 ? step.slope_at_begin[i] : step.slope_at_end[i];
        else
          difference = (difference - differences_[(k - 1) * n_ + i]) / apart;
      }
    }
}

void CollocationCurve::interpolate(double theta, std::span<double> z) const {
  std::ranges::fill(z, 0.0);
  for (std::size_t k = knots_.size(); k-- > 0;)
    for (std::size_t i = 0; i < n_; ++i)
      z[i] = z[i] * (theta - knots_[k]) + differences_[k * n_ + i];
}

void CollocationCurve::extrapolate(double theta, std::span<double> z) const {
  const std::size_t s = nodes_.size() - 1;
  for (std::size_t i = 0; i < n_; ++i)
    z[i] = -stages_[(s - 1) * n_ + i];
  for (std::size_t j = 1; j <= s; ++j) {
    double weight = 1.0;
    for (std::size_t k = 0; k <= s; ++k)
      if (k != j) weight *= (theta - nodes_[k]) / (nodes_[j] - nodes_[k]);
    for (std::size_t i = 0; i < n_; ++i)
      z[i] += weight * stages_[(j - 1) * n_ + i];
  }
}

} // namespace numerics
} // namespace dalembert
