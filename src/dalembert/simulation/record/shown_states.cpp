// What a Recorder takes in of states that rows show, inside steps.
#include <dalembert/simulation/record/recorder.h>
#include <dalembert/simulation/solving/rounded_rows.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace dalembert {
inline namespace simulation {

void Recorder::take_shown(const Evaluation& at, const Account& account, std::span<const double> inputs,
                          double supplied) {
  constexpr double least_bound = 1e-4; // of the terms of a row
  const double bound = std::max(tolerance_.largest_correction(), least_bound);
  const auto take = [&](Extreme& extreme, double& scaled, double violation, double size) {
    if (!(std::abs(violation) > bound * size) || size == 0.0) return;
    if (std::abs(violation) > extreme.value) extreme = {std::abs(violation), at.state.t};
    scaled = std::max(scaled, std::abs(violation) / size);
  };
  std::optional<RowRounding> rounding; // a row that vanishes has hardly a size
  for (std::size_t k = 0; k < engine_.constraints(); ++k) {
    const double position_size = account.position_sizes()[k];
    const double velocity_size = account.velocity_sizes()[k];
    if (std::abs(at.position_violation[k]) <= bound * position_size &&
        std::abs(at.velocity_violation[k]) <= bound * velocity_size)
      continue;
    if (!rounding) rounding = row_rounding(engine_, inputs);
    if (std::abs(at.position_violation[k]) > rounding->positions[k])
      take(certificate_.position[k], certificate_.position_scaled[k], at.position_violation[k], position_size);
    if (std::abs(at.velocity_violation[k]) > rounding->rates[k])
      take(certificate_.velocity[k], certificate_.velocity_scaled[k], at.velocity_violation[k], velocity_size);
  }
  if (!first_energy_) return;
  const double defect = std::abs(at.energies.energy_function - *first_energy_ - supplied);
  if (defect > shown_defect_.value) shown_defect_ = {defect, at.state.t};
}

} // namespace simulation
} // namespace dalembert
