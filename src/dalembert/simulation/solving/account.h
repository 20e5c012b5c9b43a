#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/recorded_state.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Says everything that is known at a state: accelerations, multipliers, reactions, energies, violations.
class Account {
public:
  explicit Account(const Engine& engine);

  /// Evaluates at the state in `inputs`, whose v̇, λ and F must be those of the state (Dynamics::solve).
  [[nodiscard]] Evaluation evaluate(std::span<const double> inputs, const Dynamics& dynamics);
  /// The same into what is there, whose memory is used again. `known`: what the programs give there; null: they are
  /// evaluated.
  void evaluate(std::span<const double> inputs, const Dynamics& dynamics, Evaluation& out,
                const RecordedState* known = nullptr);

  /// What violations are measured by at the state evaluated last: for each constraint Σᵢ |aₖᵢ| max(1, |qᵢ|), and the
  /// same of v.
  [[nodiscard]] std::span<const double> position_sizes() const;
  [[nodiscard]] std::span<const double> velocity_sizes() const;

private:
  const Engine& engine_;
  ProgramInstance program_;
  std::vector<double> outputs_;
  ProgramInstance violations_;
  std::vector<double> violated_; ///< outputs of it
};

/// Copies t, q, v of `state` into `inputs`, and back.
void put_state(const InputLayout& layout, const State& state, std::span<double> inputs);
[[nodiscard]] State state_of(const InputLayout& layout, std::span<const double> inputs);

/// Evaluates the motion at one state as it is given: nothing is projected, violations are reported.
/// `ranks`: of rows that repeat others; by default they are judged at this state alone, which may lie off the
/// constraints.
/// @throws SolveError where the equations are singular or not finite there
[[nodiscard]] Evaluation evaluate_at(const Engine& engine, const State& state, const RowRanks& ranks = {});

} // namespace simulation
} // namespace dalembert
