#include <dalembert/simulation/phases/bounces.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace simulation {

void Bounces::add(double t) {
  const std::size_t n = times_.size();
  const bool is_longer = n >= 2 && t - times_[n - 1] > times_[n - 1] - times_[n - 2];
  if (is_longer) times_.erase(times_.begin(), times_.end() - 1);
  times_.push_back(t);
}

std::optional<double> Bounces::limit() const {
  constexpr double rest = 3e-6;   // of the time of all bounces
  constexpr double steady = 1e-2; // of the ratio: how much two of them may differ
  const std::size_t n = times_.size();
  if (n < 4) return std::nullopt;
  const double last = times_[n - 1] - times_[n - 2];
  const double before = times_[n - 2] - times_[n - 3];
  const double ratio = last / before;
  const double ratio_before = before / (times_[n - 3] - times_[n - 4]);
  if (!(ratio < 1.0) || std::abs(ratio - ratio_before) > steady * std::min(ratio, 1.0 - ratio)) return std::nullopt;
  const double left = last * ratio / (1.0 - ratio);
  if (left > rest * (times_.back() - times_.front())) return std::nullopt;
  return times_.back() + left;
}

} // namespace simulation
} // namespace dalembert
