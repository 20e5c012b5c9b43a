#include <dalembert/base/errors.h>
#include <dalembert/mechanics/slip_plane.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/engine/small_system.h>
#include <dalembert/studies/varied_motion.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace dalembert {
inline namespace studies {

namespace {

/// Rows that a change satisfies, rows·change = −moved.
class VariedRows {
public:
  void add(std::span<const double> row, double moved) {
    gradient_.insert(gradient_.end(), row.begin(), row.end());
    wanted_.push_back(-moved);
  }

  /// Moves `change` least in the metric M so that it satisfies them.
  void take_in(std::span<const double> mass, const KktOptions& options, std::span<double> change) {
    if (wanted_.empty()) return;
    const std::size_t n = change.size();
    KktSolver solver(static_cast<int>(n), static_cast<int>(wanted_.size()), options);
    solver.factor({mass, gradient_, {}});
    std::vector<double> correction(n, 0.0);
    solver.solve(std::vector<double>(n, 0.0), wanted_, correction, wanted_);
    for (std::size_t i = 0; i < n; ++i)
      change[i] += correction[i];
  }

private:
  std::vector<double> gradient_;
  std::vector<double> wanted_;
};

} // namespace

void VariedMotion::take_phase() {
  plain_ = motion_.problem();
  position_rows_ = {};
  rate_rows_ = {};
}

VariedMotion::VariedMotion(const Engine& engine, const MotionTangent& tangent, Motion& motion,
                           const std::vector<SensitivityCause>& causes, const std::vector<bool>& determined,
                           const std::optional<RowRanks>& ranks)
    : engine_(engine),
      layout_(tangent.layout),
      motion_(motion),
      causes_(causes),
      determined_(determined),
      n_(engine.coordinates()),
      m_(engine.constraints()),
      tangent_(engine.compile(tangent.motion)),
      row_tangent_(engine.compile(tangent.rows)),
      jump_tangent_(engine.compile(tangent.jumps)),
      jump_outputs_(jump_tangent_.outputs()),
      positions_(engine, Level::position),
      rates_(engine, Level::rate),
      jumps_(engine.jumps),
      jump_values_(jumps_.outputs()),
      slips_(engine.slips),
      slip_values_(slips_.outputs()),
      plain_(motion.problem()),
      packed_(motion.packed()),
      inputs_(tangent_.inputs()),
      outputs_(tangent_.outputs()),
      row_outputs_(row_tangent_.outputs()),
      forces_(n_),
      slip_planes_(slip_planes(engine.system()).size()) {
  if (!ranks) return;
  position_rows_ = ranks->holonomic_options(engine);
  rate_rows_ = ranks->options(engine);
}

StepOptions VariedMotion::options() const {
  StepOptions out = motion_.options();
  out.absolute_tolerance.resize(2 * n_);
  for (const SensitivityCause& cause : causes_) {
    const double size = cause.value != 0.0 ? std::abs(cause.value) : 1.0;
    for (std::size_t i = 0; i < 2 * n_; ++i)
      out.absolute_tolerance.push_back(out.absolute_tolerance[i] / size);
  }
  return out;
}

void VariedMotion::put_direction(std::size_t c, std::span<const double> change, std::span<double> direction) const {
  std::ranges::fill(direction, 0.0);
  std::ranges::copy(change, direction.begin());
  for (const SensitivityCause::Change& moved : causes_[c].parameters) {
    const auto at = std::ranges::find(layout_.parameters, moved.parameter);
    direction[layout_.parameter() + static_cast<std::size_t>(at - layout_.parameters.begin())] = moved.rate;
  }
}

void VariedMotion::solve(double t, std::span<const double> y) {
  std::ranges::copy(y.first(2 * n_), packed_.begin());
  motion_.unpack(t, packed_);
  motion_.solve();
}

std::vector<double> VariedMotion::flow() {
  const InputView<double> at(engine_.programs->layout, motion_.inputs());
  std::vector<double> out(at.rates().begin(), at.rates().end());
  out.insert(out.end(), at.accelerations().begin(), at.accelerations().end());
  return out;
}

std::vector<double> VariedMotion::moved_state(std::size_t c, std::span<const double> y) {
  const std::span<double> state = motion_.inputs().first(engine_.programs->layout.state_size());
  std::vector<double> out(state.begin(), state.end());
  out.resize(out.size() + layout_.size());
  put_direction(c, of(c, y), std::span(out).subspan(state.size()));
  return out;
}

std::vector<double> VariedMotion::moved_inputs(std::size_t c, std::span<const double> y) {
  const std::span<double> state = motion_.inputs();
  std::vector<double> out(state.begin(), state.end());
  out.resize(out.size() + layout_.size());
  put_direction(c, of(c, y), std::span(out).subspan(state.size()));
  return out;
}

/// ∂v̇/∂p and ∂λ/∂p at the state that was solved last.
void VariedMotion::differentiate(std::size_t c, std::span<const double> change, std::span<double> accelerations,
                                 std::span<double> multipliers) {
  const std::span<double> state = motion_.inputs();
  std::ranges::copy(state, inputs_.begin());
  put_direction(c, change, std::span(inputs_).subspan(state.size()));
  tangent_.evaluate(inputs_, outputs_);
  if (!std::ranges::all_of(outputs_, [](double x) { return std::isfinite(x); }))
    throw SolveError(fmt::format("a derivative of the equations of motion by {} is not finite at t = {:.6g} s",
                                 causes_[c].name, state[0]),
                     {.time = state[0]});
  SpanCutter<const double> parts(outputs_);
  const std::span<const double> residual = parts.cut(n_);
  const std::span<const double> rows = parts.cut(m_);
  for (std::size_t i = 0; i < n_; ++i)
    forces_[i] = -residual[i];
  for (std::size_t k = 0; k < m_; ++k)
    multipliers[k] = -rows[k];
  const std::size_t frictions = engine_.programs->layout.frictions;
  for (std::size_t f = 0; f < frictions; ++f) {
    const double by = motion_.dynamics().frictions().sign(f) * parts.cut_one();
    for (std::size_t i = 0; i < n_ && by != 0.0; ++i)
      forces_[i] -= by * motion_.dynamics().view().friction(f).column[i];
  }
  const FrictionSolver& solver = motion_.dynamics().frictions();
  solver.add_turning(motion_.dynamics().view(), state, parts.cut(2 * slip_planes_), forces_);
  const std::span<const double> slip_rates = parts.cut(frictions);
  held_.clear();
  for (const HeldSlip& group : solver.held())
    held_.push_back(-slip_rates[group.members.front()]);
  motion_.solve_again(forces_, multipliers, held_, accelerations);
  const std::size_t jumps = motion_.dynamics().jumps().size();
  const std::span<const double> rates = parts.cut(jumps);
  if (!motion_.dynamics().jumps().sliding().empty()) slide(rates, parts.cut(n_ * jumps), accelerations, multipliers);
}

/// Adds what the values σ of the functions on whose surfaces the motion slides change by: such that u̇ of each stays 0.
/// `rates`: u̇′ of each jump with σ and v̇ as they are; `by_value`: ∂E/∂σ.
void VariedMotion::slide(std::span<const double> rates, std::span<const double> by_value,
                         std::span<double> accelerations, std::span<double> multipliers) {
  const JumpSolver& jumps = motion_.dynamics().jumps();
  const std::size_t count = jumps.sliding().size();
  const auto along = [&](std::size_t jump, std::span<const double> of) {
    const std::span<const double> column = jumps.view(jump).column;
    return std::inner_product(column.begin(), column.end(), of.begin(), 0.0);
  };
  std::vector<double> matrix(count * count);
  std::vector<double> change;
  std::vector<std::vector<double>> moved_accelerations;
  std::vector<std::vector<double>> moved_multipliers;
  for (std::size_t s = 0; s < count; ++s) {
    std::vector<double> forces;
    for (const double entry : by_value.subspan(jumps.sliding()[s] * n_, n_))
      forces.push_back(-entry);
    moved_accelerations.emplace_back(n_);
    moved_multipliers.emplace_back(m_, 0.0);
    held_.assign(motion_.dynamics().frictions().held().size(), 0.0);
    motion_.solve_again(forces, moved_multipliers.back(), held_, moved_accelerations.back());
    for (std::size_t r = 0; r < count; ++r)
      matrix[r * count + s] = along(jumps.sliding()[r], moved_accelerations.back());
    change.push_back(-rates[jumps.sliding()[s]] - along(jumps.sliding()[s], accelerations));
  }
  if (!solve_small(matrix, change))
    throw SolveError("the functions on whose surfaces the motion slides do not act on it",
                     {.time = motion_.inputs()[0]});
  for (std::size_t s = 0; s < count; ++s) {
    for (std::size_t i = 0; i < n_; ++i)
      accelerations[i] += change[s] * moved_accelerations[s][i];
    for (std::size_t k = 0; k < m_; ++k)
      multipliers[k] += change[s] * moved_multipliers[s][k];
  }
}

void VariedMotion::correct_dense_output(double t, std::span<double> y) {
  if (!plain_.project) return;
  std::ranges::copy(y.first(2 * n_), packed_.begin());
  motion_.correct_dense_output(t, packed_);
  std::copy_n(packed_.begin(), 2 * n_, y.begin());
  project(t, y);
}

void VariedMotion::project(double t, std::span<double> y) {
  const std::vector<std::size_t>& holonomic = engine_.programs->positions.rows;
  std::ranges::copy(y.first(2 * n_), packed_.begin());
  motion_.unpack(t, packed_);
  positions_.evaluate(motion_.inputs());
  rates_.evaluate(motion_.inputs());
  if (!motion_.dynamics().frictions().held().empty())
    slips_.evaluate(std::span(motion_.inputs()).first(engine_.programs->layout.state_size()), slip_values_);
  if (!motion_.dynamics().jumps().sliding().empty())
    jumps_.evaluate(std::span(motion_.inputs()).first(engine_.programs->layout.state_size()), jump_values_);
  for (std::size_t c = 0; c < causes_.size(); ++c) {
    const std::span<double> change = of(c, y);
    row_tangent_.evaluate(moved_state(c, y), row_outputs_);
    VariedRows positions;
    for (std::size_t k = 0; k < holonomic.size(); ++k)
      if (motion_.dynamics().is_active(holonomic[k]))
        positions.add(positions_.view().gradient.subspan(k * n_, n_), row_outputs_[k]);
    positions.take_in(positions_.view().mass, position_rows_, change.first(n_));
    row_tangent_.evaluate(moved_state(c, y), row_outputs_);
    VariedRows rates;
    const std::span<const double> moved = std::span(row_outputs_).subspan(holonomic.size());
    for (std::size_t k = 0; k < m_; ++k)
      if (motion_.dynamics().is_active(k)) rates.add(rates_.view().gradient.subspan(k * n_, n_), moved[k]);
    for (const HeldSlip& group : motion_.dynamics().frictions().held()) {
      const std::size_t f = group.members.front();
      rates.add(SlipView(f, n_, slip_values_).column, moved[m_ + f]);
    }
    for (const std::size_t j : motion_.dynamics().jumps().sliding()) {
      jump_tangent_.evaluate(moved_state(c, y), jump_outputs_);
      rates.add(JumpView(j, n_, jump_values_).column, jump_outputs_[j]);
    }
    rates.take_in(rates_.view().mass, rate_rows_, change.subspan(n_));
  }
}

OdeProblem VariedMotion::problem() {
  OdeProblem out;
  out.rhs = [this](double t, std::span<const double> y, std::span<double> dydt) {
    solve(t, y);
    std::ranges::copy(flow(), dydt.begin());
    std::vector<double> multipliers(m_);
    for (std::size_t c = 0; c < causes_.size(); ++c) {
      const std::span<double> rate = of(c, dydt);
      std::ranges::copy(of(c, y).subspan(n_), rate.begin());
      differentiate(c, of(c, y), rate.subspan(n_), multipliers);
    }
  };
  if (plain_.project)
    out.project = [this](double t, std::span<double> y) {
      std::ranges::copy(y.first(2 * n_), packed_.begin());
      if (!plain_.project(t, packed_)) return false;
      std::copy_n(packed_.begin(), 2 * n_, y.begin());
      project(t, y);
      return true;
    };
  out.name = [this](std::size_t i) {
    const std::size_t k = i % (2 * n_);
    const std::string name = engine_.system().coordinates[k % n_].name + (k < n_ ? "" : "'");
    return i < 2 * n_ ? name : fmt::format("the derivative of {} by {}", name, causes_[i / (2 * n_) - 1].name);
  };
  if (plain_.jacobian)
    out.jacobian = [this, rhs = out.rhs](double t, std::span<const double> y, std::span<double> dfdy) {
      put_blocks(t, y, dfdy);
      put_coupling(rhs, t, y, dfdy);
    };
  return out;
}

/// Derivatives do not act on the motion, and each moves as a small deviation of it does: one block for each.
void VariedMotion::put_blocks(double t, std::span<const double> y, std::span<double> dfdy) {
  std::ranges::copy(y.first(2 * n_), packed_.begin());
  std::vector<double> block(4 * n_ * n_);
  plain_.jacobian(t, packed_, block);
  std::ranges::fill(dfdy, 0.0);
  for (std::size_t begin = 0; begin < size(); begin += 2 * n_)
    for (std::size_t i = 0; i < 2 * n_; ++i)
      std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(i * 2 * n_), 2 * n_,
                  dfdy.begin() + static_cast<std::ptrdiff_t>((begin + i) * size() + begin));
}

