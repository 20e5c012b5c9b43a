#include <dalembert/base/errors.h>
#include <dalembert/simulation/run/distance_growth.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr int bounds = 16; // after the begin; the second half has eight parts
constexpr int quarter = bounds / 4;
constexpr int middle = bounds / 2;
constexpr double most_entries = 4e3; // about as many between begin and end

} // namespace

DistanceGrowth::DistanceGrowth(double begin, double end, double precision)
    : begin_(begin), end_(end), precision_(precision) {}

double DistanceGrowth::bound(int k) const {
  return k == bounds ? end_ : begin_ + (end_ - begin_) * k / bounds;
}

double DistanceGrowth::next_bound(double t) const {
  for (int k = 1; k < bounds; ++k)
    if (bound(k) > t) return bound(k);
  return end_;
}

void DistanceGrowth::note(double t, double logarithm) {
  const bool is_bound = t >= bound(static_cast<int>(at_bounds_.size()));
  if (!is_bound && t - times_.back() < (end_ - begin_) / most_entries) return;
  if (is_bound) at_bounds_.push_back(times_.size());
  times_.push_back(t);
  logarithms_.push_back(logarithm);
}

double DistanceGrowth::rate(int from, int to) const {
  const std::size_t a = at_bounds_[static_cast<std::size_t>(from)];
  const std::size_t b = at_bounds_[static_cast<std::size_t>(to)];
  return (logarithms_[b] - logarithms_[a]) / (times_[b] - times_[a]);
}

double DistanceGrowth::swing(int from, int to) const {
  const std::size_t first = at_bounds_[static_cast<std::size_t>(from)];
  const double mean = rate(from, to);
  double least = 0.0; // as it is at both ends
  double greatest = 0.0;
  for (std::size_t i = first; i <= at_bounds_[static_cast<std::size_t>(to)]; ++i) {
    const double rest = logarithms_[i] - logarithms_[first] - mean * (times_[i] - times_[first]);
    least = std::min(least, rest);
    greatest = std::max(greatest, rest);
  }
  return greatest - least;
}

bool DistanceGrowth::has_trend() const {
  int rises = 0;
  int falls = 0;
  for (int k = quarter; k + 2 <= bounds; ++k)
    (rate(k + 1, k + 2) > rate(k, k + 1) ? rises : falls) += 1;
  if (rises > 0 && falls > 0) return false;
  // What swings faster, and looks like a trend at the bounds alone, swings as far in each part as in all of them.
  double of_parts = 0.0;
  for (int k = middle; k < bounds; ++k)
    of_parts += swing(k, k + 1);
  return of_parts <= swing(middle, bounds);
}

double DistanceGrowth::lacking() const {
  constexpr double longest = 0.95; // as if the trend ended after 20 quarters of the run
  const double third = rate(middle, middle + quarter);
  const double change = rate(middle + quarter, bounds) - third;
  const double before = third - rate(quarter, middle);
  if (!has_trend() || !(std::abs(change) * (end_ - begin_) > precision_)) return 0.0;
  const double share = std::min(std::abs(change / before), longest);
  return std::abs(change) * (0.5 + share / (1.0 - share));
}

LyapunovExponent DistanceGrowth::exponent() const {
  constexpr int parts = bounds - middle;
  ENSURE(at_bounds_.size() == bounds + 1);
  LyapunovExponent out;
  out.value = rate(middle, bounds);
  double squares = 0.0;
  for (int k = middle; k < bounds; ++k)
    squares += (rate(k, k + 1) - out.value) * (rate(k, k + 1) - out.value);
  const double length = end_ - bound(middle);
  out.error = std::max({std::sqrt(squares / (parts * (parts - 1))), 0.5 * swing(middle, bounds) / length,
                        std::abs(out.value - rate(quarter, middle)), lacking(), 2.0 * precision_ / length});
  return out;
}

} // namespace simulation
} // namespace dalembert
