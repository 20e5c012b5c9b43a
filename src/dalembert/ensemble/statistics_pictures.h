#pragma once

#include <dalembert/ensemble/histogram.h>
#include <dalembert/ensemble/row_statistics.h>
#include <dalembert/ensemble/sweep_pictures.h>

#include <vector>

namespace dalembert {
inline namespace ensemble {

/// A fan chart of each quantity but t and h over time: the median, the mean, and the bands that hold the middle half
/// and nine tenths of the members. At most 24.
[[nodiscard]] std::vector<SweepPicture> fan_charts(const RowStatistics& statistics, const RowLayout& layout);

/// The bars of each histogram.
[[nodiscard]] std::vector<SweepPicture> histogram_pictures(const std::vector<Histogram>& histograms);

} // namespace ensemble
} // namespace dalembert
