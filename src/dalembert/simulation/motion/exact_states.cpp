#include <dalembert/base/errors.h>
#include <dalembert/numerics/step/time_order.h>
#include <dalembert/simulation/motion/exact_states.h>
#include <dalembert/simulation/motion/passage.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace simulation {

/// The implicit method where the run has gone over to it: an explicit one would not get far there.
const StepMethod& ExactStates::method_at_work(const Stepper& stepper) const {
  const std::span<const MethodChange> changes = stepper.changes();
  if (changes.empty() || !changes.back().is_stiff) return method_;
  const StepMethod* at_work = step_method(changes.back().method);
  return at_work ? *at_work : method_;
}

std::optional<std::vector<double>> ExactStates::stepped(Stepper& stepper, double t) {
  constexpr std::uint64_t most_steps = 200;
  const double begin = stepper.previous_time();
  std::vector<double> y(stepper.state().size());
  stepper.interpolate(begin, y);
  const TimeOrder order(begin, stepper.time());
  if (!order.precedes(begin, t)) return y;
  if (!order.precedes(t, stepper.time())) return std::vector<double>(stepper.state().begin(), stepper.state().end());
  const StepMethod& method = method_at_work(stepper);
  StepOptions options = motion_.options();
  options.initial_step = std::abs(t - begin);
  options.step = std::abs(t - begin);
  options.max_steps = most_steps;
  const bool is_along_branch = passage_ != nullptr && passage_->is_along_branch();
  const std::unique_ptr<Stepper> probe =
      is_along_branch ? passage_->make_probe(options) : method.make(motion_.problem(method.needs_momenta), options);
  try {
    probe->start(begin, y);
    while (probe->time() != t)
      probe->step(t);
  } catch (const SolveError&) {
    return std::nullopt;
  }
  return std::vector<double>(probe->state().begin(), probe->state().end());
}

double ExactStates::value(double t, std::span<const double> y,
                          const std::function<double(double t, std::span<const double> y)>& f) {
  return passage_ != nullptr ? passage_->value(t, y, f) : f(t, y);
}

std::vector<double>
ExactStates::values(double t, std::span<const double> y,
                    const std::function<std::vector<double>(double t, std::span<const double> y)>& f) {
  return passage_ != nullptr ? passage_->values(t, y, f) : f(t, y);
}

ExactState ExactStates::at(Stepper& stepper, double t) {
  if (auto y = stepped(stepper, t)) return {t, std::move(*y)};
  ExactState out{t, std::vector<double>(stepper.state().size())};
  motion_.interpolate(stepper, t, out.y);
  return out;
}

ExactState ExactStates::root(Stepper& stepper, double t,
                             const std::function<double(double t, std::span<const double> y)>& f, JumpSide side,
                             double reach) {
  constexpr int most_corrections = 4;
  constexpr double share = 1e-3; // of the step: the width of the difference that gives the slope, and the most it moves
  const double begin = stepper.previous_time();
  const double end = stepper.time();
  const double width = std::clamp(share * (end - begin), -reach, reach);
  const TimeOrder order(begin, end);
  const double low = order.last(begin, t - width);
  const double high = order.first(end, t + width);
  std::vector<double> y(stepper.state().size());
  stepper.interpolate(low, y);
  const double below = f(low, y);
  stepper.interpolate(high, y);
  const double change = f(high, y) - below;
  const double slope = change / (high - low);
  ExactState found = at(stepper, t);
  for (int i = 0; i < most_corrections; ++i) {
    const double correction = -f(found.time, found.y) / slope;
    if (!(std::abs(found.time + correction - t) <= std::abs(width))) break;
    const double next = std::clamp(found.time + correction, std::min(begin, end), std::max(begin, end));
    if (std::abs(next - found.time) <= 2 * std::numeric_limits<double>::epsilon() * std::abs(found.time)) break;
    found = at(stepper, next);
  }
  constexpr double continuous = 1e-3; // of its change over the window: what is left of f at a root
  if (!(std::abs(f(found.time, found.y)) > continuous * std::abs(change))) return found;
  Bracket bracket{at(stepper, low), at(stepper, high)};
  if (!(f(low, bracket.before.y) * f(high, bracket.behind.y) < 0.0)) return found;
  bracket = narrowed(stepper, std::move(bracket), f);
  return side == JumpSide::before ? std::move(bracket.before) : std::move(bracket.behind);
}

ExactStates::Bracket ExactStates::narrowed(Stepper& stepper, Bracket bracket,
                                           const std::function<double(double t, std::span<const double> y)>& f) {
  const double value = f(bracket.behind.time, bracket.behind.y);
  while (true) {
    const double middle = bracket.before.time + (bracket.behind.time - bracket.before.time) / 2;
    if (middle == bracket.before.time || middle == bracket.behind.time) return bracket;
    ExactState there = at(stepper, middle);
    const bool is_behind = f(middle, there.y) * value > 0.0;
    (is_behind ? bracket.behind : bracket.before) = std::move(there);
  }
}

} // namespace simulation
} // namespace dalembert
