#include <dalembert/numerics/radau/radau_order.h>

#include <algorithm>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr int least_stages = 3;
constexpr int most_stages = 7;
constexpr int settled = 10;       ///< steps
constexpr int most_settled = 640; ///< the same

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
  restart();
}

void RadauOrder::restart() {
  steps_ = 0;
  stages_ = kept_stages_ = first_stages_;
  settled_behind_failure_ = settled;
  has_returned_ = false;
}

bool RadauOrder::take_step(int iterations, double contraction, double growth) {
  constexpr double fast = 0.002; // contraction
  constexpr double moderate = 0.1;
  ++steps_;
  if (allowed_ != RadauStages::any) return false;
  const bool is_even = growth > 0.8 && growth < 1.2;
  if (contraction >= slow && stages_ > least_stages) {
    stages_ -= 2;
    kept_stages_ = stages_;
    steps_ = 0;
    return true;
  }
  const bool is_lost = stages_ < kept_stages_;
  const double enough = is_lost ? moderate : fast;
  const int wanted = is_lost ? settled_behind_failure_ : settled;
  if (steps_ < wanted || !is_even || iterations < 2 || contraction > enough || stages_ == most_stages) return false;
  stages_ += 2;
  kept_stages_ = std::max(kept_stages_, stages_);
  has_returned_ = is_lost;
  steps_ = 0;
  return true;
}

bool RadauOrder::take_failure() {
  const bool is_vain = has_returned_ && steps_ < settled;
  settled_behind_failure_ = is_vain ? std::min(2 * settled_behind_failure_, most_settled) : settled;
  has_returned_ = false;
  steps_ = 0;
  if (allowed_ != RadauStages::any || stages_ == least_stages) return false;
  stages_ -= 2;
  return true;
}

} // namespace numerics
} // namespace dalembert
