#pragma once

#include <dalembert/base/archive.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// What violations of rows are measured by along a run. The terms of a row that goes through zero leave rounding where
/// its entries leave none to measure it by: it is not measured by less than a thousandth of what it was elsewhere.
class UsualSizes {
public:
  /// The size of row k at a state where its entries give `now`.
  [[nodiscard]] double of(std::size_t k, double now) {
    constexpr double least_share = 1e-3;
    if (k >= largest_.size()) largest_.resize(k + 1, 0.0);
    largest_[k] = std::max(largest_[k], now);
    return std::max(now, least_share * largest_[k]);
  }
  void archive(Archive& with) { with(largest_); }

private:
  std::vector<double> largest_;
};

} // namespace simulation
} // namespace dalembert
