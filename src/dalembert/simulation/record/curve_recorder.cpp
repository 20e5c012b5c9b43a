#include <dalembert/simulation/record/curve_recorder.h>

#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

/// Enough for two hundred oscillations of two hundred points; some megabytes.
constexpr std::size_t most_points = 40'000;

} // namespace

std::vector<double> CurveRecorder::times_inside(double after, double until) const {
  std::vector<double> times;
  for (std::size_t i = 1; i < per_step_; ++i)
    times.push_back(after + (until - after) * static_cast<double>(i) / static_cast<double>(per_step_));
  return times;
}

void CurveRecorder::keep(std::span<const double> inputs) {
  std::vector<double> observables;
  observables_.observe(inputs, observables);
  curves_.times.push_back(inputs[0]);
  curves_.observables.push_back(std::move(observables));
}

void CurveRecorder::take(std::span<const double> inputs) {
  if (per_step_ == 0 || offered_++ % stride_ != 0) return;
  keep(inputs);
  if (curves_.times.size() < most_points) return;
  const std::size_t half = (curves_.times.size() + 1) / 2;
  for (std::size_t i = 1; i < half; ++i) {
    curves_.times[i] = curves_.times[2 * i];
    curves_.observables[i] = std::move(curves_.observables[2 * i]);
  }
  curves_.times.resize(half);
  curves_.observables.resize(half);
  stride_ *= 2;
}

void CurveRecorder::close(std::span<const double> inputs) {
  if (per_step_ == 0 || (!curves_.times.empty() && curves_.times.back() == inputs[0])) return;
  keep(inputs);
}

} // namespace simulation
} // namespace dalembert
