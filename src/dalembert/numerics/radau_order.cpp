#include <dalembert/numerics/radau_order.h>

namespace dalembert::inline numerics {

namespace {

constexpr int least_stages = 3;
constexpr int most_stages = 7;

} // namespace

RadauOrder::RadauOrder(RadauStages stages, double tolerance) : allowed_(stages) {
  constexpr double for_five = 1e-5;
  constexpr double for_seven = 1e-8;
  switch (stages) {
  case RadauStages::three:
    first_stages_ = 3;
    break;
  case RadauStages::five:
    first_stages_ = 5;
    break;
  case RadauStages::seven:
    first_stages_ = 7;
    break;
  case RadauStages::any:
    first_stages_ = tolerance > for_five ? 3 : tolerance > for_seven ? 5 : 7;
    break;
  }
  stages_ = first_stages_;
}

void RadauOrder::restart() {
  steps_ = 0;
  stages_ = first_stages_;
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
