#include <dalembert/base/errors.h>
#include <dalembert/numerics/lanes/lane_rk.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

// As AdaptiveStepper and ExplicitRk have them.
constexpr double rounding_of_double = std::numeric_limits<double>::epsilon();
constexpr int most_tries = 2000;
constexpr double safety = 0.85;

template <typename Work>
void for_each_lane(LaneMask mask, const Work& work) {
  for (unsigned rest = mask; rest != 0; rest &= rest - 1)
    work(static_cast<std::size_t>(std::countr_zero(rest)));
}

LaneMask without(LaneMask all, LaneMask some) {
  return static_cast<LaneMask>(all & ~some);
}

} // namespace

LaneRk::LaneRk(const Tableau& tableau, std::size_t components, LaneProblem problem)
    : tableau_(tableau),
      n_(components),
      problem_(std::move(problem)),
      kernels_(lane_kernels()),
      // Lanes that are empty are computed with the others: with zeros, which no processor is slow with.
      absolute_(components * lane_count, 1.0),
      state_(components * lane_count, 0.0),
      previous_state_(state_),
      rate_(state_),
      trial_(state_),
      carry_(state_),
      trial_carry_(state_),
      error_(state_),
      slopes_(tableau.rows.size() * components * lane_count, 0.0),
      last_stage_(state_),
      dense_((tableau.dense.size() + 3) * components * lane_count, 0.0) {}

void LaneRk::seat(std::size_t lane, const ExplicitRk& begun, const StepOptions& options, double end) {
  const PairMemory memory = begun.memory();
  ENSURE(memory.state.size() == n_ && !options.passable && options.max_steps == 0);
  Clock clock;
  clock.time = clock.previous_time = memory.time;
  clock.end = end;
  clock.max_step = options.max_step;
  clock.longest_step = options.longest_step;
  clock.next_step = memory.next_step;
  clock.previous_error = memory.previous_error;
  clock.statistics = begun.statistics();
  clocks_[lane] = clock;
  relative_[lane] = options.relative_tolerance;
  const std::vector<double>& absolute = options.absolute_tolerance;
  for (std::size_t i = 0; i < n_; ++i) {
    const std::size_t place = i * lane_count + lane;
    absolute_[place] = absolute[absolute.size() == 1 ? 0 : i];
    state_[place] = memory.state[i];
    carry_[place] = memory.carry[i];
    rate_[place] = memory.rate[i];
  }
  seated_ = static_cast<LaneMask>(seated_ | lane_bit(lane));
}

/// out ← Σ weight · k
void LaneRk::combine(const TableauRow& row, double* out) {
  terms_.clear();
  for (const TableauEntry& entry : row)
    terms_.push_back({slope(static_cast<std::size_t>(entry.stage)), entry.weight});
  kernels_.combine(terms_.data(), terms_.size(), n_, out);
}

LaneMask LaneRk::evaluate(LaneMask wanted, const OfLanes& t, const double* y, double* dydt) {
  const LaneMask evaluated = problem_.rhs(wanted, t.data(), y, dydt);
  return static_cast<LaneMask>(wanted & evaluated & kernels_.finite(n_, dydt));
}

/// AdaptiveStepper::step up to the attempt.
void LaneRk::propose(Clock& clock, std::size_t lane) {
  const double way = std::abs(clock.end - clock.time);
  if (std::exchange(clock.is_new_step, false)) {
    clock.shortest = 16 * rounding_of_double * std::max(std::abs(clock.time), 1e-6 * way);
    clock.attempts = 0;
  }
  if (clock.attempts++ == most_tries) return give_up(lane);
  const double longest = clock.longest_step ? std::min(clock.max_step, clock.longest_step(clock.time)) : clock.max_step;
  double h = std::copysign(std::min(std::abs(clock.next_step), longest), clock.next_step);
  clock.is_cut = 1.01 * std::abs(h) >= way;
  clock.wanted = h;
  new_time_[lane] = clock.is_cut ? clock.end : clock.time + h;
  h = new_time_[lane] - clock.time;
  if (!clock.is_cut && std::abs(h) < clock.shortest) return give_up(lane);
  length_[lane] = h;
}

