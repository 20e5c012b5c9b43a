#pragma once

#include <algorithm>
#include <cmath>

namespace dalembert::bench {

/// The least time of several runs in one process, by one rule for all codes: no further one once they took 0.2 s
/// together, 500 at most. The first of short ones is cold, so that it is not the least; 0.2 s are long enough that
/// other work on the machine does not fill them.
class LeastTime {
public:
  void add(double seconds) {
    least_ = std::min(least_, seconds);
    sum_ += seconds;
    ++runs_;
  }
  [[nodiscard]] bool wants_more() const { return runs_ < most_runs && sum_ < most_seconds; }
  [[nodiscard]] double seconds() const { return least_; }

private:
  static constexpr int most_runs = 500;
  static constexpr double most_seconds = 0.2;

  double least_ = INFINITY;
  double sum_ = 0;
  int runs_ = 0;
};

} // namespace dalembert::bench
