#include <dalembert/base/errors.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/run/distance_growth.h>
#include <dalembert/simulation/run/lyapunov.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double neighbour_distance = 1e-6; // of the size of the state, at least of 1 SI unit
constexpr double exponent_tolerance = 1e-10;
constexpr double distance_precision = exponent_tolerance / neighbour_distance;

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

/// The logarithm of the distance of a neighbour that is moved nearer, or farther, now and then.
DistanceGrowth growth_of_distance(const Engine& engine, const RunResult& result, double end) {
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
  DistanceGrowth out(begin, end, distance_precision);
  out.note(begin, 0.0);
  double logarithm = 0.0; // of the distance, up to the last renewal
  int steps = 0;
  while (motion.time() < end) {
    // The steps are those of the neighbour: where the motion is at rest it takes any step.
    neighbour.step(out.next_bound(motion.time()));
    motion.go(neighbour.time());
    const double distance = distance_of(motion.state(), neighbour.state(), n);
    if (!(distance > 0.0) || !std::isfinite(distance)) throw SolveError("the neighbour is lost", {motion.time(), {}});
    const double ratio = distance / before;
    out.note(motion.time(), logarithm + std::log(ratio));
    const bool is_near = ratio < most_growth && ratio > 1.0 / most_growth;
    if ((++steps < most_steps && is_near) || !(motion.time() < end)) continue;
    logarithm += std::log(ratio);
    steps = 0;
    const double wanted = neighbour_distance * size_of(motion.state(), n);
    y.assign(neighbour.state().begin(), neighbour.state().end());
    for (std::size_t i = 0; i < n; ++i)
      y[i] = motion.state()[i] + (y[i] - motion.state()[i]) * (wanted / distance);
    neighbour.place(motion.time(), y, true);
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
    return growth_of_distance(engine, result, end).exponent();
  } catch (const SolveError&) {
    return {none, none};
  }
}

} // namespace simulation
} // namespace dalembert