/// Says how long the next step of each lane is; returns those that can try it.
LaneMask LaneRk::choose_steps() {
  given_up_ = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane)
    if (!has_lane(seated_, lane)) {
      length_[lane] = 0;
      new_time_[lane] = clocks_[lane].time;
    } else {
      propose(clocks_[lane], lane);
    }
  return without(seated_, given_up_);
}

LaneMask LaneRk::evaluate_stages(LaneMask wanted) {
  std::copy(rate_.begin(), rate_.end(), slope(0));
  OfLanes t{};
  for (std::size_t stage = 1;; ++stage) {
    combine(tableau_.rows[stage], trial_.data());
    if (std::cmp_equal(stage, tableau_.stages)) return wanted; // `trial_` holds Σ b k
    kernels_.move(n_, state_.data(), length_.data(), trial_.data());
    for (std::size_t lane = 0; lane < lane_count; ++lane)
      t[lane] = clocks_[lane].time + tableau_.nodes[stage] * length_[lane];
    const LaneMask evaluated = evaluate(wanted, t, trial_.data(), slope(stage));
    given_up_ = static_cast<LaneMask>(given_up_ | without(wanted, evaluated));
    wanted = evaluated;
    if (std::cmp_equal(stage + 1, tableau_.stages)) last_stage_ = trial_;
  }
}

/// ExplicitRk::measure_error of all lanes; returns those whose step keeps the tolerance.
LaneMask LaneRk::judge(LaneMask tried) {
  const auto norms_of = [&](const TableauRow& row, OfLanes& out) {
    combine(row, error_.data());
    kernels_.norms(n_, error_.data(), length_.data(), state_.data(), trial_.data(), absolute_.data(), relative_.data(),
                   out.data());
  };
  norms_of(tableau_.error, errors_);
  if (!tableau_.coarse_error.empty()) {
    OfLanes rough{};
    norms_of(tableau_.coarse_error, rough);
    for_each_lane(tried, [&](std::size_t lane) {
      double& fine = errors_[lane];
      if (fine == 0) return;
      const double ratio = rough[lane] / fine;
      fine = fine / std::sqrt(1 + 0.01 * ratio * ratio);
    });
  }
  LaneMask good = 0;
  for_each_lane(tried, [&](std::size_t lane) {
    if (!std::isfinite(errors_[lane]))
      give_up(lane);
    else if (errors_[lane] > 1)
      reject(clocks_[lane], lane, errors_[lane]);
    else
      good = static_cast<LaneMask>(good | lane_bit(lane));
  });
  return good;
}

void LaneRk::reject(Clock& clock, std::size_t lane, double error_norm) {
  ++clock.statistics.rejected;
  const double ratio = std::min(1 / tableau_.shrink_limit, std::pow(error_norm, tableau_.step_exponent) / safety);
  clock.next_step = length_[lane] / ratio;
  clock.may_grow = false;
  if (std::abs(clock.next_step) < clock.shortest) give_up(lane);
}

/// What ExplicitRk and AdaptiveStepper do behind a step that is good; but for the numbers, which lie in vectors.
void LaneRk::accept(Clock& clock, std::size_t lane, double error_norm) {
  const double h = length_[lane];
  const double raw = std::pow(error_norm, tableau_.step_exponent) / safety;
  double ratio = raw / std::pow(clock.previous_error, tableau_.previous_weight);
  ratio = std::clamp(ratio, 1 / tableau_.growth_limit, 1 / tableau_.shrink_limit);
  clock.previous_error = std::max(error_norm, 1e-4);
  clock.next_step = h / (clock.may_grow ? ratio : std::max(ratio, 1.0));
  if (clock.is_cut && std::abs(clock.wanted) > std::abs(clock.next_step) && clock.may_grow)
    clock.next_step = clock.wanted;
  clock.may_grow = true;
  clock.is_new_step = true;
  clock.previous_time = std::exchange(clock.time, new_time_[lane]);
  ++clock.statistics.accepted;
  clock.statistics.largest_step = std::max(clock.statistics.largest_step, std::abs(h));
}

