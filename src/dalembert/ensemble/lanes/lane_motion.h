#pragma once

#include <dalembert/numerics/lanes/lane_rk.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/program/executor.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// The equations of motion, compiled for several members of an ensemble at once, with the bits of those of a run.
/// Constant; threads may share it.
struct MotionProgram {
  std::shared_ptr<const Executor> motion; ///< the matrices (DynamicsView), or v̇, λ and a pivot (SparseMotionView)
  std::shared_ptr<const Executor> powers;
  bool is_by_structure = false; ///< the latter
};

/// Says why motions of this engine cannot be solved in lanes; empty where they can.
[[nodiscard]] std::string why_not_solved_in_lanes(const Engine& engine, bool is_by_structure);

/// ẏ of eight members, as Motion::problem has it, bit for bit. Not to be shared between threads.
class LaneMotion {
public:
  /// `engine`: of any of the members.
  LaneMotion(const Engine& engine, const std::shared_ptr<const MotionProgram>& program);

  /// The parameters of a member, SI.
  void set_parameters(std::size_t lane, const std::vector<double>& values);
  /// The sizes of rows by which the structure is trusted in a lane (Dynamics::typical_row_sizes); empty: whatever they
  /// are.
  void set_typical_rows(std::size_t lane, std::span<const double> sizes);
  /// What the whole run of a member has left, for programs that read full inputs. The motion does not.
  void set_histories(std::size_t lane, std::span<const double> values);

  [[nodiscard]] std::size_t components() const { return 2 * n_ + powers_.outputs(); }
  /// Returns the lanes of `wanted` in which the equations were solved: not where a value is not finite, the
  /// acceleration is not unique, or a pivot of the structure vanishes.
  [[nodiscard]] LaneMask evaluate(LaneMask wanted, const double* t, const double* y, double* dydt);
  /// What was found in one lane at the last evaluation.
  void copy_solved(std::size_t lane, SolvedState& out) const;
  /// Full inputs of all lanes, at the last evaluation.
  [[nodiscard]] std::span<const double> inputs() const { return inputs_; }

private:
  [[nodiscard]] LaneMask solve_matrices(LaneMask wanted);
  [[nodiscard]] bool solve_alone(std::size_t lane);
  [[nodiscard]] LaneMask take_structure();
  [[nodiscard]] bool is_trusted(std::size_t lane);
  [[nodiscard]] double* input(std::size_t i) { return inputs_.data() + i * lane_count; }

  const InputLayout layout_;
  std::size_t n_;
  std::size_t m_;
  bool is_by_structure_;
  ProgramInstance motion_;
  ProgramInstance powers_;
  const LaneKernels& kernels_;
  AlignedNumbers inputs_; ///< of full programs
  AlignedNumbers outputs_;
  AlignedNumbers work_;
  KktSolver alone_;         ///< for lanes whose solution is not good at a glance
  LaneMask were_alone_ = 0; ///< these, at the last evaluation
  SolvedState at_alone_;    ///< room for one of them
  std::array<KktStatus, lane_count> status_alone_;
  std::array<std::vector<double>, lane_count> typical_rows_;
  std::vector<double> row_sizes_; ///< of one lane
  std::array<double, lane_count> smallest_pivot_{};
  std::array<double, lane_count> residual_{};
  std::array<double, lane_count> contradiction_{};
};

} // namespace ensemble
} // namespace dalembert
