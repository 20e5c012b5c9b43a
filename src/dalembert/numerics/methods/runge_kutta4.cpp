#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/runge_kutta4.h>
#include <dalembert/numerics/step/adaptive_stepper.h>

#include <cstddef>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr int order_of_its_curve = 4;

} // namespace

RungeKutta4::RungeKutta4(OdeProblem problem, StepOptions options)
    : FixedStepper(std::move(problem), std::move(options), order_of_its_curve) {}

void RungeKutta4::prepare() {
  stage_.resize(components());
  slope_.resize(components());
  sum_.resize(components());
  carry_.assign(components(), 0);
}

bool RungeKutta4::archive(Archive& with) {
  with(carry_);
  return FixedStepper::archive(with);
}

void RungeKutta4::advance(double t_new, double h) {
  const double middle = time_ + h / 2;
  const auto go = [this](double length, const Vector& slope) {
    for (std::size_t i = 0; i < components(); ++i)
      stage_[i] = state_[i] + length * slope[i];
  };
  const auto add = [this](double weight) {
    for (std::size_t i = 0; i < components(); ++i)
      sum_[i] += weight * slope_[i];
  };
  sum_ = rate_;
  go(h / 2, rate_);
  evaluate(middle, stage_, slope_);
  add(2);
  go(h / 2, slope_);
  evaluate(middle, stage_, slope_);
  add(2);
  go(h, slope_);
  evaluate(t_new, stage_, slope_);
  add(1);
  trial_ = state_;
  end_carry_ = carry_;
  for (std::size_t i = 0; i < components(); ++i)
    add_compensated(trial_[i], end_carry_[i], h / 6 * sum_[i]);
  if (problem_.project && !problem_.project(t_new, trial_))
    throw SolveError("the end of the step cannot be put back onto the constraints", {t_new, h, 0});
}

std::unique_ptr<Stepper> make_rk4(OdeProblem problem, StepOptions options) {
  return std::make_unique<RungeKutta4>(std::move(problem), std::move(options));
}

} // namespace numerics
} // namespace dalembert
