#include <dalembert/base/errors.h>
#include <dalembert/lowering/motion_series.h>
#include <dalembert/simulation/engine/small_system.h>
#include <dalembert/simulation/motion/motion_series.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace simulation {

double MotionSeries::evaluate(std::span<const double> inputs, std::span<const double> integrals, Dynamics& dynamics,
                              double unit, std::span<double> coefficients) {
  const std::size_t width = 2 * engine_.coordinates() + integrals.size();
  const int order = static_cast<int>(coefficients.size() / width) - 1;
  if (order_ != order) {
    work_ = engine_.series->evaluation(order);
    first_power_ = engine_.series->get().first_power;
    order_ = order;
  }
  unit_ = unit;
  begin(inputs, dynamics);
  const auto integral_row = [&](int k) {
    return coefficients.subspan(static_cast<std::size_t>(k + 1) * width - integrals.size(), integrals.size());
  };
  std::ranges::copy(integrals, integral_row(0).begin());
  for (int stage = -2; stage < order; ++stage) {
    if (stage > 0) {
      set_histories(stage, integral_row(stage));
      work_->sweep(stage, SeriesPart::tentative);
      solve_order(stage, dynamics);
    }
    if (stage >= 0) set_order(stage);
    work_->sweep(stage, stage > 0 ? SeriesPart::final : SeriesPart::both);
    work_->settle(stage);
    for (std::size_t i = 0; i < integrals.size() && stage >= 0; ++i)
      integral_row(stage + 1)[i] =
          unit_ / (stage + 1) * work_->output(first_power_ + i)[static_cast<std::size_t>(stage)];
  }
  const InputLayout& layout = engine_.programs->layout;
  for (std::size_t i = 0; i < width - integrals.size(); ++i)
    for (std::size_t k = 0; k <= static_cast<std::size_t>(order); ++k)
      coefficients[k * width + i] = work_->input(layout.position() + i)[k];
  return energy_at_hand();
}

double MotionSeries::rounding_of_work(std::span<const double> inputs, const Dynamics& dynamics, double unit) const {
  constexpr double roundings = 16;
  const InputLayout& layout = engine_.programs->layout;
  const InputView<const double> at(layout, inputs);
  const DynamicsView equations = dynamics.view();
  const std::size_t n = layout.coordinates;
  double out = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double force = std::abs(equations.forcing[i]);
    for (std::size_t k = 0; k < layout.multipliers; ++k)
      force += std::abs(equations.rows[k * n + i] * at.multipliers()[k]);
    for (std::size_t f = 0; f < layout.frictions; ++f)
      force += std::abs(equations.friction(f).column[i] * at.frictions()[f]);
    const double scale = engine_.scale(i);
    out += scale * (std::abs(unit) * force + scale * std::abs(equations.mass[i * n + i]));
  }
  return roundings * std::numeric_limits<double>::epsilon() * out;
}

double MotionSeries::energy_at_hand() const {
  const InputLayout& layout = engine_.programs->layout;
  const SeriesOutputs outputs(layout);
  double out = 0.0;
  for (std::size_t i = 0; i < layout.coordinates; ++i) {
    const std::span<const double> p = work_->output(outputs.momenta + i);
    const std::span<const double> v = std::as_const(*work_).input(layout.rate() + i);
    out += std::max(std::abs(p[0]), std::abs(p[1])) * std::max(std::abs(v[0]), std::abs(v[1]));
  }
  return out;
}

void MotionSeries::begin(std::span<const double> inputs, const Dynamics& dynamics) {
  const InputLayout& layout = engine_.programs->layout;
  const InputView<const double> at(layout, inputs);
  work_->start(inputs);
  work_->input(layout.time())[1] = unit_;
  for (std::size_t i = 0; i < layout.coordinates; ++i)
    work_->input(layout.position() + i)[1] = unit_ * at.rates()[i];
  const auto copy = [](std::span<const double> from, std::vector<double>& to) { to.assign(from.begin(), from.end()); };
  copy(at.accelerations(), at_.accelerations);
  copy(at.multipliers(), at_.multipliers);
  copy(at.frictions(), at_.frictions);
  copy(at.jumps(), at_.jumps);
  share_.assign(layout.frictions, 0.0);
  const FrictionSolver& frictions = dynamics.frictions();
  for (const HeldSlip& group : frictions.held())
    for (const std::size_t f : group.members) {
      const double along = parallel_ratio(frictions.slip(f).column, frictions.slip(group.members.front()).column);
      share_[f] = group.force != 0.0 ? at.frictions()[f] / group.force
                                     : 1.0 / (along * static_cast<double>(group.members.size()));
    }
}

/// Writes the coefficients of order k to the series of the inputs, and those of the state that follow by integration.
void MotionSeries::set_order(int k) {
  const InputLayout& layout = engine_.programs->layout;
  const auto order = static_cast<std::size_t>(k);
  const auto put = [this, order](std::size_t begin, const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
      work_->input(begin + i)[order] = values[i];
  };
  put(layout.acceleration(), at_.accelerations);
  put(layout.multiplier(), at_.multipliers);
  put(layout.friction(), at_.frictions);
  put(layout.jump(), at_.jumps);
  for (std::size_t i = 0; i < layout.coordinates; ++i) {
    const double rate = unit_ / (k + 1) * at_.accelerations[i];
    work_->input(layout.rate() + i)[order + 1] = rate;
    work_->input(layout.position() + i)[order + 2] = unit_ / (k + 2) * rate;
  }
}

