#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/results/force_choices.h>
#include <dalembert/results/result.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/motion/motion_jacobian.h>
#include <dalembert/simulation/motion/motion_linearisation.h>
#include <dalembert/simulation/motion/motion_momenta.h>
#include <dalembert/simulation/motion/motion_residual.h>
#include <dalembert/simulation/motion/motion_series.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/dynamics.h>
#include <dalembert/simulation/solving/manifold.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The motion as a first-order system y = (q, v, w): q̇ = v, v̇ from the equations of motion, ẇ the powers asked for
/// (the first is ḣ). Knows how to put a state back onto the constraints.
class Motion {
public:
  Motion(const Engine& engine, double tolerance);

  /// Sets the state; impulses of an impact become inputs of the observables.
  void start(const State& from, const ImpactReport* impact);
  void set_known_ranks(const RowRanks& ranks);
  /// Which constraints hold from here on; all at first.
  void set_active_rows(const ActiveRows& rows);
  /// Makes the state nearest to `y` on the active constraints the current one, and puts it into `y`.
  /// @throws SolveError where there is none
  void put_onto_constraints(double t, std::span<double> y);
  /// Writes the state at `t` within the last step of `stepper` into `y`: its dense output, put onto the constraints as
  /// the ends of steps are. All states inside steps that a result holds are made so.
  /// False where it could not be put onto them.
  bool interpolate(Stepper& stepper, double t, std::span<double> y);
  /// Puts y, as dense output has it at `t`, onto the active constraints. It stays as it is where no such state is
  /// found, and where it would change by more than dense output is wrong by: rows are nearly dependent there.
  /// False where it stays.
  bool correct_dense_output(double t, std::span<double> y);
  /// The length of the steps, and not the tolerance, says from here on what dense output is wrong by.
  void take_fixed_steps() { has_fixed_steps_ = true; }
  /// Tells the observables of an impact; what frictions do behind it is decided anew, and surfaces that the motion slid
  /// on are left where it changes their arguments.
  void take_impact(const ImpactReport& impact);
  /// What the frictions do from here on; those that are open are decided at the next state solved.
  void set_friction_modes(const std::vector<FrictionMode>& modes) {
    is_solved_ = false;
    dynamics_.set_friction_modes(modes);
  }
  /// Which values the functions that jump have from here on.
  void set_jump_modes(const std::vector<JumpMode>& modes) {
    is_solved_ = false;
    dynamics_.set_jump_modes(modes);
  }

  /// `has_momenta`: with what methods of momenta need.
  [[nodiscard]] OdeProblem problem(bool has_momenta = false);
  [[nodiscard]] StepOptions options() const;

  /// The state as a vector y, and back into the inputs.
  [[nodiscard]] std::vector<double> packed() const;
  void unpack(double t, std::span<const double> y);
  /// The histories at a state y: what is integrated as y has it, all else as it is known now.
  void copy_histories(std::span<const double> y, std::span<double> out) const;

  /// Solves v̇, λ, F at the current state, unless that is the state solved last.
  void solve();
  /// Evaluates the slips of frictions at the current state, and solves for nothing (Dynamics::evaluate_slips).
  void evaluate_slips() {
    is_solved_ = false;
    dynamics_.evaluate_slips(inputs_);
  }
  /// Makes the state y the current one, where the equations are solved already.
  void take(double t, std::span<const double> y, const SolvedState& solved) {
    unpack(t, y);
    is_solved_ = false;
    dynamics_.take_solved(inputs_, solved);
  }
  /// Solves the linear equations of the state solved last for other right-hand sides (Dynamics::solve_again).
  void solve_again(std::span<const double> forces, std::span<double> rows, std::span<double> x) {
    solve_again(forces, rows, {}, x);
  }
  void solve_again(std::span<const double> forces, std::span<double> rows, std::span<double> held,
                   std::span<double> x) {
    is_solved_ = false;
    dynamics_.solve_again(forces, rows, held, x);
  }

  /// Which forces frictions at rest leave open, at the state solved last (`open_forces.h`).
  [[nodiscard]] OpenForces open_friction_forces();

  /// Hands over state, work and what the equations are solved by.
  void archive(Archive& with) {
    is_solved_ = false;
    with(inputs_, integrals_, dynamics_);
  }

  /// Who changes them has the equations solved anew.
  [[nodiscard]] std::span<double> inputs() {
    is_solved_ = false;
    return inputs_;
  }
  [[nodiscard]] const Dynamics& dynamics() const { return dynamics_; }
  [[nodiscard]] const Manifold& manifold() const { return manifold_; }
  /// ∫ ḣ dt from the start, J.
  [[nodiscard]] double supplied() const { return integrals_.front(); }

private:
  /// The motion by its equations of second order.
  [[nodiscard]] SecondOrderProblem second_order();
  /// Functions that jump have the value of the side to which an impact takes the motion off their surface.
  void leave_surfaces(const ImpactReport& impact);
  /// Writes the histories that are integrals.
  void put_integrals(std::span<const double> integrals, std::span<double> histories) const;
  /// Puts the state in the inputs onto the constraints and the slips that are held.
  void project(double t, Correction correction = Correction::of_step);
  /// True where states are put onto constraints.
  [[nodiscard]] bool has_projection() const;
  [[nodiscard]] bool is_error_of_dense_output(std::span<const double> from, std::span<const double> to) const;
  void require_small_correction(double t, std::span<const double> from, std::span<const double> to) const;

  const Engine& engine_;
  RunTolerance tolerance_;
  bool has_fixed_steps_ = false;
  Dynamics dynamics_;
  Manifold manifold_;
  MotionJacobian jacobian_;
  MotionLinearisation linearisation_;
  MotionSeries series_;
  MotionMomenta momenta_;
  MotionResidual residual_;
  ProgramInstance powers_;
  std::vector<double> inputs_;
  std::vector<double> integrals_;
  bool is_solved_ = false; ///< v̇ and λ in `inputs_` are those of the state there, which `dynamics_` solved last
};

} // namespace simulation
} // namespace dalembert
