#pragma once

#include <dalembert/lowering/views.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

enum class Level { position, rate };

/// The constraint rows at one state: φ and ∂φ/∂q of the holonomic ones, or ψ and A of all; M beside them.
class RowValues {
public:
  explicit RowValues(const Engine& engine, Level level = Level::rate);

  /// Evaluates at the state in `inputs` (t, q, v, p are read).
  void evaluate(std::span<const double> inputs);
  /// The same without M, where M is made of its products: that in the view is then of the state before.
  void evaluate_rows(std::span<const double> inputs);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  /// The values found last; refers to this object.
  [[nodiscard]] RowsView view() const { return {rows_, columns_, outputs_}; }

private:
  ProgramInstance program_;
  ProgramInstance rows_alone_;
  std::size_t state_size_;
  std::size_t rows_;
  std::size_t columns_;
  std::vector<double> outputs_;
};

/// The rows of all constraints at the state in `inputs`.
[[nodiscard]] RowValues rows_at(const Engine& engine, std::span<const double> inputs, Level level = Level::rate);

} // namespace simulation
} // namespace dalembert
