#include <dalembert/base/errors.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/engine/finite_values.h>
#include <dalembert/simulation/friction/friction_decision.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

/// A friction that acts against its slip has no negative coefficient: the motion ends where one becomes negative.
void require_coefficients(const Engine& engine, const FrictionSolver& frictions, const DynamicsView& equations,
                          double t) {
  constexpr double rounding = 1e-12;
  for (std::size_t f = 0; f < frictions.size(); ++f) {
    if (frictions.modes()[f].is_idle()) continue;
    const double least = std::min(equations.friction(f).coefficient, frictions.slip(f).static_coefficient);
    if (least >= -rounding) continue;
    throw SolveError(fmt::format("the coefficient of {} becomes negative at t = {:.10g} s ({:.6g})",
                                 engine.system().frictions[f].name, t, least),
                     {.time = t});
  }
}

} // namespace

Dynamics::Dynamics(const Engine& engine)
    : engine_(engine),
      n_(engine.coordinates()),
      m_(engine.constraints()),
      program_(engine.dynamics),
      solver_(engine),
      frictions_(engine),
      jumps_(engine) {
  if (engine.charts) form_.emplace(engine);
}

void Dynamics::set_known_ranks(const RowRanks& ranks) {
  solver_.set_known_ranks(ranks);
  if (form_) form_->set_known_ranks(ranks);
  repeated_.reset();
  released_.reset();
  if (ranks.all >= static_cast<int>(m_)) return;
  std::vector<std::size_t> all(m_);
  std::iota(all.begin(), all.end(), std::size_t{0});
  repeated_.emplace(engine_, std::move(all), ranks.independent, ranks.typical_rows);
}

void Dynamics::use_structure() {
  if (!engine_.structure.motion || form_) return;
  sparse_.emplace(engine_, engine_.structure);
  uses_structure_ = true;
}

const KktStatus& Dynamics::status() const {
  if (taken_) return *taken_;
  if (is_sparse_) return (is_released_ ? released_ : sparse_)->status();
  return form_ ? form_->status() : solver_.status();
}

SolverChoice Dynamics::solver() const {
  if (form_) return {"form", "equations of the form " + engine_.form};
  if (is_sparse_ && repeated_) return {"structure", "rows repeat one another: the independent ones are eliminated"};
  if (is_sparse_ && is_released_)
    return {"structure", "pivots of the shortest order of elimination vanish here: another one is used"};
  if (is_sparse_) return {"structure", "it takes fewer operations than full matrices"};
  if (frictions_.size() > 0) return {"matrices", "frictions may stick and slide"};
  const bool is_known = sparse_ && (repeated_ ? released_ && released_->failures() > 0 : sparse_->failures() > 0);
  if (is_known) return {"matrices", "pivots of the structure vanish here"};
  return {"matrices", "the system is small, or its structure takes no fewer multiplications"};
}

DynamicsView Dynamics::view() const {
  if (is_unevaluated_) {
    evaluate(sparse_state_);
    is_unevaluated_ = false;
  }
  return {engine_.programs->layout, outputs_};
}

double Dynamics::multiplications() const {
  if (is_sparse_) return 0.0;
  const double both = frictions_.pressing() > 0 ? 2.0 : 1.0; // a factorisation, and a solution for each normal force
  return both * solver_.multiplications();
}

void Dynamics::set_active_rows(const ActiveRows& rows) {
  solver_.set_active_rows(rows);
  acting_ = rows.rows();
  has_acting_ = true;
  acting_rank_ = rows.full_rank();
  if (sparse_) sparse_->set_rows(acting_);
  released_.reset();
  repeated_.reset();
  if (rows.has_repeated()) repeated_.emplace(engine_, acting_, rows.independent(), rows.options(engine_).typical_rows);
  forget_friction_modes();
}

/// True where all constraints that press are open contacts.
bool Dynamics::is_idle(std::size_t friction) const {
  const System& system = engine_.system();
  const std::vector<int>& of = system.reactions[static_cast<std::size_t>(system.frictions[friction].of)].of;
  return std::ranges::none_of(of, [this](int k) { return is_active(static_cast<std::size_t>(k)); });
}

void Dynamics::set_friction_modes(std::vector<FrictionMode> modes) {
  for (std::size_t f = 0; f < modes.size(); ++f) {
    if (is_idle(f))
      modes[f] = FrictionMode{FrictionMode::Kind::idle};
    else if (modes[f].is_idle())
      modes[f] = FrictionMode{};
  }
  frictions_.set_modes(modes);
}

