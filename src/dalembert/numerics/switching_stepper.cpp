#include <dalembert/base/errors.h>
#include <dalembert/numerics/added_statistics.h>
#include <dalembert/numerics/fastest_rate.h>
#include <dalembert/numerics/switching_stepper.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace dalembert::inline numerics {

namespace {

constexpr double stability_bound = 6.1;       ///< |hλ| of the pair of order 8 on the negative axis
constexpr double limits_steps = 1;            ///< |hλ| from which stability may limit steps, and not the error
constexpr double mostly = 0.5;                ///< share of a rate that is decay
constexpr std::uint64_t first_look = 200;     ///< accepted steps
constexpr std::uint64_t between_looks = 500;  ///< the same; a look costs 21 evaluations
constexpr std::uint64_t between_reviews = 50; ///< accepted steps of Radau
constexpr double trial_steps = 100;           ///< of the explicit method, over which methods are compared
constexpr double stages_of_pair = 12;         ///< evaluations in a step of order 8
constexpr double cheaper = 0.5;               ///< than the other: what a change is worth
constexpr double gained_in_the_end = 0.5;     ///< of that, where a trial begins with short steps that grow
constexpr std::uint64_t first_pause = 500;    ///< accepted steps behind a trial that failed

/// True where stability may limit steps of a mean length, or where the fastest motion decays and many steps were made
/// all the same: what has died away may still cost digits, as the rounding of a stiff spring's force does, long before
/// stability limits anything. Of those the trial decides, whose price is then small beside what was spent.
bool may_be_stiff(const FastestRate& rate, double mean_step, std::uint64_t steps) {
  struct Suspicion {
    std::uint64_t steps;
    double size; ///< |hλ|
  };
  constexpr std::array of_decay{Suspicion{700, 0.2}, Suspicion{2000, 1e-3}};
  const double size = rate.size * mean_step;
  return size > limits_steps || (rate.decay_share > mostly && std::ranges::any_of(of_decay, [&](const Suspicion& s) {
                                   return steps >= s.steps && size > s.size;
                                 }));
}

} // namespace

void archive(Archive& with, MethodChange& change) {
  auto& [time, method, is_stiff, fastest, step] = change;
  std::string name(method);
  with(time, name, is_stiff, fastest, step);
  if (!with.is_reading()) return;
  const StepMethod* const known = step_method(name);
  if (known == nullptr) throw ArchiveError("there is no method " + name);
  method = known->name;
}

SwitchingStepper::SwitchingStepper(OdeProblem problem, StepOptions options)
    : problem_(std::move(problem)), options_(std::move(options)) {
  make_current(true, options_);
}

std::unique_ptr<Stepper> make_switching(OdeProblem problem, StepOptions options) {
  return std::make_unique<SwitchingStepper>(std::move(problem), std::move(options));
}

Stepper& SwitchingStepper::current() const {
  if (explicit_) return *explicit_;
  return *implicit_;
}

const StepStatistics& SwitchingStepper::statistics() const {
  return statistics_ = added(before_, current().statistics());
}

void SwitchingStepper::start(double t, std::span<const double> y) {
  before_ = {};
  changes_.clear();
  make_current(true, options_);
  beyond_ = within_ = 0;
  is_suspected_ = false;
  next_look_ = first_look;
  pause_ = first_pause;
  next_trial_ = 0;
  mark_ = t;
  mark_price_ = 0;
  mark_steps_ = 0;
  explicit_->start(t, y);
}

void SwitchingStepper::make_current(bool is_explicit, const StepOptions& options) {
  current_options_ = options;
  explicit_ = is_explicit ? std::make_unique<ExplicitRk>(dormand_prince8(), problem_, options) : nullptr;
  implicit_ = is_explicit ? nullptr : std::make_unique<Radau>(RadauStages::any, problem_, options);
}

bool SwitchingStepper::archive(Archive& with) {
  bool is_explicit = explicit_ != nullptr;
  std::vector<double> start(current().state().begin(), current().state().end());
  double now = time();
  StepOptions options = current_options_;
  with(is_explicit, options.initial_step, options.max_steps, now, start, before_, changes_, beyond_, within_,
       is_suspected_, next_look_, pause_, next_trial_, mark_, mark_price_, mark_steps_);
  if (with.is_reading()) {
    make_current(is_explicit, options);
    current().start(now, start);
  }
  return current().archive(with);
}

/// The options of a stepper that goes on from here.
StepOptions SwitchingStepper::options_from_here(double first_step) const {
  StepOptions out = options_;
  out.initial_step = std::min(std::abs(first_step), options_.max_step);
  const StepStatistics& spent = statistics();
  const std::uint64_t tried = spent.accepted + spent.rejected + spent.refused;
  if (out.max_steps > 0) out.max_steps = out.max_steps > tried ? out.max_steps - tried : 1;
  return out;
}

double SwitchingStepper::price(const StepStatistics& spent) const {
  const auto n = static_cast<double>(current().state().size() - problem_.integrals);
  return static_cast<double>(spent.evaluations) + n / 2 * static_cast<double>(spent.jacobians) +
         n / 3 * static_cast<double>(spent.factorisations);
}

void SwitchingStepper::step(double t_stop) {
  if (explicit_ && is_suspected_) try_implicit(t_stop);
  if (implicit_) watch_implicit(t_stop);
  current().step(t_stop);
  if (explicit_) watch_explicit();
}

