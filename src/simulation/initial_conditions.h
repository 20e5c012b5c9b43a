#pragma once

#include <dalembert/simulation/engine.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {

/// One entry of `initial` as a row: `target − value = 0`, about the positions or about the rates.
struct InitialRow {
  std::size_t entry = 0;              ///< in Study::initial
  std::optional<std::size_t> unknown; ///< its target is just this coordinate (or rate)
  bool kept = true;
  Expr residual;              ///< target − value
  std::vector<Expr> gradient; ///< by the unknowns of its level
};

enum class Level { position, rate };

/// What `initial` says about one level.
struct LevelConditions {
  Level level = Level::position;
  std::vector<InitialRow> rows;
};

/// The `initial` entries of a study sorted by level, and their values at a state.
class InitialConditions {
public:
  explicit InitialConditions(const Engine& engine);

  [[nodiscard]] const LevelConditions& at(Level level) const { return level == Level::position ? positions_ : rates_; }

  /// Writes the values of plain targets into `inputs`, those that need others after them; marks which unknowns were
  /// given, and which of these are fixed: kept, with a value that nothing movable can change.
  struct Start {
    std::vector<bool> given;
    std::vector<bool> fixed;
  };
  Start start(Level level, std::span<double> inputs) const;

  /// Evaluates `target − value` of a row, and its gradient, at the state in `inputs`.
  [[nodiscard]] double residual(const InitialRow& row, std::span<const double> inputs) const;
  [[nodiscard]] std::vector<double> gradient(const InitialRow& row, std::span<const double> inputs) const;

private:
  void sort(std::size_t entry);
  [[nodiscard]] bool resolve(const InitialRow& row, Level level, Start& start, std::vector<bool>& known,
                             std::span<double> inputs) const;

  const Engine& engine_;
  std::vector<Expr> q_;
  std::vector<Expr> v_;
  std::vector<Expr> symbols_; ///< of the state inputs, in layout order
  LevelConditions positions_{Level::position, {}};
  LevelConditions rates_{Level::rate, {}};
};

} // namespace dalembert