void MotionSeries::set_histories(int k, std::span<const double> integrals) {
  const Programs& programs = *engine_.programs;
  for (std::size_t h = 0, power = 1; h < programs.histories.size(); ++h)
    if (power - 1 < programs.powers.derived.size() && programs.powers.derived[power - 1] == programs.histories[h])
      work_->input(programs.layout.history() + h)[static_cast<std::size_t>(k)] = integrals[power++];
}

double MotionSeries::coefficient(std::size_t output, int order) const {
  return work_->output(output)[static_cast<std::size_t>(order)];
}

void MotionSeries::solve_order(int k, Dynamics& dynamics) {
  const InputLayout& layout = engine_.programs->layout;
  const SeriesOutputs outputs(layout);
  const FrictionSolver& frictions = dynamics.frictions();
  const double once = (k + 1) / unit_;
  const double twice = once * ((k + 2) / unit_);
  forces_.resize(layout.coordinates);
  rows_.resize(layout.multipliers);
  for (std::size_t i = 0; i < layout.coordinates; ++i)
    forces_[i] = coefficient(outputs.forces + i, k) - once * coefficient(outputs.momenta + i, k + 1);
  for (std::size_t f = 0; f < layout.frictions; ++f) {
    if (!frictions.modes()[f].is_at_bound()) continue;
    const std::span<const double> column = dynamics.view().friction(f).column;
    for (std::size_t i = 0; i < layout.coordinates; ++i)
      forces_[i] -= frictions.sign(f) * coefficient(outputs.frictions + f, k) * column[i];
  }
  for (std::size_t row = 0; row < layout.multipliers; ++row) {
    const bool is_holonomic = engine_.system().constraints[row].kind == ConstraintKind::holonomic;
    rows_[row] =
        is_holonomic ? -twice * coefficient(outputs.rows + row, k + 2) : -once * coefficient(outputs.rows + row, k + 1);
  }
  held_.clear();
  for (const HeldSlip& group : frictions.held())
    held_.push_back(-once * coefficient(outputs.slips + group.members.front(), k + 1));
  std::ranges::fill(at_.jumps, 0.0);
  if (!dynamics.jumps().sliding().empty()) solve_jumps(k, dynamics);
  at_.multipliers = rows_;
  dynamics.solve_again(forces_, at_.multipliers, held_, at_.accelerations);
  set_frictions(k, dynamics);
}

/// σₖ of the jumps that slide, from u̇ₖ = 0 of their surfaces; adds its force.
void MotionSeries::solve_jumps(int k, Dynamics& dynamics) {
  const InputLayout& layout = engine_.programs->layout;
  const SeriesOutputs outputs(layout);
  const std::vector<std::size_t>& sliding = dynamics.jumps().sliding();
  const std::size_t count = sliding.size();
  std::vector<double> change(layout.coordinates);
  std::vector<double> forces(layout.coordinates);
  const auto rate = [&](std::size_t i) {
    const std::span<const double> column = dynamics.jumps().view(sliding[i]).column;
    double out = 0.0;
    for (std::size_t j = 0; j < column.size(); ++j)
      out += column[j] * change[j];
    return out;
  };
  const auto by_jump = [&](std::size_t i, std::size_t j) {
    return coefficient(outputs.by_jumps + i * layout.jumps + sliding[j], 0);
  };
  std::vector<double> matrix(count * count);
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t i = 0; i < forces.size(); ++i)
      forces[i] = by_jump(i, j);
    std::vector<double> rows(layout.multipliers, 0.0);
    std::vector<double> held(held_.size(), 0.0);
    dynamics.solve_again(forces, rows, held, change);
    for (std::size_t i = 0; i < count; ++i)
      matrix[i * count + j] = rate(i);
  }
  std::vector<double> rows = rows_;
  std::vector<double> held = held_;
  dynamics.solve_again(forces_, rows, held, change);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = -((k + 1) / unit_ * coefficient(outputs.surfaces + sliding[i], k + 1) + rate(i));
  if (!solve_small(std::move(matrix), values))
    throw SolveError(fmt::format("{} is not determined where the motion slides on {} = 0",
                                 engine_.programs->jumps.jumps[sliding.front()].text,
                                 engine_.programs->jumps.jumps[sliding.front()].surface),
                     {});
  for (std::size_t j = 0; j < count; ++j) {
    at_.jumps[sliding[j]] = values[j];
    for (std::size_t i = 0; i < forces.size(); ++i)
      forces_[i] += by_jump(i, j) * values[j];
  }
}

void MotionSeries::set_frictions(int k, const Dynamics& dynamics) {
  const SeriesOutputs outputs(engine_.programs->layout);
  const FrictionSolver& frictions = dynamics.frictions();
  std::ranges::fill(at_.frictions, 0.0);
  for (std::size_t f = 0; f < at_.frictions.size(); ++f) {
    if (!frictions.modes()[f].is_at_bound()) continue;
    const DynamicsView::Friction friction = dynamics.view().friction(f);
    double normal = 0.0;
    for (std::size_t row = 0; row < at_.multipliers.size(); ++row)
      normal += friction.normal[row] * at_.multipliers[row];
    at_.frictions[f] = -frictions.sign(f) * (coefficient(outputs.frictions + f, k) + friction.coefficient * normal);
  }
  for (std::size_t g = 0; g < held_.size(); ++g)
    for (const std::size_t f : frictions.held()[g].members)
      at_.frictions[f] = share_[f] * held_[g];
}

} // namespace simulation
} // namespace dalembert
