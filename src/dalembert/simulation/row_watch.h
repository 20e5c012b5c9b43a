#pragma once

#include <dalembert/numerics/stepper.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/row_ranks.h>

#include <span>
#include <string>
#include <vector>

namespace dalembert::inline simulation {

/// A row that vanishes and has the same direction, but for its sign, on both sides: its multiplier has no value there,
/// the motion goes on.
struct RowZero {
  double time = 0.0;
  std::size_t row = 0;
};

/// What the rows of A did within one step.
struct RowJump {
  std::string failure; ///< names constraint, time and coordinates of a jump that ends the run
  std::vector<RowZero> zeros;
};

/// Watches the rows of A for a pole or a zero that a step jumps over.
///
/// Where the coefficients of a constraint have a pole (ẏ = ẋ·tan θ at 90°) or vanish together, its row turns by 180°
/// from one instant to the next; a regular row turns continuously. Its multiplier has no value there. Two rows that
/// enclose more than 90° at the ends of a step are brought together by bisection of the dense output: they stay apart
/// only at a jump. A row that goes through zero along one line (φ = x y at x = 0, with y = 0) constrains the
/// motion in the same way before and behind: it is passed. Any other jump ends the run.
class RowWatch {
public:
  explicit RowWatch(const Engine& engine) : engine_(engine), inputs_(engine.blank_inputs()) {}

  /// A row that repeats others may vanish while these hold the motion: no jump of it counts.
  void set_known_ranks(const RowRanks& ranks) { ranks_ = ranks; }

  /// Takes the state at which the run starts.
  void start(double t, std::span<const double> y);

  /// What jumped in the step just made.
  [[nodiscard]] RowJump jump(Stepper& stepper);

private:
  using Rows = std::vector<double>; ///< A, m×n
  [[nodiscard]] Rows rows(double t, std::span<const double> y);
  [[nodiscard]] bool turned(const Rows& from, const Rows& to, std::size_t row) const;
  [[nodiscard]] bool is_zero(const Rows& at, std::size_t row) const;
  [[nodiscard]] bool is_held_by_others(const Rows& at, std::size_t row) const;
  [[nodiscard]] bool passes_zero(Stepper& stepper, std::size_t row, double t, std::vector<double>& y);
  [[nodiscard]] std::string message(std::size_t row, double t, std::span<const double> y) const;

  const Engine& engine_;
  RowRanks ranks_;
  std::vector<double> inputs_;
  Rows last_; ///< at the end of the last step
};

} // namespace dalembert::inline simulation
