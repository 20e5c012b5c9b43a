#include <dalembert/base/errors.h>
#include <dalembert/numerics/kkt.h>
#include <dalembert/numerics/time_order.h>
#include <dalembert/simulation/explain.h>
#include <dalembert/simulation/passage.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dalembert::inline simulation {

bool SingularPassage::is_near(const Stepper& stepper, double longest) {
  constexpr double short_step = 1e-2; // of the longest one
  constexpr double dependent = 1e-2;
  constexpr double shorter = 0.1;
  const double length = std::abs(stepper.time() - stepper.previous_time());
  if (method_.has_fixed_steps) return false;
  if (length > short_step * longest) {
    examined_ = std::numeric_limits<double>::infinity();
    return false;
  }
  if (length > shorter * examined_) return false;
  examined_ = length;
  find_usual_lengths();
  return independence(stepper.time(), stepper.state()) < dependent;
}

/// The length of each row, with coordinates in units of their usual size.
void SingularPassage::measure_rows(double t, std::span<const double> y, std::vector<double>& lengths) {
  entries_.evaluate(t, y, values_);
  lengths.assign(engine_.constraints(), 0.0);
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    const std::span<const double> row = entries_.of_row(std::span(std::as_const(values_)), k);
    const std::span<const std::size_t> columns = entries_.columns_of_row(k);
    for (std::size_t e = 0; e < row.size(); ++e)
      lengths[k] = std::hypot(lengths[k], row[e] * engine_.scale(columns[e]));
  }
}

/// Takes the lengths that rows have had in the states kept.
void SingularPassage::find_usual_lengths() {
  std::vector<double> lengths;
  usual_.assign(engine_.constraints(), 0.0);
  for (const PastStates::Moment& moment : past_.moments()) {
    measure_rows(moment.t, moment.y, lengths);
    for (std::size_t k = 0; k < usual_.size(); ++k)
      usual_[k] = std::max(usual_[k], lengths[k]);
  }
}

double SingularPassage::independence(double t, std::span<const double> y) {
  std::vector<double> lengths;
  measure_rows(t, y, lengths);
  double out = 1.0;
  for (std::size_t k = 0; k < lengths.size(); ++k)
    if (usual_[k] > 0.0) out = std::min(out, lengths[k] / usual_[k]);
  if (rank_ < 2) return out;
  if (!can_solve_at(motion_, t, y)) return 0.0;
  const Dynamics& dynamics = motion_.dynamics();
  if (dynamics.is_by_structure()) return out * std::sqrt(dynamics.status().smallest_pivot); // sin² of an angle
  const std::vector<double> spectrum =
      row_spectrum({dynamics.mass(), dynamics.rows(), {}}, static_cast<int>(engine_.coordinates()),
                   static_cast<int>(engine_.constraints()), {});
  return out * spectrum[static_cast<std::size_t>(rank_) - 1] / spectrum.front();
}

double SingularPassage::singular_time(Stepper& passed, double guess) {
  const TimeOrder order(passed.previous_time(), passed.time());
  std::vector<double> y(passed.state().size());
  const auto at = [&](double t) {
    motion_.interpolate(passed, t, y);
    return independence(t, y);
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
  find_usual_lengths();
  Passed out{step_over(stepper.time(), limit, longest), stepper.time(), stepper.time(), {}, {}};
  if (!out.step) return std::nullopt;
  out.y.assign(stepper.state().begin(), stepper.state().end());
  try {
    if (is_near) {
      out.at = singular_time(*out.step, stepper.time());
      out.close = out.at - beside * (out.step->time() - out.step->previous_time());
      motion_.interpolate(*out.step, out.close, out.y);
    }
  } catch (const SolveError&) { // within the step
    return std::nullopt;
  }
  out.vanishing = vanishing_row(out.close, out.y);
  return out;
}

std::string SingularPassage::vanishing_row(double t, std::span<const double> y) {
  constexpr double share = 1e-3;
  std::vector<double> lengths;
  measure_rows(t, y, lengths);
  for (std::size_t k = 0; k < lengths.size(); ++k)
    if (lengths[k] < share * usual_[k]) return row_vanishes(engine_.system().constraints[k].name);
  return {};
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

bool can_solve_at(Motion& motion, double t, std::span<const double> y) {
  try {
    motion.unpack(t, y);
    motion.solve();
    return true;
  } catch (const SolveError&) {
    return false;
  }
}

std::string singular_reason(Motion& motion, const Engine& engine, double t, std::span<const double> y) {
  if (!can_solve_at(motion, t, y)) return {};
  const KktMatrices matrices{motion.dynamics().mass(), motion.dynamics().rows(), {}};
  return explain_nearly_singular(engine, matrices).value_or(std::string());
}

} // namespace dalembert::inline simulation
