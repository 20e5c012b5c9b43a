#pragma once

#include <dalembert/lowering/tangent.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/simulation/engine/known_ranks.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/studies/sensitivity.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace studies {

/// A motion with its derivatives by some causes, as one first-order system
///   Y = (q, v, then ∂q/∂p, ∂v/∂p of each cause p)
class VariedMotion {
public:
  /// `motion` is followed with the rows and modes that it has; `ranks` of its rows where some repeat others, and
  /// which multipliers are `determined`.
  VariedMotion(const Engine& engine, const MotionTangent& tangent, Motion& motion,
               const std::vector<SensitivityCause>& causes, const std::vector<bool>& determined,
               const std::optional<RowRanks>& ranks);

  [[nodiscard]] std::size_t size() const { return 2 * n_ * (1 + causes_.size()); }
  /// Errors of the derivatives steer as well: absolute tolerances are those of the state over the size of the cause.
  [[nodiscard]] StepOptions options() const;
  [[nodiscard]] OdeProblem problem();

  /// Puts Y, which dense output has at `t`, onto the constraints: the state as rows of a run, the derivatives as at the
  /// ends of steps.
  void correct_dense_output(double t, std::span<double> y);

  /// Solves at (t, Y); what follows speaks of that state.
  void solve(double t, std::span<const double> y);
  /// The derivatives at that state, with those of the multipliers.
  [[nodiscard]] std::vector<StateSensitivity> derivatives(double t, std::span<const double> y);
  /// ẋ = (v, v̇) at that state.
  [[nodiscard]] std::vector<double> flow();
  /// State inputs there, and the direction of cause `c` behind them.
  [[nodiscard]] std::vector<double> moved_state(std::size_t c, std::span<const double> y);
  /// The inputs of MotionTangent::motion there: all of the motion, and the direction of cause `c` behind it.
  [[nodiscard]] std::vector<double> moved_inputs(std::size_t c, std::span<const double> y);
  /// Takes in that the motion has other rows or modes from here on.
  void take_phase();
  [[nodiscard]] Motion& motion() { return motion_; }
  [[nodiscard]] const std::vector<SensitivityCause>& causes() const { return causes_; }

  [[nodiscard]] std::span<double> of(std::size_t c, std::span<double> y) const {
    return y.subspan(2 * n_ * (1 + c), 2 * n_);
  }
  [[nodiscard]] std::span<const double> of(std::size_t c, std::span<const double> y) const {
    return y.subspan(2 * n_ * (1 + c), 2 * n_);
  }

private:
  void put_direction(std::size_t c, std::span<const double> change, std::span<double> direction) const;
  void differentiate(std::size_t c, std::span<const double> change, std::span<double> accelerations,
                     std::span<double> multipliers);
  void slide(std::span<const double> rates, std::span<const double> by_value, std::span<double> accelerations,
             std::span<double> multipliers);
  void project(double t, std::span<double> y);
  void put_blocks(double t, std::span<const double> y, std::span<double> dfdy);
  void put_coupling(const std::function<void(double, std::span<const double>, std::span<double>)>& rhs, double t,
                    std::span<const double> y, std::span<double> dfdy) const;

  const Engine& engine_;
  const DirectionLayout& layout_;
  Motion& motion_;
  const std::vector<SensitivityCause>& causes_;
  const std::vector<bool>& determined_;
  std::size_t n_;
  std::size_t m_;
  ProgramInstance tangent_;
  ProgramInstance row_tangent_;
  ProgramInstance jump_tangent_;
  std::vector<double> jump_outputs_;
  RowValues positions_;
  RowValues rates_;
  ProgramInstance jumps_;
  std::vector<double> jump_values_;
  ProgramInstance slips_;
  std::vector<double> slip_values_;
  OdeProblem plain_; ///< of the motion alone
  std::vector<double> packed_;
  std::vector<double> inputs_;
  std::vector<double> outputs_;
  std::vector<double> row_outputs_;
  std::vector<double> forces_;
  std::vector<double> held_; ///< of the slips that are held
  std::size_t slip_planes_;
  KktOptions position_rows_;
  KktOptions rate_rows_;
};

} // namespace studies
} // namespace dalembert
