#pragma once

#include <dalembert/numerics/explicit_rk.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/row_ranks.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {

/// Watches the rows of A for a pole or a zero that a step jumps over.
///
/// Where the coefficients of a constraint have a pole (ẏ = ẋ·tan θ at 90°) or vanish together, its row turns by 180°
/// from one instant to the next; a regular row turns continuously. The constraint gives no direction there, and its
/// multiplier has no value. Two rows that enclose more than 90° at the ends of a step are brought together by bisection
/// of the dense output: they stay apart only at a jump.
class RowWatch {
public:
  explicit RowWatch(const Engine& engine) : engine_(engine), inputs_(engine.blank_inputs()) {}

  /// A row that repeats others may vanish while these hold the motion: no jump of it counts.
  void set_known_ranks(const RowRanks& ranks) { ranks_ = ranks; }

  /// Takes the state at which the run starts.
  void start(double t, std::span<const double> y);

  /// What to tell of a jump in the step just made, naming constraint, time and coordinates; nothing where none was.
  [[nodiscard]] std::optional<std::string> jump(ExplicitRk& rk);

private:
  using Rows = std::vector<double>; ///< A, m×n
  [[nodiscard]] Rows rows(double t, std::span<const double> y);
  [[nodiscard]] bool turned(const Rows& from, const Rows& to, std::size_t row) const;
  [[nodiscard]] bool is_held_by_others(const Rows& at, std::size_t row) const;
  [[nodiscard]] std::string message(std::size_t row, double t, std::span<const double> y) const;

  const Engine& engine_;
  RowRanks ranks_;
  std::vector<double> inputs_;
  Rows last_; ///< at the end of the last step
};

} // namespace dalembert
