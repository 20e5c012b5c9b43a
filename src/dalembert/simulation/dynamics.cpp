#include <dalembert/base/errors.h>
#include <dalembert/simulation/dynamics.h>
#include <dalembert/simulation/explain.h>
#include <dalembert/simulation/tolerances.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert::inline simulation {

Dynamics::Dynamics(const Engine& engine)
    : engine_(engine),
      n_(engine.coordinates()),
      m_(engine.constraints()),
      frictions_(engine.programs->layout.frictions),
      program_(engine.dynamics),
      solver_(static_cast<int>(n_), static_cast<int>(m_)),
      outputs_(program_.outputs()),
      slips_(frictions_, 0.0),
      directions_(frictions_, 0.0),
      friction_signs_(frictions_, 0.0) {
  if (engine.charts) form_.emplace(engine);
}

void Dynamics::set_known_ranks(const RowRanks& ranks) {
  solver_.set_options(ranks.options(engine_));
  if (form_) form_->set_known_ranks(ranks);
}

double Dynamics::multiplications() const {
  const auto signs = static_cast<double>((1U << frictions_) + 1U); // of friction forces are all tried
  return frictions_ > 0 ? signs * solver_.multiplications() : solver_.multiplications();
}

void Dynamics::set_active_rows(const ActiveRows& rows) {
  active_ = rows.rows();
  solver_ = KktSolver(static_cast<int>(n_), static_cast<int>(active_->size()), rows.options(engine_));
  active_multipliers_.assign(active_->size(), 0.0);
}

bool Dynamics::is_active(std::size_t row) const {
  return !active_ || std::ranges::binary_search(*active_, row);
}

std::span<const double> Dynamics::active(std::span<const double> all, std::size_t width,
                                         std::vector<double>& room) const {
  if (!active_) return all;
  room.clear();
  for (const std::size_t k : *active_) {
    const std::span<const double> row = all.subspan(k * width, width);
    room.insert(room.end(), row.begin(), row.end());
  }
  return room;
}

void Dynamics::solve_active(std::span<double> inputs) {
  const InputView<double> solved(engine_.programs->layout, inputs);
  const DynamicsView equations = view();
  if (!active_) {
    solver_.solve(equations.forcing, equations.row_forcing, solved.accelerations(), solved.multipliers());
    return;
  }
  solver_.solve(equations.forcing, active(equations.row_forcing, 1, active_forcing_), solved.accelerations(),
                active_multipliers_);
  std::ranges::fill(solved.multipliers(), 0.0);
  for (std::size_t k = 0; k < active_->size(); ++k)
    solved.multipliers()[(*active_)[k]] = active_multipliers_[k];
}

void Dynamics::forget_directions() {
  directions_.assign(frictions_, 0.0);
}

void Dynamics::evaluate(std::span<const double> inputs) {
  program_.evaluate(inputs.first(engine_.programs->layout.state_size()), outputs_);
  for (const double value : outputs_)
    if (!std::isfinite(value))
      throw SolveError(explain_non_finite(engine_, engine_.programs->dynamics.tape, inputs), {.time = inputs[0]});
}

void Dynamics::set_directions(double t) {
  for (std::size_t f = 0; f < frictions_; ++f) {
    slips_[f] = view().friction(f).slip;
    if (directions_[f] != 0.0) continue;
    if (slips_[f] == 0.0)
      throw SolveError(
          fmt::format("friction {} does not slide at t = {:.6g} s; sticking is not supported yet: give an initial "
                      "state in which it slides",
                      engine_.system().frictions[f].name, t),
          {.time = t});
    directions_[f] = slips_[f] > 0.0 ? 1.0 : -1.0;
  }
}

void Dynamics::solve(std::span<double> inputs) {
  evaluate(inputs);
  is_factored_ = frictions_ > 0 || !form_;
  if (frictions_ > 0) {
    set_directions(inputs[0]);
    solve_with_friction(inputs);
  } else if (!form_) {
    solve_frictionless(inputs);
  }
  if (form_) form_->solve(inputs, {mass(), rows()});
  require_solved(inputs[0]);
}

void Dynamics::require_regular(double t) const {
  if (!solver_.status().is_regular)
    throw SolveError(explain_singular(engine_, {mass(), rows(), {}}, t),
                     {.time = t, .norm = solver_.status().smallest_pivot});
}

void Dynamics::require_solved(double t) const {
  const double residual = status().residual;
  if (residual <= solved_bound) return;
  throw SolveError(fmt::format("the equations of motion are too close to singular at t = {:.6g} s: the residual is "
                               "{:.2g} of the largest term",
                               t, residual),
                   {.time = t, .norm = residual});
}

void Dynamics::solve_frictionless(std::span<double> inputs) {
  const DynamicsView equations = view();
  solver_.factor({equations.mass, active(equations.rows, n_, active_rows_), {}});
  require_regular(inputs[0]);
  solve_active(inputs);
}

void Dynamics::solve_again(std::span<const double> forces, std::span<double> rows, std::span<double> x) {
  if (!is_factored_) solver_.factor({mass(), this->rows(), {}});
  is_factored_ = true;
  solver_.solve(forces, rows, x, rows);
}

bool Dynamics::try_signs(unsigned signs, std::span<double> inputs) {
  const InputView<double> solved(engine_.programs->layout, inputs);
  const DynamicsView equations = view();
  reaction_rows_.assign(equations.rows.begin(), equations.rows.end());
  const auto sign_of = [signs](std::size_t f) { return ((signs >> f) & 1U) != 0U ? -1.0 : 1.0; };
  for (std::size_t f = 0; f < frictions_; ++f) {
    const DynamicsView::Friction friction = equations.friction(f);
    friction_signs_[f] = directions_[f] * sign_of(f);
    const double factor = friction.coefficient * friction_signs_[f];
    for (std::size_t k = 0; k < m_; ++k)
      for (std::size_t i = 0; i < n_; ++i)
        reaction_rows_[k * n_ + i] -= factor * friction.normal[k] * friction.column[i];
  }
  solver_.factor(
      {equations.mass, active(equations.rows, n_, active_rows_), active(reaction_rows_, n_, active_reaction_rows_)});
  if (!solver_.status().is_regular) return false;
  solve_active(inputs);
  const std::span<double> lambda = solved.multipliers();
  bool agrees = true;
  for (std::size_t f = 0; f < frictions_; ++f) {
    const DynamicsView::Friction friction = equations.friction(f);
    double normal = 0.0;
    for (std::size_t k = 0; k < m_; ++k)
      normal += friction.normal[k] * lambda[k];
    agrees = agrees && normal * sign_of(f) >= 0.0;
    solved.frictions()[f] = -friction.coefficient * std::abs(normal) * directions_[f];
  }
  return agrees;
}

void Dynamics::solve_with_friction(std::span<double> inputs) {
  const unsigned choices = 1U << frictions_;
  std::vector<unsigned> consistent;
  for (unsigned signs = 0; signs < choices; ++signs)
    if (try_signs(signs, inputs)) consistent.push_back(signs);
  if (consistent.size() != 1) {
    // Normal forces of exactly zero agree with both signs and give one and the same motion: keep the last choice.
    bool same = !consistent.empty();
    for (std::size_t f = 0; f < frictions_ && same; ++f)
      same = InputView<double>(engine_.programs->layout, inputs).frictions()[f] == 0.0;
    if (!same) throw SolveError(explain_painleve(engine_, consistent.size(), inputs[0]), {.time = inputs[0]});
  }
  ENSURE(try_signs(consistent.back(), inputs));
}

} // namespace dalembert::inline simulation
