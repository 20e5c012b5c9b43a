#pragma once

#include <span>
#include <vector>

namespace dalembert::inline simulation {

/// States that a run has passed, thinned out: at most 64, the first and the last among them, the closer together the
/// later they are.
class PastStates {
public:
  struct Moment {
    double t;
    std::vector<double> y;
  };

  /// Takes in a state later than all before.
  void keep(double t, std::span<const double> y);
  /// Returns the last one at `t` or before; null where there is none.
  [[nodiscard]] const Moment* last_before(double t) const;
  void clear() { moments_.clear(); }

private:
  std::vector<Moment> moments_; ///< by their times
};

} // namespace dalembert::inline simulation
