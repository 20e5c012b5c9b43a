#pragma once

#include <dalembert/base/archive.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The impacts at one contact of which each follows sooner than the one before.
///
/// Their intervals shrink like a geometric series where bounces accumulate: t∞ = tₙ + Δ·ρ/(1 − ρ), Δ the last interval
/// and ρ its ratio to the one before.
class Bounces {
public:
  /// Takes in an impact; one that follows later than the one before begins anew.
  void add(double t);
  void clear() { times_.clear(); }
  /// All of them were later by `by`, s.
  void shift(double by) {
    for (double& t : times_)
      t += by;
  }
  void archive(Archive& with) { with(times_); }
  [[nodiscard]] std::size_t count() const { return times_.size(); }
  /// Between the last two, s; 0 where there are no two.
  [[nodiscard]] double last_interval() const {
    return times_.size() < 2 ? 0.0 : times_.back() - times_[times_.size() - 2];
  }

  /// The time that the impacts accumulate at, s, where what is left is short beside the time that they took: heights of
  /// the square of that share are left. Nothing else.
  [[nodiscard]] std::optional<double> limit() const;

private:
  std::vector<double> times_; ///< s
};

} // namespace simulation
} // namespace dalembert
