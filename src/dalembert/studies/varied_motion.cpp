#include <dalembert/base/errors.h>
#include <dalembert/numerics/kkt.h>
#include <dalembert/studies/varied_motion.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace dalembert::inline studies {

namespace {

/// Moves `change` least in the metric M so that rows·change = −moved, for the rows that are active.
void put_onto_varied_rows(const RowsView& rows, std::span<const double> moved, const std::vector<std::size_t>& active,
                          const KktOptions& options, std::span<double> change) {
  const std::size_t n = change.size();
  if (active.empty()) return;
  std::vector<double> gradient;
  std::vector<double> wanted;
  for (const std::size_t k : active) {
    const std::span<const double> row = rows.gradient.subspan(k * n, n);
    gradient.insert(gradient.end(), row.begin(), row.end());
    wanted.push_back(-moved[k]);
  }
  KktSolver solver(static_cast<int>(n), static_cast<int>(active.size()), options);
  solver.factor({rows.mass, gradient, {}});
  std::vector<double> correction(n, 0.0);
  solver.solve(std::vector<double>(n, 0.0), wanted, correction, wanted);
  for (std::size_t i = 0; i < n; ++i)
    change[i] += correction[i];
}

} // namespace

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
      positions_(engine, Level::position),
      rates_(engine, Level::rate),
      plain_(motion.problem()),
      packed_(motion.packed()),
      inputs_(tangent_.inputs()),
      outputs_(tangent_.outputs()),
      row_outputs_(row_tangent_.outputs()),
      forces_(n_) {
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
  solver.add_turning(motion_.dynamics().view(), state, parts.cut(2 * solver.planes().all().size()), forces_);
  motion_.solve_again(forces_, multipliers, accelerations);
}

void VariedMotion::project(double t, std::span<double> y) {
  const std::vector<std::size_t>& holonomic = engine_.programs->positions.rows;
  std::vector<std::size_t> of_positions;
  std::vector<std::size_t> of_rates;
  for (std::size_t k = 0; k < holonomic.size(); ++k)
    if (motion_.dynamics().is_active(holonomic[k])) of_positions.push_back(k);
  for (std::size_t k = 0; k < m_; ++k)
    if (motion_.dynamics().is_active(k)) of_rates.push_back(k);
  std::ranges::copy(y.first(2 * n_), packed_.begin());
  motion_.unpack(t, packed_);
  positions_.evaluate(motion_.inputs());
  rates_.evaluate(motion_.inputs());
  for (std::size_t c = 0; c < causes_.size(); ++c) {
    const std::span<double> change = of(c, y);
    for (const bool is_of_rates : {false, true}) {
      row_tangent_.evaluate(moved_state(c, y), row_outputs_);
      const std::span<const double> moved = row_outputs_;
      if (is_of_rates)
        put_onto_varied_rows(rates_.view(), moved.subspan(holonomic.size()), of_rates, rate_rows_, change.subspan(n_));
      else
        put_onto_varied_rows(positions_.view(), moved.first(holonomic.size()), of_positions, position_rows_,
                             change.first(n_));
    }
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
    for (std::size_t k = 0; k < m_; ++k)
      if (k < determined_.size() && !determined_[k]) made.multipliers[k] = std::numeric_limits<double>::quiet_NaN();
  }
  return out;
}

} // namespace dalembert::inline studies
