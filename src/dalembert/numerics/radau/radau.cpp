#include <dalembert/base/errors.h>
#include <dalembert/numerics/radau/radau.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr double safety_of_radau = 0.9;
constexpr double most_growth = 8;           ///< of a step
constexpr double most_coupled_growth = 1.9; ///< of a step whose stages go on from those of the last one
constexpr double most_shrinkage = 5;        ///< of a step, for its error
constexpr double keep_jacobian = 1e-3;      ///< contraction up to which the Jacobian serves the next step as well

} // namespace

Radau::Radau(RadauStages stages, OdeProblem problem, StepOptions options)
    : AdaptiveStepper(std::move(problem), std::move(options)), order_(stages, options_.relative_tolerance) {}

std::unique_ptr<Stepper> make_radau(OdeProblem problem, StepOptions options) {
  return std::make_unique<Radau>(RadauStages::any, std::move(problem), std::move(options));
}
std::unique_ptr<Stepper> make_radau5(OdeProblem problem, StepOptions options) {
  return std::make_unique<Radau>(RadauStages::three, std::move(problem), std::move(options));
}
std::unique_ptr<Stepper> make_radau9(OdeProblem problem, StepOptions options) {
  return std::make_unique<Radau>(RadauStages::five, std::move(problem), std::move(options));
}
std::unique_ptr<Stepper> make_radau13(OdeProblem problem, StepOptions options) {
  return std::make_unique<Radau>(RadauStages::seven, std::move(problem), std::move(options));
}

void Radau::prepare() {
  constexpr std::size_t most = 7; // stages
  order_.restart();
  curve_.clear();
  jacobian_.clear();
  is_jacobian_fresh_ = false;
  wants_jacobian_ = true;
  factored_step_ = 0;
  stages_.assign(most * components(), 0);
  slopes_ = correction_ = stages_;
  end_slope_ = error_ = old_carry_ = state_;
  scratch_.assign(steering(), 0);
  shrinkage_ = 1;
  was_rejected_ = true;
  old_step_ = 0;
  coupling_.restart();
  nonlinearity_ = 0;
  prices_ = implicit_prices(problem_, components());
  coupled_factors_ = 0;
  spent_before_ = spent();
}

/// The factors of the linear equations are those of the last Jacobian, whose steps they belong to.
void Radau::archive_memory(Archive& with) {
  with(motion_.by_position, motion_.by_rate, motion_.by_acceleration, is_motion_);
  if (with.is_reading() && is_motion_) motion_.pattern = problem_.second_order->pattern();
  with(order_, curve_, curve_length_, jacobian_, is_jacobian_fresh_, wants_jacobian_, factored_step_, factored_stages_,
       stages_, slopes_, correction_, scratch_, end_slope_, error_, old_carry_, worst_, iterations_, last_correction_,
       contraction_, growth_, shrinkage_, was_rejected_, old_error_, old_step_, coupling_, nonlinearity_, spent_before_,
       coupled_factors_);
  if (with.is_reading() && factored_step_ != 0)
    static_cast<void>(factor_blocks(radau_tableau(factored_stages_), factored_step_));
}

void Radau::jump(double t) {
  AdaptiveStepper::jump(t);
  curve_.clear();
  is_jacobian_fresh_ = false;
  wants_jacobian_ = true;
  was_rejected_ = true;
  old_step_ = 0;
}

/// Sums up the integrals of the step just solved, from f at its stages. The last correction of the stages came behind
/// their evaluation: where it was not small, they are evaluated once more.
bool Radau::integrate(double h) {
  if (problem_.integrals == 0) return true;
  const std::size_t last = tableau().nodes.size() - 1;
  const Vector end = trial_;
  const bool is_settled = last_correction_ <= options_.iteration_share || evaluate_stages(h, last);
  trial_ = end;
  if (!is_settled) return false;
  std::copy_n(trial_rate_.data(), components(), stage(slopes_, last).data());
  for (std::size_t i = 0; i <= last; ++i) {
    const std::span<double> z = stage(stages_, i);
    for (std::size_t k = steering(); k < components(); ++k) {
      z[k] = 0;
      for (std::size_t j = 0; j <= last; ++j)
        z[k] += h * tableau().matrix[i * (last + 1) + j] * slopes_[j * components() + k];
    }
  }
  for (std::size_t k = steering(); k < components(); ++k) {
    trial_[k] = state_[k];
    carry_[k] = old_carry_[k];
    add_compensated(trial_[k], carry_[k], stages_[last * components() + k]);
  }
  return true;
}

