#pragma once

#include <dalembert/numerics/step/momentum_problem.h>
#include <dalembert/simulation/engine/active_rows.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/known_ranks.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// A motion by its momenta p = ∂L/∂v, with the rows of the constraints that are active: what RATTLE and its kin follow.
///
///   dp/dt = ∂L/∂q − ∂D/∂v + Q + Σ F ∂s/∂v + Aᵀλ,   φ(q, t) = 0,   ψ(q, v, t) = 0
///
/// The forces F of friction, and the values of functions that jump, are those that the equations of motion give at each
/// state with what frictions and functions do there: functions of t, q, v, not of the λ of the method.
/// The program for it is made when it is first needed. For the form lagrange.
class MotionMomenta {
public:
  explicit MotionMomenta(const Engine& engine) : engine_(engine) {}

  void set_known_ranks(const RowRanks& ranks) { ranks_ = ranks; }
  /// All constraints at first.
  void set_active_rows(const ActiveRows& rows) { active_ = rows; }

  /// The problem from here on; refers to this object, to `dynamics` and to `inputs`, of which all but t, q, v and λ are
  /// read.
  [[nodiscard]] MomentumProblem problem(std::span<const double> inputs, Dynamics& dynamics);

private:
  struct Point {
    double t;
    std::span<const double> q;
    std::span<const double> v;
  };
  void put(const Point& at, std::span<const double> from);
  void evaluate(std::span<const double> multipliers, Dynamics& dynamics, const MomentumProblem::Values& out);
  void linearise(const MomentumProblem::Linear& out);
  void take_rate_gradients(std::span<double> out);

  const Engine& engine_;
  std::optional<RowRanks> ranks_;
  std::optional<ActiveRows> active_; ///< absent: all
  std::optional<ProgramInstance> program_;
  std::optional<RowValues> rates_;
  std::optional<ProgramInstance> accelerations_;
  std::vector<std::size_t> rows_; ///< those of the problem, in System::constraints
  std::vector<double> inputs_;
  std::vector<double> outputs_;
  std::vector<double> mass_values_;
  std::optional<ProgramInstance> derivatives_;
  std::vector<double> derivative_values_;
};

} // namespace simulation
} // namespace dalembert
