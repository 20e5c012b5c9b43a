#include <dalembert/base/errors.h>
#include <dalembert/numerics/time_order.h>
#include <dalembert/simulation/explain.h>
#include <dalembert/simulation/passage.h>

#include <cmath>

namespace dalembert::inline simulation {

std::unique_ptr<Stepper> SingularPassage::over(double t_singular, double limit, double longest) {
  constexpr int most_tries = 12;
  constexpr double shorter = 0.75;
  const TimeOrder order(t_singular, limit);
  double length = order.sign() * longest;
  for (int i = 0; i < most_tries; ++i, length *= shorter) {
    const double begin = t_singular - method_.widest_gap * length;
    if (!order.precedes(begin, begin + length) || !order.precedes(begin + length, limit)) continue;
    const PastStates::Moment* const behind = past_.last_before(begin, order);
    if (!behind) continue;
    if (auto passed = step_over(*behind, begin, length)) return passed;
  }
  return nullptr;
}

std::unique_ptr<Stepper> SingularPassage::step_over(const PastStates::Moment& from, double begin, double length) {
  constexpr std::uint64_t most_steps = 100; // up to the beginning of the long one
  StepOptions options = options_;
  options.max_steps = most_steps;
  const std::unique_ptr<Stepper> approach = method_.make(motion_.problem(method_.needs_momenta), options);
  options.initial_step = std::abs(length);
  options.step = std::abs(length);
  options.max_step = std::abs(length);
  options.max_steps = 1;
  std::unique_ptr<Stepper> passing = method_.make(motion_.problem(method_.needs_momenta), options);
  try {
    approach->start(from.t, from.y);
    while (approach->time() != begin)
      approach->step(begin);
    passing->start(begin, approach->state());
    passing->step(begin + length);
    if (passing->time() != begin + length) return nullptr; // a method that knows better how far it can go
  } catch (const SolveError&) {
    return nullptr;
  }
  past_.clear();
  return passing;
}

bool can_solve_at(Motion& motion, double t, std::span<const double> y) {
  try {
    motion.unpack(t, y);
    motion.solve();
    return true;
  } catch (const SolveError&) {
    return false;
  }
}

std::string singular_reason(Motion& motion, const Engine& engine, const Stepper& stepper) {
  if (!can_solve_at(motion, stepper.time(), stepper.state())) return {};
  const KktMatrices matrices{motion.dynamics().mass(), motion.dynamics().rows(), {}};
  return explain_nearly_singular(engine, matrices).value_or(std::string());
}

} // namespace dalembert::inline simulation
