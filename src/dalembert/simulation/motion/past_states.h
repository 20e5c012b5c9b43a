#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/step/time_order.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// States that a run has passed, thinned out: at most 64, the first and the last among them, the closer together the
/// later they are.
class PastStates {
public:
  struct Moment {
    double t = 0.0; ///< s
    std::vector<double> y;
    void archive(Archive& with) { with(t, y); }
  };

  /// Takes in a state that is reached behind all before.
  void keep(double t, std::span<const double> y);
  /// Returns the last one at `t` or before, on a way in this order; null where there is none.
  [[nodiscard]] const Moment* last_before(double t, const TimeOrder& order) const;
  /// In no order.
  [[nodiscard]] std::span<const Moment> moments() const { return moments_; }
  /// Of the first state; there is one.
  [[nodiscard]] double first_time() const { return moments_[order_.front()].t; }
  void clear() {
    moments_.clear();
    order_.clear();
  }
  void archive(Archive& with) { with(moments_, order_); }

private:
  std::vector<Moment> moments_;
  std::vector<std::size_t> order_; ///< their places, in the order of the run
};

} // namespace simulation
} // namespace dalembert
