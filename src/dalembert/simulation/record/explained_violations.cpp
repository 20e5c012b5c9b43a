// Which violations of checks a Recorder explains by rounding, and by the errors of a run.
#include <dalembert/lowering/views.h>
#include <dalembert/program/rounding_bound.h>
#include <dalembert/simulation/record/recorder.h>
#include <dalembert/simulation/solving/rounded_rows.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

/// True where errors of `share` of q, v, v̇, λ, as a run leaves them, change the sides of the check by `excess`: a term
/// of 10¹⁹ J times an acceleration that is 0 but for rounding. Of a constant those at the first state count as well:
/// 1/ω of a spin that is 0 but for rounding begins with any value.
bool Recorder::is_explained_by_errors(std::size_t index, double share, double excess, std::span<const double> inputs) {
  const double here = effect_of_errors(index, share, excess, inputs);
  const std::vector<double>& first = checks_[index].first_inputs;
  return here >= excess || (!first.empty() && here + effect_of_errors(index, share, excess - here, first) >= excess);
}

/// How far rounding may have moved left − right, or a constant.
double Recorder::effect_of_rounding(std::size_t index, std::span<const double> inputs) const {
  const std::vector<double> bounds = rounding_bounds(engine_.programs->observables.tape, inputs);
  const CheckView of_sides(engine_.study->checks[index], observed_.checks[index], bounds);
  return std::accumulate(of_sides.sides.begin(), of_sides.sides.end(), 0.0);
}

/// The sum of the changes of left − right, or of a constant, by rounding and by an error of `share` of each quantity, a
/// coordinate or a rate counting as its scale at least, and by what rounding of the rows makes of the state; no more of
/// it than `enough`.
double Recorder::effect_of_errors(std::size_t index, double share, double enough, std::span<const double> inputs) {
  double sum = effect_of_rounding(index, inputs);
  if (sum >= enough) return sum;
  std::vector<double> moved(inputs.begin(), inputs.end());
  std::vector<double> values(values_.size());
  const auto difference = [&] {
    observables_.observe(moved, values);
    return CheckView(engine_.study->checks[index], observed_.checks[index], values).difference();
  };
  const double unmoved = difference();
  const InputView<double> at(engine_.programs->layout, moved);
  const auto take = [&](double& value, double size) {
    const double before = std::exchange(value, value + share * std::max(size, std::abs(value)));
    const double change = std::abs(difference() - unmoved);
    value = before;
    if (std::isfinite(change)) sum += change;
    return sum < enough;
  };
  const std::size_t n = engine_.coordinates();
  const std::vector<double> sizes = sizes_of_kinds(engine_, inputs);
  for (std::size_t i = 0; i < 2 * n; ++i)
    if (!take(at.motion()[i], sizes[i])) return sum;
  const std::vector<double> motion(at.motion().begin(), at.motion().end());
  for (const std::vector<double>& change : changes_by_rounded_rows(engine_, *solved_, inputs)) {
    for (std::size_t i = 0; i < 2 * n; ++i)
      at.motion()[i] = motion[i] + change[i];
    const double moved_by = std::abs(difference() - unmoved);
    if (std::isfinite(moved_by)) sum += moved_by;
    if (sum >= enough) return sum;
  }
  std::ranges::copy(motion, at.motion().begin());
  for (const std::span<double> part : {at.accelerations(), at.multipliers()}) {
    double largest = 1.0; // the equations of all of them were solved together
    for (const double value : part)
      largest = std::max(largest, std::abs(value));
    for (double& value : part)
      if (!take(value, largest)) return sum;
  }
  return sum;
}

} // namespace simulation
} // namespace dalembert
