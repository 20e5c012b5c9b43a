#include <dalembert/simulation/past_states.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace dalembert::inline simulation {

void PastStates::keep(double t, std::span<const double> y) {
  constexpr std::size_t most = 64;
  moments_.push_back({t, {y.begin(), y.end()}});
  if (moments_.size() <= most) return;
  // The one whose neighbours are closest together, for its distance from now, is missed least.
  std::size_t dropped = 1;
  double least = 2.0;
  for (std::size_t i = 1; i + 1 < moments_.size(); ++i) {
    const double gap = (moments_[i + 1].t - moments_[i - 1].t) / (t - moments_[i - 1].t);
    if (gap >= least) continue;
    least = gap;
    dropped = i;
  }
  moments_.erase(moments_.begin() + static_cast<std::ptrdiff_t>(dropped));
}

const PastStates::Moment* PastStates::last_before(double t, const TimeOrder& order) const {
  const auto behind = std::ranges::upper_bound(moments_, t, order, &Moment::t);
  return behind == moments_.begin() ? nullptr : &*std::prev(behind);
}

} // namespace dalembert::inline simulation
