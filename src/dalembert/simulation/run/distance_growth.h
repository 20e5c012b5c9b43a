#pragma once

#include <dalembert/results/lyapunov_exponent.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// How the logarithm S of the distance between two motions grows over [begin, end], and the exponent in that.
class DistanceGrowth {
public:
  /// `precision`: the relative error of a distance.
  DistanceGrowth(double begin, double end, double precision);

  /// The next instant after `t` at which S is to be noted: sixteenths of the whole time.
  [[nodiscard]] double next_bound(double t) const;

  /// Notes S at t. Instants must rise; between the bounds those that are close to one another may be left out.
  void note(double t, double logarithm);

  /// The mean growth in the second half of the time, 1/s. Its error is the largest of
  ///   · the standard error of eight equal parts of that half, which sees growth that varies at random;
  ///   · half of max(S − λt) − min(S − λt) there, over its length, which sees growth that swings to and fro;
  ///   · the change from the growth in the second quarter: of a distance that grows as a power of the time this is what
  ///     λ lacks of its limit;
  ///   · where the growth rises or falls in all parts from the second quarter on, as where the initial direction still
  ///     turns into the one that grows fastest: what λ lacks if the changes of the quarters go on as a geometric
  ///     series;
  ///   · the error of a distance, over that half.
  /// Precondition: S is noted at all bounds.
  [[nodiscard]] LyapunovExponent exponent() const;

private:
  [[nodiscard]] double bound(int k) const;
  [[nodiscard]] double rate(int from, int to) const; ///< between two bounds
  /// max − min of S less its mean growth between two bounds.
  [[nodiscard]] double swing(int from, int to) const;
  /// The growth changes to one side in all parts from the second quarter on, and does not swing.
  [[nodiscard]] bool has_trend() const;
  [[nodiscard]] double lacking() const; ///< of the limit, where there is a trend

  double begin_;
  double end_;
  double precision_;
  std::vector<double> times_;
  std::vector<double> logarithms_;
  std::vector<std::size_t> at_bounds_; ///< places among these
};

} // namespace simulation
} // namespace dalembert
