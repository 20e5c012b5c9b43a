#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/impact/impulsive_equations.h>
#include <dalembert/simulation/solving/account.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace dalembert {
inline namespace simulation {

ImpulsiveEquations::ImpulsiveEquations(const Engine& engine, const State& before, const ImpactParts& parts)
    : engine_(engine),
      n_(engine.coordinates()),
      m_(parts.rows.size()),
      r_(parts.contacts.size()),
      parts_(parts),
      inputs_(engine.blank_inputs()),
      time_(before.t),
      rates_(engine) {
  put_state(engine.programs->layout, before, inputs_);
  rates_.evaluate(inputs_);
  contacts_ = evaluated_once(*engine.impacts, InputView<double>(engine.programs->layout, inputs_).state());
  for (const std::size_t k : parts_.rows) {
    const std::span<const double> row = rates_.view().row(k);
    stacked_.insert(stacked_.end(), row.begin(), row.end());
  }
  for (const std::size_t i : parts_.contacts) {
    const ContactView contact = all(i);
    if (contact.restitution < 0.0)
      throw SolveError(fmt::format("the coefficient of {} is negative at the impact at t = {:.10g} s ({:.6g})",
                                   engine.system().impacts[i].name, before.t, contact.restitution),
                       {.time = before.t});
    speeds_.push_back(contact.speed);
    const bool is_plastic = std::ranges::find(parts_.plastic, i) != parts_.plastic.end();
    restitution_.push_back(is_plastic ? 0.0 : contact.restitution);
    stacked_.insert(stacked_.end(), contact.direction.begin(), contact.direction.end());
  }
}

std::vector<double> ImpulsiveEquations::impulses_for(const std::vector<double>& change) const {
  KktSolver solver(static_cast<int>(n_), static_cast<int>(m_ + r_));
  solver.factor({mass(), stacked_, {}});
  std::vector<double> target(m_, 0.0);
  target.insert(target.end(), change.begin(), change.end());
  std::vector<double> jump(n_, 0.0);
  std::vector<double> impulses(m_ + r_, 0.0);
  constexpr double inconsistent = 1e-9;
  if (solver.solve(std::vector<double>(n_, 0.0), target, jump, impulses) > inconsistent)
    throw SolveError("the constraints fix the contact speed of this impact, so no impulse changes it", {.time = time_});
  return {impulses.begin() + static_cast<std::ptrdiff_t>(m_), impulses.end()};
}

ImpulsiveEquations::Response ImpulsiveEquations::response(const std::vector<double>& impulses) const {
  KktSolver solver(static_cast<int>(n_), static_cast<int>(m_));
  solver.factor({mass(), std::span(stacked_).first(m_ * n_), {}});
  std::vector<double> load(n_, 0.0);
  for (std::size_t i = 0; i < r_; ++i)
    for (std::size_t j = 0; j < n_; ++j)
      load[j] += row(i)[j] * impulses[i];
  Response out{std::vector<double>(n_, 0.0), std::vector<double>(m_, 0.0)};
  std::vector<double> change(m_, 0.0);
  for (std::size_t k = 0; k < m_; ++k)
    if (std::ranges::find(parts_.imposed, parts_.rows[k]) != parts_.imposed.end())
      change[k] = -rates_.view().residual[parts_.rows[k]];
  solver.solve(load, change, out.jump, out.multipliers);
  if (!parts_.imposed.empty()) require_met(change, out.jump);
  return out;
}

/// @throws SolveError where the jump of v does not change the rows by `change`, naming them
void ImpulsiveEquations::require_met(const std::vector<double>& change, const std::vector<double>& jump) const {
  constexpr double unmet = 1e-9; // of the terms of a row
  const std::span<const double> v = InputView<const double>(engine_.programs->layout, inputs_).rates();
  std::string names;
  for (std::size_t k = 0; k < m_; ++k) {
    double left = -change[k];
    double terms = std::abs(change[k]);
    for (std::size_t j = 0; j < n_; ++j) {
      const double a = stacked_[k * n_ + j];
      left += a * jump[j];
      terms += std::abs(a) * (std::abs(jump[j]) + std::abs(v[j]));
    }
    if (std::abs(left) <= unmet * terms) continue;
    names += (names.empty() ? "" : ", ") + engine_.system().constraints[parts_.rows[k]].name;
  }
  if (names.empty()) return;
  throw SolveError(
      fmt::format("no rates satisfy all constraints that hold from t = {:.10g} s on; not satisfied: {}", time_, names),
      {.time = time_});
}

std::vector<double> ImpulsiveEquations::speed_change(const std::vector<double>& jump) const {
  std::vector<double> change(r_, 0.0);
  for (std::size_t i = 0; i < r_; ++i)
    for (std::size_t j = 0; j < n_; ++j)
      change[i] += row(i)[j] * jump[j];
  return change;
}

std::vector<double> ImpulsiveEquations::responses() const {
  std::vector<double> out(r_ * r_, 0.0);
  for (std::size_t j = 0; j < r_; ++j) {
    std::vector<double> unit(r_, 0.0);
    unit[j] = 1.0;
    const std::vector<double> change = speed_change(response(unit).jump);
    for (std::size_t i = 0; i < r_; ++i)
      out[i * r_ + j] = change[i];
  }
  return out;
}

int ImpulsiveEquations::rank() const {
  KktSolver solver(static_cast<int>(n_), static_cast<int>(m_ + r_));
  solver.factor({mass(), stacked_, {}});
  return solver.status().rank;
}

} // namespace simulation
} // namespace dalembert