void SwitchingStepper::jump(double t) {
  current().jump(t);
  mark_ = t;
  mark_price_ = price(current().statistics());
  mark_steps_ = current().statistics().accepted;
}

/// Counts as the source of ExplicitRk::stiffness does, and looks at the fastest rate now and then.
void SwitchingStepper::watch_explicit() {
  constexpr int many = 15;
  constexpr int few = 6;
  const std::uint64_t steps = explicit_->statistics().accepted;
  if (explicit_->stiffness() > stability_bound) {
    within_ = 0;
    if (++beyond_ >= many) is_suspected_ = true;
  } else if (++within_ >= few) {
    beyond_ = 0;
  }
  if (steps < next_look_) return;
  next_look_ = steps + between_looks;
  const double mean = std::abs(explicit_->time() - mark_) / static_cast<double>(steps - mark_steps_);
  mark_ = explicit_->time();
  mark_steps_ = steps;
  if (steps < next_trial_ || is_suspected_) return;
  const std::optional<FastestRate> rate = fastest_rate(problem_, explicit_->time(), explicit_->state());
  is_suspected_ = rate && may_be_stiff(*rate, mean, steps);
}

bool SwitchingStepper::is_cheaper(Stepper& other, double distance, double budget) {
  const double begin = current().time();
  const double end = begin + distance;
  bool is_worth_it = false;
  try {
    other.start(begin, current().state());
    double paid = 0;         // before the last step
    double paid_earlier = 0; // before the one before it
    double earlier = begin;
    while (other.time() != end && price(other.statistics()) < budget) {
      paid_earlier = std::exchange(paid, price(other.statistics()));
      earlier = other.previous_time();
      other.step(end);
    }
    const double spent = price(other.statistics());
    const bool is_there = other.time() == end && spent <= budget;
    const double pace = (spent - paid_earlier) / std::abs(other.time() - earlier); // of the last two steps
    is_worth_it = is_there || pace <= gained_in_the_end * budget / std::abs(distance);
  } catch (const SolveError&) { // it cannot, and the one at work goes on
    is_worth_it = false;
  }
  const StepStatistics& spent = other.statistics();
  before_.evaluations += spent.evaluations;
  before_.jacobians += spent.jacobians;
  before_.factorisations += spent.factorisations;
  return is_worth_it;
}

void SwitchingStepper::try_implicit(double t_stop) {
  const std::uint64_t steps = explicit_->statistics().accepted;
  if (steps < next_trial_) return;
  const double last = explicit_->time() - explicit_->previous_time();
  const double left = std::abs(t_stop - explicit_->time());
  if (!(left > trial_steps / 2 * std::abs(last))) return; // the end is near, whatever the method
  is_suspected_ = false;
  beyond_ = 0;
  const double distance = std::min(trial_steps * std::abs(last), left);
  const double budget = cheaper * stages_of_pair * distance / std::abs(last);
  StepOptions options = options_from_here(last);
  options.passable = {};
  Radau ahead(RadauStages::any, problem_, options);
  if (!is_cheaper(ahead, std::copysign(distance, last), budget)) {
    pause_ = std::max(pause_, steps); // all trials together stay a small share
    next_trial_ = steps + pause_;
    pause_ *= 2;
    return;
  }
  const std::optional<FastestRate> rate = fastest_rate(problem_, explicit_->time(), explicit_->state());
  take_over(false, options_from_here(last), rate ? rate->size : 0);
}

/// From time to time: whether steps of the explicit method, at its stability bound, would be cheap beside those made.
void SwitchingStepper::watch_implicit(double t_stop) {
  const std::uint64_t steps = implicit_->statistics().accepted;
  if (steps < mark_steps_ + between_reviews) return;
  const double spent = price(implicit_->statistics()) - mark_price_;
  const double pace = spent / std::abs(implicit_->time() - mark_); // evaluations a second
  mark_ = implicit_->time();
  mark_price_ += spent;
  mark_steps_ = steps;
  if (steps < next_trial_) return;
  const std::optional<FastestRate> rate = fastest_rate(problem_, implicit_->time(), implicit_->state());
  if (!rate || !(stages_of_pair * rate->size / stability_bound < cheaper * pace)) return;
  const double left = std::abs(t_stop - implicit_->time());
  const double distance = std::min(left, trial_steps * stages_of_pair / pace);
  if (!(distance > left / 2 || distance * pace > trial_steps)) return;
  const double last = implicit_->time() - implicit_->previous_time();
  StepOptions options = options_from_here(last);
  options.initial_step = 0;
  StepOptions trial = options;
  trial.passable = {};
  ExplicitRk ahead(dormand_prince8(), problem_, trial);
  if (!is_cheaper(ahead, std::copysign(distance, last), cheaper * distance * pace)) {
    next_trial_ = steps + pause_;
    pause_ *= 2;
    return;
  }
  take_over(true, options, rate->size);
}

void SwitchingStepper::take_over(bool is_explicit, const StepOptions& options, double fastest) {
  const double t = current().time();
  const double step = std::abs(t - current().previous_time());
  const std::vector<double> y(current().state().begin(), current().state().end());
  before_ = added(before_, current().statistics());
  changes_.push_back({t, is_explicit ? "rk8" : "radau", !is_explicit, fastest, step});
  make_current(is_explicit, options);
  current().start(t, y);
  beyond_ = within_ = 0;
  is_suspected_ = false;
  next_look_ = first_look;
  next_trial_ = 0;
  mark_ = t;
  mark_price_ = 0;
  mark_steps_ = 0;
}

} // namespace dalembert::inline numerics
