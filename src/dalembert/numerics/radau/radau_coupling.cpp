#include <dalembert/numerics/radau/radau_coupling.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr std::uint64_t rarest_probe = 2000; ///< accepted steps
constexpr std::uint64_t rarest_trial = 256;  ///< failures
constexpr std::uint64_t judged_after = 10;   ///< accepted steps
constexpr double much_worse = 1.5;           ///< than the way before, later
constexpr double memory = 0.9;               ///< weight of a step beside the next one

} // namespace

void RadauCoupling::change() {
  pace_before_ = time_ > 0 ? pace() : 0;
  price_ = time_ = 0;
  steps_ = 0;
  is_coupled_ = !is_coupled_;
  until_probe_ = between_probes_;
}

bool RadauCoupling::take_failure() {
  if (!is_allowed_) return false;
  if (until_rescue_ == 0) return true;
  --until_rescue_;
  return false;
}

void RadauCoupling::take_probe(bool has_converged) {
  if (has_converged) {
    change();
    return;
  }
  between_probes_ = std::min(2 * between_probes_, rarest_probe);
  until_probe_ = between_probes_;
}

void RadauCoupling::take_coupled(bool has_converged) {
  if (is_coupled_) return;
  if (has_converged) {
    between_rescues_ = 1;
    take_wish();
    return;
  }
  until_rescue_ = between_rescues_;
  between_rescues_ = std::min(2 * between_rescues_, rarest_trial);
}

bool RadauCoupling::take_wish() {
  if (until_trial_ > 0) {
    --until_trial_;
    return false;
  }
  change();
  return true;
}

bool RadauCoupling::take_step(double length, double price, bool is_slow) {
  ++steps_;
  if (until_probe_ > 0) --until_probe_;
  price_ = memory * price_ + price;
  time_ = memory * time_ + std::abs(length);
  if (pace_before_ > 0 && steps_ % judged_after == 0) {
    const bool is_first = steps_ == judged_after;
    const bool is_better = pace() < (is_first ? 1 : much_worse) * pace_before_;
    if (is_coupled_ && is_first) {
      until_trial_ = is_better ? 0 : between_trials_;
      between_trials_ = is_better ? 1 : std::min(2 * between_trials_, rarest_trial);
    } else if (!is_coupled_) {
      between_probes_ = is_better ? first_probe : std::min(2 * between_probes_, rarest_probe);
    }
    if (!is_better && (is_first || !is_coupled_)) {
      change();
      return true;
    }
  }
  return is_allowed_ && !is_coupled_ && is_slow && take_wish();
}

} // namespace numerics
} // namespace dalembert
