#include <dalembert/base/errors.h>
#include <dalembert/numerics/step/time_order.h>
#include <dalembert/simulation/motion/passage.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

namespace {

/// Of the largest independence of the rows: steps that end closer are made again. Rounding ε changes the rates by
/// ε/near_share² there, 1e-12 of their size.
constexpr double near_share = 1e-2;

/// Rows that are as dependent all along the run repeat one another: contacts that share a load.
constexpr double dependent_anyway = 1e-9;

/// The first jump of the equations behind the last step, s.
double next_jump(const Stepper& stepper, std::span<const RhsJump> jumps) {
  const TimeOrder order(stepper.previous_time(), stepper.time());
  const auto next =
      std::ranges::find_if(jumps, [&](const RhsJump& jump) { return !order.precedes(jump.from, stepper.time()); });
  return next == jumps.end() ? order.never() : next->from;
}

} // namespace

bool SingularPassage::is_near(const Stepper& stepper, double longest) {
  constexpr double short_step = 1e-2; // of the longest one
  constexpr double dependent = 1e-2;
  constexpr double shorter = 0.1;
  const double length = length_of_step(stepper);
  if (method_.has_fixed_steps) return false;
  if (length > short_step * longest) {
    examined_ = std::numeric_limits<double>::infinity();
    return false;
  }
  if (length > shorter * examined_) return false;
  examined_ = length;
  return rows_.at(stepper.time(), stepper.state()) < dependent;
}

void SingularPassage::keep(double t, std::span<const double> y) {
  past_.keep(t, y);
  rows_.take_usual(t, y);
  ++kept_;
  if ((kept_ & (kept_ - 1)) == 0) rows_.take_usual_place(t, y); // now and then
}

void SingularPassage::restart(double t, std::span<const double> y) {
  past_.clear();
  past_.keep(t, y);
  if (!rows_.take_acting_rows().empty()) kept_ = 0;
}

std::unique_ptr<Stepper> SingularPassage::make_stepper(const StepOptions& settings) {
  if (!is_along_branch_) return method_of_run_.make(motion_.problem(method_of_run_.needs_momenta), settings);
  return along(branch_, settings);
}

std::unique_ptr<Stepper> SingularPassage::make_probe(const StepOptions& settings) {
  return along(aside_.emplace(branch_), settings);
}

std::unique_ptr<Stepper> SingularPassage::along(SmoothBranch& branch, const StepOptions& settings) {
  constexpr double steps_of_error = 4.0; // steps that ask for what is interpolated do not become shorter for ever
  const StepMethod& method = method_.needs_series || method_.needs_residual ? switching_method() : method_;
  StepOptions options = settings;
  const double looser = std::max(1.0, steps_of_error * branch.error() / settings.relative_tolerance);
  options.relative_tolerance *= looser;
  for (double& size : options.absolute_tolerance)
    size *= looser;
  return method.make(branch.problem(motion_.problem()), options);
}

std::vector<double> SingularPassage::values(double t, std::span<const double> y, const OfState& f) {
  if (!is_along_branch_) return f(t, y);
  SmoothBranch of_value = branch_; // what is looked at leaves no trace in the steps
  try {
    return of_value.values(t, y, f);
  } catch (const SolveError&) { // the equations change between the states on its two sides
    return f(t, y);
  }
}

double SingularPassage::value(double t, std::span<const double> y,
                              const std::function<double(double t, std::span<const double> y)>& f) {
  if (!is_along_branch_) return f(t, y);
  return values(t, y, [&f](double at, std::span<const double> there) { return std::vector{f(at, there)}; }).front();
}

std::vector<double> SingularPassage::rates_behind_impact(double t, std::span<const double> y, const OfState& f) {
  rates_ = values(t, y, f);
  return rates_;
}

