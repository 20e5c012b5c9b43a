#include <dalembert/simulation/motion/past_states.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace dalembert {
inline namespace simulation {

void PastStates::keep(double t, std::span<const double> y) {
  constexpr std::size_t most = 64;
  if (order_.size() < most) {
    order_.push_back(moments_.size());
    moments_.push_back({t, {y.begin(), y.end()}});
    return;
  }
  // The one whose neighbours are closest together, for its distance from now, is missed least: its memory takes the new
  // one.
  std::size_t dropped = 1;
  double least_gap = 2.0; // beside a distance of 1: quotients are compared by products
  double least_distance = 1.0;
  for (std::size_t i = 1; i < most; ++i) {
    const double before = moments_[order_[i - 1]].t;
    const double behind = i + 1 < most ? moments_[order_[i + 1]].t : t;
    const double gap = std::abs(behind - before);
    const double distance = std::abs(t - before);
    if (gap * least_distance >= least_gap * distance) continue;
    least_gap = gap;
    least_distance = distance;
    dropped = i;
  }
  const auto place = order_.begin() + static_cast<std::ptrdiff_t>(dropped);
  std::rotate(place, std::next(place), order_.end());
  Moment& kept = moments_[order_.back()];
  kept.t = t;
  kept.y.assign(y.begin(), y.end());
}

const PastStates::Moment* PastStates::last_before(double t, const TimeOrder& order) const {
  const auto behind =
      std::ranges::upper_bound(order_, t, order, [this](std::size_t place) { return moments_[place].t; });
  return behind == order_.begin() ? nullptr : &moments_[*std::prev(behind)];
}

} // namespace simulation
} // namespace dalembert
