#include <dalembert/base/errors.h>
#include <dalembert/numerics/choice/stiffness_watch.h>
#include <dalembert/numerics/radau/radau.h>
#include <dalembert/numerics/step/added_statistics.h>
#include <dalembert/numerics/step/fastest_rate.h>
#include <dalembert/numerics/step/implicit_prices.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr double limits_steps = 1;           ///< |hλ| from which stability may limit steps, and not the error
constexpr double mostly = 0.5;               ///< share of a rate that is decay
constexpr std::uint64_t first_look = 200;    ///< accepted steps
constexpr std::uint64_t between_looks = 500; ///< the same; a look costs 21 evaluations
constexpr double gained_in_the_end = 0.5;    ///< of what a change is worth, where short steps that grow begin a trial
constexpr double growing = 1.5;              ///< a step over the one before
constexpr double overdraft = 2;              ///< of the budget, while steps grow
constexpr double trial_reach = 4;            ///< times its distance: how far a trial whose steps grow goes on
constexpr std::uint64_t first_pause = 500;   ///< accepted steps behind a trial that failed

/// True where stability may limit steps of a mean length, or where the fastest motion decays and many steps were made
/// all the same: what has died away may still cost digits, as the rounding of a stiff spring's force does, long before
/// stability limits anything; after very many also where it does not decay, but may rest. Of those the trial decides,
/// whose price is then small beside what was spent.
bool may_be_stiff(const FastestRate& rate, double mean_step, std::uint64_t steps) {
  struct Suspicion {
    std::uint64_t steps;
    double size; ///< |hλ|
  };
  constexpr std::array of_decay{Suspicion{700, 0.2}, Suspicion{2000, 1e-3}};
  constexpr Suspicion of_rest{4000, 0.5};
  const double size = rate.size * mean_step;
  const auto is_met = [&](const Suspicion& s) { return steps >= s.steps && size > s.size; };
  return size > limits_steps || is_met(of_rest) || (rate.decay_share > mostly && std::ranges::any_of(of_decay, is_met));
}

/// True where f takes far fewer operations than what implicit steps need beside it.
bool is_quick(const OdeProblem& problem) {
  return problem.is_jacobian_dear || (problem.second_order && problem.second_order->is_quick);
}

/// How many explicit steps cost what a Jacobian and a few factorisations do.
double steps_of_factors(const OdeProblem& problem, const ImplicitPrices& prices, std::size_t components,
                        double factorisations) {
  const double jacobian =
      problem.is_jacobian_dear ? static_cast<double>(components - problem.integrals) : prices.jacobian;
  return (factorisations * prices.factorisation + jacobian) / StiffnessWatch::stages_of_pair;
}

constexpr double of_preparation = 125; ///< explicit steps that cost what the program of the entries does, once
constexpr double of_least_run = 3;     ///< factorisations that even the smoothest run takes
constexpr double of_trial = 16;        ///< that a trial has to show how its steps grow, where they are dear

} // namespace

double step_price(const OdeProblem& problem, std::size_t components, const StepStatistics& spent) {
  if (spent.factorisations == 0) return static_cast<double>(spent.evaluations);
  return implicit_price(implicit_prices(problem, components), spent);
}

