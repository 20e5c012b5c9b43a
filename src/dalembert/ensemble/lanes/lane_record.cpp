#include <dalembert/ensemble/lanes/lane_record.h>

namespace dalembert {
inline namespace ensemble {

void LaneRecord::evaluate(std::span<const double> inputs) {
  all_.evaluate_lanes(lane_count, inputs, outputs_);
  finite_ = lane_kernels().finite(programs_->account, outputs_.data());
}

void LaneRecord::copy(std::size_t lane, RecordedState& out) const {
  const double* from = outputs_.data() + lane;
  const auto take = [&from](std::size_t count, std::vector<double>& to) {
    to.resize(count);
    for (double& value : to) {
      value = *from;
      from += lane_count;
    }
  };
  take(programs_->account, out.account);
  out.is_finite = has_lane(finite_, lane);
  take(programs_->violations, out.violations);
  take(all_.outputs() - programs_->account - programs_->violations, out.observables);
}

} // namespace ensemble
} // namespace dalembert