LaneMask LaneRk::try_steps() {
  LaneMask tried = evaluate_stages(choose_steps());
  kernels_.add_increments(n_, state_.data(), length_.data(), carry_.data(), trial_carry_.data(), trial_.data());
  const auto end_stage = static_cast<std::size_t>(tableau_.stages);
  double* const end = slope(end_stage);
  const auto keep = [this](LaneMask wanted, LaneMask left) {
    given_up_ = static_cast<LaneMask>(given_up_ | without(wanted, left));
    return left;
  };
  const bool error_needs_end = tableau_.error.back().stage == tableau_.stages;
  if (error_needs_end) tried = keep(tried, evaluate(tried, new_time_, trial_.data(), end));
  LaneMask good = judge(tried);
  if (good == 0) return 0;
  if (problem_.project) good = keep(good, problem_.project(good, new_time_.data(), trial_.data()));
  if (problem_.project || !error_needs_end) good = keep(good, evaluate(good, new_time_, trial_.data(), end));
  const std::size_t n = n_;
  kernels_.take(n, good, state_.data(), previous_state_.data());
  kernels_.take(n, good, trial_.data(), state_.data());
  kernels_.take(n, good, trial_carry_.data(), carry_.data());
  kernels_.take(n, good, end, rate_.data());
  for_each_lane(good, [this](std::size_t lane) { accept(clocks_[lane], lane, errors_[lane]); });
  return good;
}

void LaneRk::stiffness(std::span<double, lane_count> out) {
  OfLanes moved{};
  OfLanes apart{};
  kernels_.spreads(n_, rate_.data(), slope(static_cast<std::size_t>(tableau_.stages - 1)), state_.data(),
                   last_stage_.data(), absolute_.data(), relative_.data(), moved.data(), apart.data());
  for (std::size_t lane = 0; lane < lane_count; ++lane)
    out[lane] = apart[lane] > 0
                    ? std::abs(clocks_[lane].time - clocks_[lane].previous_time) * std::sqrt(moved[lane] / apart[lane])
                    : 0;
}

/// ExplicitRk::build_dense
LaneMask LaneRk::prepare_inside(LaneMask wanted) {
  OfLanes h{};
  OfLanes t{};
  for_each_lane(wanted, [&](std::size_t lane) { h[lane] = clocks_[lane].time - clocks_[lane].previous_time; });
  for (std::size_t stage = static_cast<std::size_t>(tableau_.stages) + 1; stage < tableau_.rows.size(); ++stage) {
    combine(tableau_.rows[stage], trial_.data());
    kernels_.move(n_, previous_state_.data(), h.data(), trial_.data());
    for (std::size_t lane = 0; lane < lane_count; ++lane)
      t[lane] = clocks_[lane].previous_time + tableau_.nodes[stage] * h[lane];
    wanted = evaluate(wanted, t, trial_.data(), slope(stage));
  }
  for (std::size_t r = 0; r < tableau_.dense.size(); ++r)
    combine(tableau_.dense[r], dense_.data() + (r + 3) * n_ * lane_count);
  return wanted;
}

void LaneRk::interpolate(std::size_t lane, double t, std::span<double> y) const {
  ENSURE(y.size() == n_);
  const Clock& clock = clocks_[lane];
  const double h = clock.time - clock.previous_time;
  const double theta = (t - clock.previous_time) / h;
  const std::size_t count = tableau_.dense.size() + 3;
  for (std::size_t i = 0; i < n_; ++i) {
    const std::size_t place = i * lane_count + lane;
    if (t == clock.time) {
      y[i] = state_[place];
      continue;
    }
    const double change = state_[place] - previous_state_[place];
    const double bulge = h * slopes_[place] - change;
    const std::array<double, 3> first{change, bulge, change - h * rate_[place] - bulge};
    double value = 0;
    for (std::size_t r = count; r-- > 0;) {
      const double coefficient = r < first.size() ? first[r] : h * dense_[r * n_ * lane_count + place];
      value = (coefficient + value) * (r % 2 == 0 ? theta : 1 - theta);
    }
    y[i] = previous_state_[place] + value;
  }
}

} // namespace numerics
} // namespace dalembert
