#pragma once

#include <dalembert/simulation/engine/row_values.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The `initial` entries of a study by level, and their values at a state. Entries of Engine::starts are kept ones.
class InitialConditions {
public:
  using Row = InitialProgram::Row;
  explicit InitialConditions(const Engine& engine);

  [[nodiscard]] const std::vector<const Row*>& rows(Level level) const {
    return level == Level::position ? positions_ : rates_;
  }

  /// Writes the values of plain targets into `inputs`, those that need others after them; marks which unknowns were
  /// given, and which of these are fixed: kept, with a value that nothing movable can change.
  struct Start {
    std::vector<bool> given;
    std::vector<bool> fixed;
  };
  Start start(Level level, std::span<double> inputs) const;

  /// Evaluates all rows at the state in `inputs`; the accessors below read the result.
  [[nodiscard]] std::vector<double> evaluate(std::span<const double> inputs) const;
  [[nodiscard]] double value(const Row& row, std::span<const double> values) const;
  /// The same. @throws ModelError (E0726) where it is no number
  [[nodiscard]] double finite_value(const Row& row, std::span<const double> values) const;
  [[nodiscard]] double residual(const Row& row, std::span<const double> values) const;
  /// Writes ∂(residual)/∂x by all n unknowns of its level.
  void gradient(const Row& row, std::span<const double> values, std::span<double> out) const;

private:
  void put(const Engine::GivenStart& given, std::span<double> values) const;
  /// @throws ModelError (E0726) where an angle is so large that its rounding is no small part of a turn
  void require_resolved_angle(const Row& row, double angle) const;

  const Engine& engine_;
  std::vector<std::unique_ptr<Row>> given_; ///< those of Engine::starts that are guesses in the model, as kept ones
  std::vector<const Row*> positions_;
  std::vector<const Row*> rates_;
};

} // namespace simulation
} // namespace dalembert