void Dynamics::archive(Archive& with) {
  with(frictions_, jumps_, uses_structure_);
  if (form_) with(*form_);
  if (sparse_) with(*sparse_);
  bool has_released = released_.has_value();
  with(has_released);
  if (!has_released) return;
  if (!released_) make_released();
  with(*released_);
}

void Dynamics::evaluate(std::span<const double> inputs) const {
  const InputLayout& layout = engine_.programs->layout;
  std::span<const double> read = inputs.first(layout.state_size());
  if (layout.jumps > 0) {
    state_and_jumps_.assign(read.begin(), read.end());
    const std::span<const double> values = InputView<const double>(layout, inputs).jumps();
    state_and_jumps_.insert(state_and_jumps_.end(), values.begin(), values.end());
    read = state_and_jumps_;
  }
  outputs_.resize(program_.outputs());
  program_.evaluate(read, outputs_);
  if (!are_finite(outputs_))
    throw SolveError(explain_non_finite(engine_, engine_.programs->dynamics.tape, read), {.time = inputs[0]});
}

void Dynamics::solve(std::span<double> inputs) {
  if (jumps_.size() == 0) return solve_branch(inputs);
  jumps_.solve(inputs, [this, inputs] { solve_branch(inputs); });
}

void Dynamics::evaluate_slips(std::span<const double> inputs) {
  evaluate(inputs);
  is_sparse_ = is_unevaluated_ = is_factored_ = false;
  frictions_.evaluate(inputs);
}

void Dynamics::take_solved(std::span<double> inputs, const SolvedState& solved) {
  const InputView<double> at(engine_.programs->layout, inputs);
  std::ranges::copy(solved.accelerations, at.accelerations().begin());
  std::ranges::copy(solved.multipliers, at.multipliers().begin());
  is_sparse_ = is_unevaluated_ = solved.matrices.empty();
  is_released_ = false; // lanes solve by the cheapest program alone
  if (is_sparse_)
    sparse_state_.assign(inputs.begin(), inputs.end());
  else
    outputs_ = solved.matrices;
  is_factored_ = false;
  factors_ = Factors::unknown;
  taken_ = solved.status;
}

void Dynamics::solve_branch(std::span<double> inputs) {
  taken_.reset();
  is_sparse_ = uses_structure_ && solve_by_structure(inputs);
  if (!is_sparse_) is_unevaluated_ = false;
  factors_ = Factors::unknown;
  if (is_sparse_) {
    is_factored_ = false;
    return;
  }
  evaluate(inputs);
  if (frictions_.size() > 0) frictions_.evaluate(inputs);
  is_factored_ = frictions_.size() > 0 || !form_;
  if (frictions_.size() > 0) {
    require_coefficients(engine_, frictions_, view(), inputs[0]);
    frictions_.find_planes(view());
    if (std::ranges::any_of(frictions_.modes(), &FrictionMode::is_open))
      decide_frictions(engine_, frictions_, solver_, view(), inputs);
    const std::size_t solutions = frictions_.solve(solver_, view(), inputs);
    if (solutions > 1) throw SeveralMotions(explain_painleve(engine_, solutions, inputs[0]), {.time = inputs[0]});
    if (solutions == 0) throw SolveError(explain_painleve(engine_, solutions, inputs[0]), {.time = inputs[0]});
  } else if (!form_) {
    solve_frictionless(inputs);
  }
  if (form_) form_->solve(inputs, {mass(), rows()});
  require_solved(inputs[0]);
}

/// Parameters are those of the engine: they are copied once.
void Dynamics::remember(std::span<const double> inputs) {
  const InputLayout& layout = engine_.programs->layout;
  if (layout.jumps > 0)
    sparse_state_.assign(inputs.begin(), inputs.end());
  else if (sparse_state_.empty())
    sparse_state_.assign(inputs.data(), inputs.data() + layout.state_size());
  else
    std::copy_n(inputs.data(), layout.parameter(), sparse_state_.data());
  is_unevaluated_ = true;
}

