#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/lowering/views.h>
#include <dalembert/results/solver_choice.h>
#include <dalembert/simulation/engine/active_rows.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/known_ranks.h>
#include <dalembert/simulation/engine/row_solver.h>
#include <dalembert/simulation/friction/friction_solver.h>
#include <dalembert/simulation/solving/form_dynamics.h>
#include <dalembert/simulation/solving/jump_solver.h>
#include <dalembert/simulation/solving/repeated_rows.h>
#include <dalembert/simulation/solving/sparse_dynamics.h>
#include <dalembert/simulation/solving/structure_solution.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// What Dynamics finds at a state without frictions, from who solved the equations there by the same operations.
struct SolvedState {
  std::vector<double> matrices; ///< as DynamicsView reads them; empty where the structure of the equations was used
  std::vector<double> accelerations;
  std::vector<double> multipliers;
  KktStatus status;
};

/// Solves the equations of motion at one state: v̇, λ and the friction forces.
///
///   M·v̇ = h + Aᵀλ + friction,   A·v̇ = γ
///
/// Exactly one choice of the signs ε must agree with the normal forces it gives; none or several is Painlevé's paradox.
/// Where the engine was made for another form, that form gives v̇ and λ; friction forces are solved for here first.
/// Whether a friction sticks, and in which direction it slides, is decided at the first state (`friction_decision.h`)
/// and kept. Source: docs/theory/lagrange.md (3), (5), (9), (9a).
class Dynamics {
public:
  explicit Dynamics(const Engine& engine);

  /// From here on solves by the structure of the equations where that is the cheaper way: for many states.
  void use_structure();
  /// True where the last state was solved so; its matrices are then evaluated when they are asked for.
  [[nodiscard]] bool is_by_structure() const { return is_sparse_; }
  /// True where that was the program with inputs of all rows, which eliminates in another order.
  [[nodiscard]] bool is_by_released_structure() const { return is_sparse_ && is_released_; }
  /// True where the next state will be solved by the structure of the equations, if its pivots allow.
  [[nodiscard]] bool has_usable_structure() const { return sparse_ && sparse_->is_usable(); }

  /// Typical sizes of rows that the structure is trusted by (SparseDynamics); empty where nothing is known of them.
  [[nodiscard]] std::span<const double> typical_row_sizes() const {
    return sparse_ ? sparse_->typical_row_sizes() : std::span<const double>();
  }

  /// Solves at the state in `inputs` (layout of Programs; t, q, v, p are read; v̇, λ, F are written).
  /// @throws SolveError where an entry is not finite (naming the expression), where the acceleration is not unique
  ///         (naming the coordinates), where the rows of the system are not met by what was found, or where friction
  ///         has no or several solutions (naming it)
  void solve(std::span<double> inputs);

  /// Evaluates the slips at the state in `inputs`, and the matrices there, without solving for anything: v̇, λ and F are
  /// not written. For values of functions that jump which the last state solved had.
  void evaluate_slips(std::span<const double> inputs);

  /// Takes in what `solve` would find at the state in `inputs`, and writes v̇ and λ.
  void take_solved(std::span<double> inputs, const SolvedState& solved);

  /// Fixes the rank of A for rows known to be redundant.
  void set_known_ranks(const RowRanks& ranks);

  /// Solves with these rows alone from here on; the multipliers of the others are 0. For Lagrange's equations with
  /// multipliers. What frictions do is decided anew.
  void set_active_rows(const ActiveRows& rows);
  /// True where all rows act, and none is known to repeat others.
  [[nodiscard]] bool has_all_rows() const { return !repeated_ && (!has_acting_ || acting_.size() == m_); }
  [[nodiscard]] bool is_active(std::size_t row) const { return solver_.is_active(row); }
  /// The rank that the rows said to act have where they are regular; nothing before `set_active_rows`.
  [[nodiscard]] std::optional<int> acting_rank() const { return acting_rank_; }

  [[nodiscard]] const KktStatus& status() const;
  /// What solved at the last state.
  [[nodiscard]] SolverChoice solver() const;
  /// About how many multiply-adds the linear equations of the last state solved took.
  [[nodiscard]] double multiplications() const;

