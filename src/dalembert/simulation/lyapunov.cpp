#include <dalembert/base/errors.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/simulation/lyapunov.h>
#include <dalembert/simulation/motion.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace dalembert::inline simulation {

namespace {

constexpr double neighbour_distance = 1e-6; // of the size of the state, at least of 1 SI unit
constexpr double exponent_tolerance = 1e-10;

double size_of(std::span<const double> y, std::size_t n) {
  double squares = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    squares += y[i] * y[i];
  return std::max(1.0, std::sqrt(squares));
}

double distance_of(std::span<const double> a, std::span<const double> b, std::size_t n) {
  double squares = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    squares += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(squares);
}

/// A motion with the stepper that advances it.
class Traveller {
public:
  Traveller(const Engine& engine, const RunResult& result)
      : motion_(engine, std::min(result.tolerance, exponent_tolerance)) {
    const StepMethod* const method = step_method("rk8");
    ENSURE(method != nullptr);
    motion_.start(result.impact ? result.impact->after : result.initial.state,
                  result.impact ? &*result.impact : nullptr);
    stepper_ = method->make(motion_.problem(), motion_.options());
  }

  [[nodiscard]] std::vector<double> start() const { return motion_.packed(); }
  void place(double t, std::vector<double> y, bool is_moved) {
    if (is_moved) motion_.put_onto_constraints(t, y);
    stepper_->start(t, y);
  }
  void step(double until) { stepper_->step(until); }
  void go(double until) {
    while (stepper_->time() < until)
      stepper_->step(until);
  }
  [[nodiscard]] double time() const { return stepper_->time(); }
  [[nodiscard]] std::span<const double> state() const { return stepper_->state(); }

private:
  Motion motion_;
  std::unique_ptr<Stepper> stepper_;
};

/// The sum of the logarithms over time.
class Growth {
public:
  void add(double t, double logarithm) {
    times_.push_back(t);
    sums_.push_back((sums_.empty() ? 0.0 : sums_.back()) + logarithm);
  }
  /// Linear between two entries.
  [[nodiscard]] double at(double t) const {
    const auto behind = std::ranges::lower_bound(times_, t);
    if (behind == times_.begin()) return sums_.front();
    if (behind == times_.end()) return sums_.back();
    const auto k = static_cast<std::size_t>(behind - times_.begin());
    const double share = (t - times_[k - 1]) / (times_[k] - times_[k - 1]);
    return sums_[k - 1] + share * (sums_[k] - sums_[k - 1]);
  }
  [[nodiscard]] double rate(double from, double to) const { return (at(to) - at(from)) / (to - from); }

private:
  std::vector<double> times_;
  std::vector<double> sums_;
};

LyapunovExponent exponent_of(const Growth& growth, double begin, double end) {
  constexpr int parts = 8;
  const double middle = 0.5 * (begin + end);
  LyapunovExponent out;
  out.value = growth.rate(middle, end);
  double squares = 0.0;
  for (int k = 0; k < parts; ++k) {
    const double from = middle + (end - middle) * k / parts;
    const double to = middle + (end - middle) * (k + 1) / parts;
    const double deviation = growth.rate(from, to) - out.value;
    squares += deviation * deviation;
  }
  const double three_quarters = 0.5 * (middle + end);
  const double halves = 0.5 * std::abs(growth.rate(three_quarters, end) - growth.rate(middle, three_quarters));
  out.error = std::max(std::sqrt(squares / (parts * (parts - 1))), halves);
  return out;
}

Growth followed(const Engine& engine, const RunResult& result, double end) {
  constexpr double most_growth = 1e3;
  constexpr int most_steps = 50; // between two renewals of the neighbour
  const std::size_t n = 2 * engine.coordinates();
  Traveller motion(engine, result);
  Traveller neighbour(engine, result);
  std::vector<double> y = motion.start();
  const double begin = result.impact ? result.impact->after.t : result.initial.state.t;
  motion.place(begin, y, false);
  RandomStream random(1);
  std::vector<double> direction(n);
  for (double& d : direction)
    d = random.between(-1.0, 1.0);
  const double length = distance_of(direction, std::vector<double>(n, 0.0), n);
  for (std::size_t i = 0; i < n; ++i)
    y[i] += direction[i] / length * neighbour_distance * size_of(motion.state(), n);
  neighbour.place(begin, y, true);
  double before = distance_of(motion.state(), neighbour.state(), n);
  Growth out;
  out.add(begin, 0.0);
  int steps = 0;
  while (motion.time() < end) {
    // The steps are those of the neighbour: where the motion is at rest it takes any step.
    neighbour.step(end);
    motion.go(neighbour.time());
    const double distance = distance_of(motion.state(), neighbour.state(), n);
    const double ratio = distance / before;
    const bool is_far = !(ratio < most_growth && ratio > 1.0 / most_growth);
    if (++steps < most_steps && !is_far && motion.time() < end) continue;
    if (!(distance > 0.0) || !std::isfinite(distance)) throw SolveError("the neighbour is lost", {motion.time(), {}});
    out.add(motion.time(), std::log(ratio));
    steps = 0;
    const double wanted = neighbour_distance * size_of(motion.state(), n);
    y.assign(neighbour.state().begin(), neighbour.state().end());
    for (std::size_t i = 0; i < n; ++i)
      y[i] = motion.state()[i] + (y[i] - motion.state()[i]) * (wanted / distance);
    if (motion.time() < end) neighbour.place(motion.time(), y, true);
    before = distance_of(motion.state(), neighbour.state(), n);
  }
  return out;
}

} // namespace

std::string why_no_exponent(const Engine& engine) {
  const Study& study = *engine.study;
  if (engine.model_end() < engine.model_begin()) return "it is followed back in time";
  if (engine.open) return "its constraints or contacts begin and end to act on the way, and its motion jumps there";
  if (!study.system.frictions.empty()) return "the model has friction that sticks, and its motion has kinks";
  if (!engine.programs->jumps.jumps.empty()) return "the model has functions that jump";
  return {};
}

LyapunovExponent largest_exponent(const Engine& engine, const RunResult& result) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const double begin = result.initial.state.t;
  const double end = result.final.state.t;
  if (result.outcome != RunOutcome::completed || engine.coordinates() == 0 || !(end > begin)) return {none, none};
  try {
    return exponent_of(followed(engine, result, end), begin, end);
  } catch (const SolveError&) {
    return {none, none};
  }
}

} // namespace dalembert::inline simulation
