#include <dalembert/numerics/radau_order.h>

namespace dalembert::inline numerics {

namespace {

constexpr int least_stages = 3;
constexpr int most_stages = 7;

} // namespace

RadauOrder::RadauOrder(RadauStages stages) : allowed_(stages), stages_(least_stages) {
  restart();
}

void RadauOrder::restart() {
  steps_ = 0;
  stages_ = allowed_ == RadauStages::seven ? 7 : allowed_ == RadauStages::five ? 5 : least_stages;
}

bool RadauOrder::take_step(int iterations, double contraction, double growth) {
  constexpr int settled = 10;    // steps
  constexpr double fast = 0.002; // contraction
  constexpr double slow = 0.8;
  ++steps_;
  if (allowed_ != RadauStages::any) return false;
  const bool is_even = growth > 0.8 && growth < 1.2;
  if (contraction >= slow && stages_ > least_stages) {
    stages_ -= 2;
    steps_ = 0;
    return true;
  }
  if (steps_ < settled || !is_even || iterations < 2 || contraction > fast || stages_ == most_stages) return false;
  stages_ += 2;
  steps_ = 0;
  return true;
}

bool RadauOrder::take_failure() {
  steps_ = 0;
  if (allowed_ != RadauStages::any || stages_ == least_stages) return false;
  stages_ -= 2;
  return true;
}

} // namespace dalembert::inline numerics