  /// What the frictions do, and with which forces at the last state solved.
  [[nodiscard]] const FrictionSolver& frictions() const { return frictions_; }
  [[nodiscard]] const RowSolver& row_solver() const { return solver_; }
  /// Those that are open are decided at the next state solved; those at open contacts are idle whatever `modes` says.
  void set_friction_modes(std::vector<FrictionMode> modes);
  /// Everything is to be decided anew.
  void forget_friction_modes() { set_friction_modes(std::vector<FrictionMode>(frictions_.size())); }

  /// The functions of the state that jump, where their values are held.
  [[nodiscard]] const JumpSolver& jumps() const { return jumps_; }
  void set_jump_modes(const std::vector<JumpMode>& modes) { jumps_.set_modes(modes); }

  /// Hands over what the next states are solved by: what frictions and functions that jump do, the speeds of a form.
  /// Active rows and known ranks are those of the reader.
  void archive(Archive& with);

  /// Solves the linear equations of the last state solved for other right-hand sides: M·x − Bᵀμ − Sᵀν = forces,
  /// A·x = rows, S·x = held, S the slips that are held. `rows` becomes μ, `held` ν.
  void solve_again(std::span<const double> forces, std::span<double> rows, std::span<double> held, std::span<double> x);
  /// The same where no slip is held.
  void solve_again(std::span<const double> forces, std::span<double> rows, std::span<double> x) {
    solve_again(forces, rows, {}, x);
  }

  /// The matrices of the last state solved, views into this object.
  [[nodiscard]] DynamicsView view() const;
  [[nodiscard]] std::span<const double> mass() const { return view().mass; }
  [[nodiscard]] std::span<const double> rows() const { return view().rows; }

private:
  void evaluate(std::span<const double> inputs) const;
  [[nodiscard]] bool solve_by_structure(std::span<double> inputs);
  void make_released();
  [[nodiscard]] bool solve_released(std::span<double> inputs);
  [[nodiscard]] bool share_multipliers(std::span<double> multipliers);
  void remember(std::span<const double> inputs);
  [[nodiscard]] bool solve_again_by_structure(std::span<const double> forces, std::span<double> rows,
                                              std::span<double> x);
  /// Solves with the values of jumps that are in the inputs.
  void solve_branch(std::span<double> inputs);
  void solve_frictionless(std::span<double> inputs);
  [[nodiscard]] bool is_idle(std::size_t friction) const;
  void require_regular(double t) const;
  void require_solved(double t) const;

  const Engine& engine_;
  std::size_t n_;
  std::size_t m_;
  mutable ProgramInstance program_;
  RowSolver solver_;
  FrictionSolver frictions_;
  JumpSolver jumps_;
  std::optional<FormDynamics> form_;       ///< absent for Lagrange's equations with multipliers
  std::optional<SparseDynamics> sparse_;   ///< made by `use_structure`
  std::optional<SparseDynamics> released_; ///< by Engine::released, made when it is first needed
  std::optional<RepeatedRows> repeated_;   ///< where rows are known to repeat others
  std::vector<std::size_t> acting_;        ///< rows, where `set_active_rows` said which
  bool has_acting_ = false;
  std::optional<int> acting_rank_;              ///< theirs
  mutable std::vector<double> outputs_;         ///< of `program_`, made when they are first asked for
  mutable std::vector<double> state_and_jumps_; ///< inputs of `program_` where there are jumps
  bool is_factored_ = false;                    ///< `solver_` holds the matrices of the last state solved
  bool uses_structure_ = false;
  bool is_sparse_ = false;                    ///< the last state was solved by the structure
  bool is_released_ = false;                  ///< by `released_`
  std::vector<double> sparse_state_;          ///< it, where `is_sparse_`: what `evaluate` reads
  std::optional<KktStatus> taken_;            ///< of the last state, where it was taken in and not solved
  mutable bool is_unevaluated_ = false;       ///< its matrices have not been evaluated
  std::optional<StructureSolution> solution_; ///< made when right-hand sides are first solved for by the structure
  std::optional<StructureSolution> released_solution_; ///< likewise
  enum class Factors { unknown, usable, unusable };
  Factors factors_ = Factors::unknown; ///< of `solution_`, at the last state solved
};

} // namespace simulation
} // namespace dalembert
