#include <dalembert/base/errors.h>
#include <dalembert/numerics/choice/series_first_stepper.h>
#include <dalembert/numerics/choice/switching_stepper.h>
#include <dalembert/numerics/methods/explicit_rk.h>
#include <dalembert/numerics/methods/taylor_stepper.h>
#include <dalembert/numerics/step/added_statistics.h>
#include <dalembert/numerics/step/fastest_rate.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr std::uint64_t first_look_at_series = 40; ///< accepted steps
constexpr std::uint64_t looks_apart = 4;           ///< each look is at so many times the steps of the one before
constexpr double steps_compared = 3;               ///< of series, over which the explicit method is tried
constexpr double much_cheaper = 0.5;               ///< what a change for good is worth
constexpr double decay_within_step = 4; ///< |hλ| of a motion that is gone behind a step; series allow about p/3
constexpr double share_of_decay = 0.5;  ///< of a rate
/// A series of order p takes about as long as so many times p evaluations, a projection as long as ten.
constexpr double evaluations_of_order = 2;
constexpr double evaluations_of_projection = 10;

constexpr std::uint64_t most_turned_down = 20; ///< steps of series

std::uint64_t tried_steps(const StepStatistics& spent) {
  return spent.accepted + spent.rejected + spent.refused;
}

} // namespace

std::unique_ptr<Stepper> make_series_first(OdeProblem problem, StepOptions options) {
  return std::make_unique<SeriesFirstStepper>(std::move(problem), std::move(options));
}

SeriesFirstStepper::SeriesFirstStepper(OdeProblem problem, StepOptions options)
    : problem_(std::move(problem)), options_(std::move(options)) {
  ENSURE(problem_.series);
  make_current(true, options_);
}

void SeriesFirstStepper::make_current(bool is_series, const StepOptions& options) {
  current_options_ = options;
  is_series_ = is_series;
  current_ = is_series ? make_taylor(problem_, options) : make_switching(problem_, options);
}

const StepStatistics& SeriesFirstStepper::statistics() const {
  return statistics_ = added(before_, current_->statistics());
}

std::span<const MethodChange> SeriesFirstStepper::changes() const {
  changes_ = own_changes_;
  changes_.insert(changes_.end(), current_->changes().begin(), current_->changes().end());
  return changes_;
}

void SeriesFirstStepper::start(double t, std::span<const double> y) {
  before_ = {};
  own_changes_.clear();
  make_current(true, options_);
  next_look_ = first_look_at_series;
  looked_at_ = 0;
  mark_ = t;
  current_->start(t, y);
}

void SeriesFirstStepper::step(double t_stop) {
  if (!is_series_) return current_->step(t_stop);
  watch(t_stop);
  try {
    return current_->step(t_stop);
  } catch (const SolveError&) {
    const bool is_at_limit = options_.max_steps > 0 && tried_steps(statistics()) >= options_.max_steps;
    if (!is_series_ || is_at_limit) throw;
  }
  give_way(0);
  current_->step(t_stop);
}

/// The options of a stepper that goes on from here.
StepOptions SeriesFirstStepper::options_from_here() const {
  StepOptions out = options_;
  if (current_->time() != current_->previous_time()) out.initial_step = 0; // that of series says nothing
  const std::uint64_t tried = tried_steps(statistics());
  if (out.max_steps > 0) out.max_steps = out.max_steps > tried ? out.max_steps - tried : 1;
  return out;
}

void SeriesFirstStepper::watch(double t_stop) {
  const StepStatistics& made_so_far = current_->statistics();
  const std::uint64_t steps = made_so_far.accepted;
  // Series are seldom turned down. Where they are again and again, as beside a position at which the motion branches,
  // the explicit steps see what is there.
  const std::uint64_t turned_down = made_so_far.rejected + made_so_far.refused;
  if (turned_down > most_turned_down && 2 * turned_down > steps) return give_way(0);
  if (steps < next_look_) return;
  const double made = static_cast<double>(steps - looked_at_);
  const double mean = (current_->time() - mark_) / made;
  looked_at_ = steps;
  mark_ = current_->time();
  next_look_ = looks_apart * steps;
  const std::optional<FastestRate> rate = fastest_rate(problem_, current_->time(), current_->state());
  if (rate && rate->decay_share > share_of_decay && rate->size * std::abs(mean) > decay_within_step)
    return give_way(rate->size);
  const double distance = steps_compared * mean;
  if (std::abs(t_stop - current_->time()) > std::abs(distance) && is_explicit_cheaper(distance, steps_compared))
    give_way(0);
}

/// True where the explicit method covers `distance` at less than the price of so many steps by series.
bool SeriesFirstStepper::is_explicit_cheaper(double distance, double steps) {
  const double projection = problem_.project ? evaluations_of_projection : 0;
  const double budget =
      much_cheaper * steps * (evaluations_of_order * taylor_order(options_.relative_tolerance) + projection);
  StepOptions options = options_from_here();
  options.passable = {};
  ExplicitRk ahead(dormand_prince8(), problem_, options);
  const auto price = [&] {
    const StepStatistics& spent = ahead.statistics();
    return static_cast<double>(spent.evaluations) + projection * static_cast<double>(tried_steps(spent));
  };
  const double end = current_->time() + distance;
  bool is_cheaper = false;
  try {
    ahead.start(current_->time(), current_->state());
    while (ahead.time() != end && price() < budget)
      ahead.step(end);
    is_cheaper = ahead.time() == end && price() < budget;
  } catch (const SolveError&) { // it cannot, and series go on
    is_cheaper = false;
  }
  before_.evaluations += ahead.statistics().evaluations;
  return is_cheaper;
}

void SeriesFirstStepper::give_way(double fastest) {
  const double t = current_->time();
  const double step = std::abs(t - current_->previous_time());
  const StepOptions options = options_from_here();
  const std::vector<double> y(current_->state().begin(), current_->state().end());
  before_ = added(before_, current_->statistics());
  own_changes_.push_back({t, "rk8", false, fastest, step});
  make_current(false, options);
  current_->start(t, y);
}

bool SeriesFirstStepper::archive(Archive& with) {
  bool is_series = is_series_;
  std::vector<double> start(current_->state().begin(), current_->state().end());
  double now = time();
  StepOptions options = current_options_;
  with(is_series, options.initial_step, options.max_steps, now, start, before_, own_changes_, next_look_, looked_at_,
       mark_);
  if (with.is_reading()) {
    make_current(is_series, options);
    current_->start(now, start);
  }
  return current_->archive(with);
}

} // namespace numerics
} // namespace dalembert