void SingularPassage::take_change(double t, std::span<const double> before, std::span<double> y) {
  constexpr double clear = 4.0;
  const std::vector<double> rates = std::exchange(rates_, {});
  if (!is_along_branch_) return;
  const std::vector<std::size_t> others = rows_.take_acting_rows();
  if (branch_.is_swamped(t, before)) branch_.put_moving(before, rates, y);
  const bool has_same_rows =
      std::ranges::none_of(others, [this](std::size_t row) { return branch_.takes_part(rows_.columns_of_row(row)); });
  if (has_same_rows && branch_.goes_on(t, before, y)) return;
  goes_along_branch_ = rows_.at(t, y) < clear * near_share * rows_.usual() && branch_.find_again(t, y);
}

std::optional<ExactState> SingularPassage::begin_of_branch(Stepper& stepper, std::span<const RhsJump> jumps) {
  if (is_along_branch_ || engine_.constraints() == 0) return std::nullopt;
  if (!ends_beside(stepper, next_jump(stepper, jumps))) return std::nullopt;
  return follow_branch(stepper);
}

ExactState SingularPassage::follow_branch(Stepper& stepper) {
  ExactState out{stepper.previous_time(), std::vector<double>(stepper.state().size())};
  stepper.interpolate(out.time, out.y);
  goes_along_branch_ = true;
  return out;
}

SingularPassage::Meeting SingularPassage::meeting(Stepper& stepper, double at, std::span<const RhsJump> jumps) {
  try {
    double t = at;
    const std::vector<double> y = state_before(stepper, at, t);
    const double back = past_.moments().empty() ? stepper.previous_time() : past_.first_time();
    if (branch_.find(t, y, {back, next_jump(stepper, jumps)})) return Meeting::crossing;
    if (!branch_.has_met_corner()) return Meeting::unknown;
    note_corner(at);
    return Meeting::corner;
  } catch (const SolveError&) { // within the step
    return Meeting::unknown;
  }
}

/// One corner may be met by several steps, closer and closer.
void SingularPassage::note_corner(double t) {
  constexpr double same = 1e-2; // of the time between the kept states
  const double apart = past_.moments().empty() ? 0.0 : same * std::abs(t - past_.first_time());
  if (!corners_.empty() && std::abs(corners_.back().t - t) <= apart) corners_.pop_back();
  corners_.push_back({t, branch_.miss()});
}

/// A state in the last step of `stepper`, at `t`, before the rows are so close to dependent that rounding shows.
std::vector<double> SingularPassage::state_before(Stepper& stepper, double position, double& t) {
  constexpr int halvings = 12;
  const double near = 2.0 * near_share * rows_.usual();
  std::vector<double> y(stepper.state().size());
  double before = stepper.previous_time();
  double behind = position;
  for (int i = 0; i < halvings; ++i) {
    t = before + 0.5 * (behind - before);
    stepper.interpolate(t, y);
    (rows_.at(t, y) > near ? before : behind) = t;
  }
  t = before;
  stepper.interpolate(t, y);
  return y;
}

bool SingularPassage::ends_beside(Stepper& stepper, double limit, bool is_solved) {
  return is_beside(stepper, stepper.time(), stepper.state(), limit, is_solved);
}

bool SingularPassage::is_cut_beside(Stepper& stepper, double t, std::span<const double> y,
                                    std::span<const RhsJump> jumps) {
  if (is_along_branch_ || engine_.constraints() == 0) return false;
  return is_beside(stepper, t, y, next_jump(stepper, jumps), false);
}

bool SingularPassage::is_beside(Stepper& stepper, double t, std::span<const double> y, double limit, bool is_solved) {
  constexpr double clear = 4.0;
  constexpr double closer = 0.5; // than where it was looked for in vain
  if (method_.needs_momenta) return false;
  const bool may_be_near = rows_.may_be_below(near_share, t, y, is_solved);
  const double near = may_be_near && rows_.usual() > dependent_anyway ? near_share * rows_.usual() : 0.0;
  const double value = may_be_near ? rows_.at(t, y) : std::numeric_limits<double>::infinity();
  if (value > clear * near) {
    refused_ = 0.0;
    is_at_corner_ = false;
  }
  if (!(value < near) || (refused_ > 0.0 && value > closer * refused_)) return false;
  try {
    double clear_time = t;
    const std::vector<double> clear_state = state_before(stepper, t, clear_time);
    const double back = past_.moments().empty() ? clear_time : past_.first_time();
    if (branch_.find(clear_time, clear_state, {back, limit})) return true;
    is_at_corner_ = is_at_corner_ || branch_.has_met_corner();
    if (branch_.has_met_corner()) note_corner(t);
  } catch (const SolveError&) { // within the step
  }
  refused_ = value;
  return false;
}