bool is_cheap_enough(const OdeProblem& problem, const Trial& trial, StepStatistics& spent) {
  Stepper& other = trial.other;
  const double farthest = std::max(std::abs(trial.distance), trial.farthest);
  const double end = trial.begin + std::copysign(farthest, trial.distance);
  const auto price = [&] {
    const StepStatistics& by_other = other.statistics();
    const auto moved = static_cast<double>((trial.state.size() - problem.integrals) * by_other.jacobians);
    return step_price(problem, trial.state.size(), by_other) - (trial.takes_differences ? moved : 0.0);
  };
  bool is_worth_it = false;
  try {
    other.start(trial.begin, trial.state);
    double cost = 0;
    double paid = 0;         // before the last step
    double paid_earlier = 0; // before the one before it
    double earlier = trial.begin;
    bool is_there = false;
    bool goes_on = true;
    while (goes_on && other.time() != end) {
      paid_earlier = std::exchange(paid, cost);
      const double step_before = std::abs(other.time() - other.previous_time());
      earlier = other.previous_time();
      other.step(end);
      cost = price();
      is_there = is_there || other.time() == end || std::abs(other.time() - trial.begin) >= std::abs(trial.distance);
      const bool is_within = cost < trial.budget;
      const bool grows = std::abs(other.time() - other.previous_time()) > growing * step_before;
      goes_on = is_there || !is_within ? !is_within && grows && cost < overdraft * trial.budget : true;
    }
    const double pace = (cost - paid_earlier) / std::abs(other.time() - earlier); // of the last two steps
    is_worth_it =
        (is_there && cost <= trial.budget) || pace <= gained_in_the_end * trial.budget / std::abs(trial.distance);
  } catch (const SolveError&) { // it cannot, and the one at work goes on
    is_worth_it = false;
  }
  spent.evaluations += other.statistics().evaluations;
  spent.jacobians += other.statistics().jacobians;
  spent.factorisations += other.statistics().factorisations;
  return is_worth_it;
}

void StiffnessWatch::start(double t) {
  start(t, first_pause);
}

void StiffnessWatch::start(double t, std::uint64_t pause) {
  beyond_ = within_ = 0;
  is_suspected_ = false;
  next_look_ = first_look;
  pause_ = pause;
  next_trial_ = 0;
  mark(t, 0);
}

void StiffnessWatch::mark(double t, std::uint64_t accepted) {
  mark_ = t;
  mark_steps_ = accepted;
}

/// Counts as the source of ExplicitRk::stiffness does, and looks at the fastest rate now and then.
void StiffnessWatch::take(const OdeProblem& problem, const ExplicitCourse& at, double stiffness) {
  constexpr int many = 15;
  constexpr int few = 6;
  if (stiffness > stability_bound) {
    within_ = 0;
    if (++beyond_ >= many) is_suspected_ = true;
  } else if (++within_ >= few) {
    beyond_ = 0;
  }
  if (at.accepted < next_look_) return;
  next_look_ = at.accepted + between_looks;
  const double mean = std::abs(at.time - mark_) / static_cast<double>(at.accepted - mark_steps_);
  mark(at.time, at.accepted);
  if (at.accepted < next_trial_ || is_suspected_) return;
  const std::optional<FastestRate> rate = fastest_rate(problem, at.time, at.state);
  is_suspected_ = rate && may_be_stiff(*rate, mean, at.accepted);
}

bool StiffnessWatch::should_change(const OdeProblem& problem, const ExplicitCourse& at, double t_stop,
                                   StepOptions options, StepStatistics& spent) {
  if (at.accepted < next_trial_) return false;
  const double last = at.time - at.previous_time;
  const double left = std::abs(t_stop - at.time);
  if (!(left > trial_steps / 2 * std::abs(last))) return false; // the end is near, whatever the method
  is_suspected_ = false;
  beyond_ = 0;
  double steps = trial_steps;
  if (is_quick(problem)) {
    if (problem.second_order && of_preparation > left / std::abs(last)) return false;
    const ImplicitPrices prices = implicit_prices(problem, at.state.size());
    if (steps_of_factors(problem, prices, at.state.size(), of_least_run) > left / std::abs(last)) return false;
    steps = std::max(steps, steps_of_factors(problem, prices, at.state.size(), of_trial));
  }
  const double distance = std::min(steps * std::abs(last), left);
  const double budget = cheaper * stages_of_pair * distance / std::abs(last);
  options.passable = {};
  OdeProblem tried = problem;
  if (problem.is_jacobian_dear) tried.jacobian = {};
  Radau ahead(RadauStages::any, std::move(tried), std::move(options));
  const Trial trial{ahead,
                    at.time,
                    at.state,
                    std::copysign(distance, last),
                    budget,
                    std::min(trial_reach * distance, left),
                    problem.is_jacobian_dear};
  if (is_cheap_enough(problem, trial, spent)) return true;
  pause_ = std::max(pause_, at.accepted); // all trials together stay a small share
  next_trial_ = at.accepted + pause_;
  pause_ *= 2;
  return false;
}

} // namespace numerics
} // namespace dalembert