/// How the rates of the derivatives follow the motion, a second derivative: by differences, which implicit steps need
/// no better. Without it the errors of the motion would pass for errors of the derivatives.
void VariedMotion::put_coupling(const std::function<void(double, std::span<const double>, std::span<double>)>& rhs,
                                double t, std::span<const double> y, std::span<double> dfdy) const {
  constexpr double share = 1e-7; // of the size of a component: half of the digits
  std::vector<double> moved(y.begin(), y.end());
  std::vector<double> ahead(size());
  std::vector<double> behind(size());
  for (std::size_t j = 0; j < 2 * n_; ++j) {
    const double step = share * std::max(std::abs(y[j]), engine_.scale(j % n_));
    moved[j] = y[j] + step;
    rhs(t, moved, ahead);
    moved[j] = y[j] - step;
    rhs(t, moved, behind);
    moved[j] = y[j];
    for (std::size_t i = 2 * n_; i < size(); ++i)
      dfdy[i * size() + j] = (ahead[i] - behind[i]) / (2.0 * step);
  }
}

std::vector<StateSensitivity> VariedMotion::derivatives(double t, std::span<const double> y) {
  solve(t, y);
  std::vector<StateSensitivity> out;
  std::vector<double> accelerations(n_);
  for (std::size_t c = 0; c < causes_.size(); ++c) {
    const std::span<const double> change = of(c, y);
    StateSensitivity& made = out.emplace_back();
    made.q.assign(change.begin(), change.begin() + static_cast<std::ptrdiff_t>(n_));
    made.v.assign(change.begin() + static_cast<std::ptrdiff_t>(n_), change.end());
    made.multipliers.resize(m_);
    differentiate(c, change, accelerations, made.multipliers);
    for (double& multiplier : made.multipliers)
      multiplier += 0.0; // no −0
    for (std::size_t k = 0; k < m_; ++k)
      if (k < determined_.size() && !determined_[k]) made.multipliers[k] = std::numeric_limits<double>::quiet_NaN();
  }
  return out;
}

} // namespace studies
} // namespace dalembert