bool SingularPassage::put_onto_branch(double t, std::span<double> y) {
  if (!is_along_branch_ || branch_.is_far(t, y)) return false;
  std::vector<double> put(y.begin(), y.end());
  SmoothBranch of_sample = branch_; // what is shown leaves no trace in the steps
  try {
    of_sample.put_onto_branch(t, put);
  } catch (const SolveError&) { // the equations change between the states on its two sides
    return false;
  }
  std::ranges::copy(put, y.begin());
  return true;
}

/// Close to the position it goes on along the branch, unless another one comes closer.
bool SingularPassage::is_past(double t, std::span<const double> y) {
  constexpr double clear = 1.5;
  const double before = std::exchange(behind_, 0.0);
  if (!branch_.is_left(t, y)) return false;
  const double usual = rows_.usual();
  behind_ = rows_.at(t, y);
  rows_.take_usual_value(behind_);
  const bool is_close = behind_ <= clear * near_share * std::max(usual, behind_) && !branch_.is_far(t, y);
  goes_along_branch_ = is_close && behind_ >= before;
  return !goes_along_branch_;
}

double SingularPassage::singular_time(Stepper& passed, double guess) {
  const TimeOrder order(passed.previous_time(), passed.time());
  std::vector<double> y(passed.state().size());
  const auto at = [&](double t) {
    motion_.interpolate(passed, t, y);
    return rows_.at(t, y);
  };
  // Before and behind it falls and rises in proportion to the distance.
  const double length = passed.time() - passed.previous_time();
  for (const double share : {0.1, 0.01, 1e-3}) {
    const double before = order.last(passed.previous_time(), guess - share * length);
    const double behind = order.first(passed.time(), guess + share * length);
    const double falling = at(before);
    const double rising = at(behind);
    if (falling + rising > 0.0) guess = before + (behind - before) * falling / (falling + rising);
  }
  return guess;
}

std::optional<SingularPassage::Passed> SingularPassage::over(const Stepper& stepper, bool is_near, double limit,
                                                             double longest) {
  constexpr double beside = 1e-5; // of the step
  if (is_at_corner_) return std::nullopt;
  Passed out{step_over(stepper.time(), limit, longest), false, stepper.time(), stepper.time(), {}, {}};
  if (!out.step) return std::nullopt;
  out.y.assign(stepper.state().begin(), stepper.state().end());
  try {
    const double usual = rows_.usual();
    const double here = rows_.at(stepper.time(), stepper.state());
    out.is_singular = is_near || here < near_share * std::max(usual, here);
    if (out.is_singular) out.at = singular_time(*out.step, stepper.time());
    if (is_near) {
      out.close = out.at - beside * (out.step->time() - out.step->previous_time());
      motion_.interpolate(*out.step, out.close, out.y);
    }
  } catch (const SolveError&) { // within the step
    return std::nullopt;
  }
  if (meeting(*out.step, out.at, {}) == Meeting::corner) return std::nullopt;
  out.vanishing = rows_.vanishing_row(out.close, out.y);
  return out;
}

std::unique_ptr<Stepper> SingularPassage::step_over(double t_singular, double limit, double longest) {
  constexpr int most_tries = 12;
  constexpr double shorter = 0.75;
  constexpr double room_share = 0.99;
  const TimeOrder order(t_singular, limit);
  // No longer than there is room for.
  const double room = room_share * std::abs(limit - t_singular) / (1.0 - method_.widest_gap);
  double length = order.sign() * std::min(longest, room);
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

} // namespace simulation
} // namespace dalembert