AdaptiveStepper::Attempt Radau::attempt(double t_new, double& error_norm) {
  const double h = t_new - time_;
  if (!solve_stages(h)) {
    // Coupled stages fail where they were extrapolated too far: no reason to change their number.
    constexpr double far = 1.1; // times the last step
    const bool is_far = coupling_.is_coupled() && !curve_.is_empty() && h / curve_length_ > far;
    if (!is_far) static_cast<void>(order_.take_failure());
    was_rejected_ = true;
    return Attempt::refused;
  }
  old_carry_ = carry_;
  const std::span<const double> last = stage(stages_, tableau().nodes.size() - 1);
  for (std::size_t i = 0; i < components(); ++i) {
    trial_[i] = state_[i];
    add_compensated(trial_[i], carry_[i], last[i]);
  }
  error_norm = measure_error(h);
  Attempt outcome = Attempt::refused;
  if (!std::isfinite(error_norm))
    failure_ = "the error estimate is not finite";
  else if (error_norm > 1)
    outcome = Attempt::inaccurate;
  else if (!is_passable(h))
    outcome = Attempt::too_far;
  else if (project(t_new) && evaluate(t_new, trial_, trial_rate_.data()) && integrate(h))
    outcome = Attempt::good;
  was_rejected_ = outcome == Attempt::inaccurate || outcome == Attempt::refused;
  if (outcome != Attempt::good) carry_ = old_carry_;
  return outcome;
}

double Radau::ratio_behind_rejected(double /*h*/, double error_norm) {
  const double ratio = std::pow(error_norm, 1.0 / error_order()) / safety_of_radau;
  return std::clamp(ratio, 1.0, most_shrinkage);
}

/// Source: Hairer, Wanner II, IV.8 (8.25)–(8.26): the predictive controller of Gustafsson, and steps that are kept
/// where their factors can be.
double Radau::ratio_behind_accepted(double h, double error_norm, bool may_grow) {
  constexpr double least_error = 1e-2;
  const double effort = 2.0 * most_iterations();
  const double safety = safety_of_radau * (effort + 1) / (effort + iterations_);
  const double error = std::max(error_norm, 1e-10);
  const double exponent = 1.0 / error_order();
  double ratio = std::pow(error, exponent) / safety;
  if (old_step_ != 0) {
    const double predicted = old_step_ / h * std::pow(error * error / old_error_, exponent) / safety_of_radau;
    ratio = std::max(ratio, predicted);
  }

  ratio = std::clamp(ratio, 1 / (coupling_.is_coupled() ? most_coupled_growth : most_growth), most_shrinkage);
  if (!may_grow) ratio = std::max(ratio, 1.0);
  old_error_ = std::max(least_error, error_norm);
  old_step_ = h;
  is_jacobian_fresh_ = false;
  const bool keeps_jacobian = !coupling_.is_coupled() && contraction_ <= keep_jacobian;
  wants_jacobian_ = !keeps_jacobian;
  constexpr double worth_factoring = 1.2; // growth
  if (keeps_jacobian && ratio <= 1 && ratio >= 1 / worth_factoring) ratio = 1;
  growth_ = 1 / ratio;
  return ratio;
}

void Radau::take_in(double h) {
  const RadauTableau& made_with = tableau();
  const std::size_t n = components();
  Vector slope_at_begin(n);
  Vector slope_at_end(n);
  Vector change(n);
  for (std::size_t k = 0; k < n; ++k) {
    slope_at_begin[k] = h * (curve_.is_empty() ? rate_[k] : end_slope_[k]);
    change[k] = state_[k] - previous_state_[k];
    for (std::size_t i = 0; i < made_with.nodes.size(); ++i)
      slope_at_end[k] += made_with.slope_at_end[i] * stages_[i * n + k];
    end_slope_[k] = slope_at_end[k] / h;
  }
  curve_.set({made_with, std::span(stages_).first(made_with.nodes.size() * n), change, slope_at_begin, slope_at_end});
  curve_length_ = h;
  const double price = spent();
  const bool is_slow = contraction_ >= RadauOrder::slow; // stages would be taken away
  if (coupling_.take_step(h, price - spent_before_, is_slow) || order_.take_step(iterations_, contraction_, growth_))
    old_step_ = 0;
  spent_before_ = price;
}

void Radau::interpolate(double t, std::span<double> y) {
  ENSURE(y.size() == components());
  if (t == time_ || !has_step_) {
    std::ranges::copy(state_, y.begin());
    return;
  }
  curve_.interpolate((t - previous_time_) / (time_ - previous_time_), y);
  for (std::size_t k = 0; k < components(); ++k)
    y[k] += previous_state_[k];
}

} // namespace numerics
} // namespace dalembert