/// The cheapest program solves where M is regular and no row repeats others; then the one with inputs of all rows, but
/// for small systems with constraints, whose matrices cost little more.
bool Dynamics::solve_by_structure(std::span<double> inputs) {
  constexpr int few = 3; // failures before the other program is made
  is_released_ = false;
  if (!repeated_ && sparse_->is_usable() && sparse_->solve(inputs)) {
    remember(inputs);
    return true;
  }
  const bool is_left_to_matrices = m_ > 0 && is_small_system(n_, m_);
  return (repeated_ || (sparse_->failures() > few && !is_left_to_matrices)) && solve_released(inputs);
}

void Dynamics::make_released() {
  released_.emplace(engine_, engine_.released);
  if (repeated_)
    released_->set_rows(repeated_->independent());
  else if (has_acting_)
    released_->set_rows(acting_);
}

bool Dynamics::solve_released(std::span<double> inputs) {
  if (!released_) make_released();
  if (!released_->is_usable() || !released_->solve(inputs)) return false;
  is_released_ = true;
  remember(inputs);
  if (!repeated_) return true;
  const InputView<double> at(engine_.programs->layout, inputs);
  const DynamicsView equations = view();
  return repeated_->are_met(equations.rows, at.accelerations(), equations.row_forcing) &&
         share_multipliers(at.multipliers());
}

/// Shares λ of the state in `sparse_state_` among the rows that repeat one another.
bool Dynamics::share_multipliers(std::span<double> multipliers) {
  if (!released_solution_) released_solution_.emplace(engine_.released);
  if (!released_solution_->factor(released_->read(sparse_state_))) return false;
  std::vector<double> unused(n_);
  const auto solve = [&](std::span<const double> forces, std::span<double> mu) {
    return released_solution_->solve(forces, mu, unused);
  };
  return repeated_->share(mass(), rows(), solve, multipliers);
}

void Dynamics::require_regular(double t) const {
  if (!solver_.status().is_regular)
    throw SolveError(explain_singular(engine_, {mass(), rows(), {}}, t),
                     {.time = t, .norm = solver_.status().smallest_pivot});
}

void Dynamics::require_solved(double t) const {
  const double residual = status().residual;
  if (residual <= solved_bound) return;
  const std::string why = std::isfinite(residual)
                              ? fmt::format("the residual is {:.2g} of the largest term", residual)
                              : std::string("their solution is beyond the largest number in double precision");
  throw SolveError(fmt::format("the equations of motion are too close to singular at t = {:.6g} s: {}", t, why),
                   {.time = t, .norm = residual});
}

void Dynamics::solve_frictionless(std::span<double> inputs) {
  const InputView<double> solved(engine_.programs->layout, inputs);
  const DynamicsView equations = view();
  solver_.factor({equations.mass, equations.rows, {}});
  require_regular(inputs[0]);
  solver_.solve(equations.forcing, equations.row_forcing, solved.accelerations(), solved.multipliers());
}

void Dynamics::solve_again(std::span<const double> forces, std::span<double> rows, std::span<double> held,
                           std::span<double> x) {
  ENSURE(frictions_.held().size() == held.size());
  if (held.empty() && solve_again_by_structure(forces, rows, x)) return;
  if (!is_factored_) solver_.factor({mass(), this->rows(), {}});
  is_factored_ = true;
  solver_.solve(forces, rows, held, x, rows, held);
}

/// False where the last state was not solved by the structure, or is too near to a singular one for it.
bool Dynamics::solve_again_by_structure(std::span<const double> forces, std::span<double> rows, std::span<double> x) {
  if (!is_sparse_) return false;
  std::optional<StructureSolution>& solution = is_released_ ? released_solution_ : solution_;
  const ProgramsByStructure& programs = is_released_ ? engine_.released : engine_.structure;
  if (!programs.solution) return false;
  if (!solution) solution.emplace(programs);
  if (factors_ == Factors::unknown) {
    SparseDynamics& solved_by = is_released_ ? *released_ : *sparse_;
    factors_ = solution->factor(solved_by.read(sparse_state_)) ? Factors::usable : Factors::unusable;
  }
  if (factors_ != Factors::usable) return false;
  if (!repeated_) return solution->solve(forces, rows, x);
  std::vector<double> multipliers(rows.begin(), rows.end());
  std::vector<double> solved(x.size());
  if (!solution->solve(forces, multipliers, solved) || !repeated_->are_met(this->rows(), solved, rows)) return false;
  if (!share_multipliers(multipliers)) return false;
  std::ranges::copy(solved, x.begin());
  std::ranges::copy(multipliers, rows.begin());
  return true;
}

} // namespace simulation
} // namespace dalembert
