#pragma once

#include <dalembert/base/archive.h>

#include <span>
#include <vector>

namespace dalembert::inline simulation {

/// States that a run has passed, thinned out: at most 64, the first and the last among them, the closer together the
/// later they are.
class PastStates {
public:
  struct Moment {
    double t = 0.0; ///< s
    std::vector<double> y;
    void archive(Archive& with) { with(t, y); }
  };

  /// Takes in a state later than all before.
  void keep(double t, std::span<const double> y);
  /// Returns the last one at `t` or before; null where there is none.
  [[nodiscard]] const Moment* last_before(double t) const;
  void clear() { moments_.clear(); }
  void archive(Archive& with) { with(moments_); }

private:
  std::vector<Moment> moments_; ///< by their times
};

} // namespace dalembert::inline simulation
