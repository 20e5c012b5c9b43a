#include <dalembert/base/errors.h>
#include <dalembert/numerics/choice/switching_stepper.h>
#include <dalembert/numerics/step/added_statistics.h>
#include <dalembert/numerics/step/fastest_rate.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr double trial_steps = StiffnessWatch::trial_steps;
constexpr double stages_of_pair = StiffnessWatch::stages_of_pair;
constexpr double cheaper = 0.75;              ///< than the implicit method: what going back is worth
constexpr std::uint64_t between_reviews = 50; ///< accepted steps of Radau

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
  watch_.start(t);
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
  with(is_explicit, options.initial_step, options.max_steps, now, start, before_, changes_, watch_, pause_, next_trial_,
       mark_, mark_price_, mark_steps_);
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
  return step_price(problem_, current().state().size(), spent);
}

ExplicitCourse SwitchingStepper::course() const {
  return {explicit_->time(), explicit_->previous_time(), explicit_->state(), explicit_->statistics().accepted};
}

void SwitchingStepper::step(double t_stop) {
  if (explicit_ && watch_.is_suspected()) try_implicit(t_stop);
  if (implicit_) watch_implicit(t_stop);
  current().step(t_stop);
  if (explicit_) watch_.take(problem_, course(), explicit_->stiffness());
}

void SwitchingStepper::jump(double t) {
  current().jump(t);
  watch_.mark(t, current().statistics().accepted);
  mark_ = t;
  mark_price_ = price(current().statistics());
  mark_steps_ = current().statistics().accepted;
}

void SwitchingStepper::try_implicit(double t_stop) {
  const double last = explicit_->time() - explicit_->previous_time();
  if (!watch_.should_change(problem_, course(), t_stop, options_from_here(last), before_)) return;
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
  if (!rate || !(stages_of_pair * rate->size / StiffnessWatch::stability_bound < cheaper * pace)) return;
  const double left = std::abs(t_stop - implicit_->time());
  const double distance = std::min(left, trial_steps * stages_of_pair / pace);
  if (!(distance > left / 2 || distance * pace > trial_steps)) return;
  const double last = implicit_->time() - implicit_->previous_time();
  StepOptions options = options_from_here(last);
  options.initial_step = 0;
  StepOptions trial = options;
  trial.passable = {};
  ExplicitRk ahead(dormand_prince8(), problem_, trial);
  const Trial ahead_of_it{ahead, implicit_->time(), implicit_->state(), std::copysign(distance, last),
                          cheaper * distance * pace};
  if (!is_cheap_enough(problem_, ahead_of_it, before_)) {
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
  if (is_explicit)
    watch_.start(t, pause_);
  else
    pause_ = watch_.pause();
  next_trial_ = 0;
  mark_ = t;
  mark_price_ = 0;
  mark_steps_ = 0;
}

} // namespace numerics
} // namespace dalembert
