#pragma once

#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/engine/active_rows.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/known_ranks.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Solves the equations of motion with the constraints that are active, and with slips that are held at 0 as further
/// rows: their multipliers are forces of friction.
class RowSolver {
public:
  explicit RowSolver(const Engine& engine);

  void set_known_ranks(const RowRanks& ranks);
  /// All constraints at first.
  void set_active_rows(const ActiveRows& rows);
  void set_held(std::size_t count);
  [[nodiscard]] bool is_active(std::size_t row) const;

  /// `rows` and `reaction_rows` (empty: the same) of all constraints, m×n; `held`, one row for each slip.
  void factor(const KktMatrices& all, std::span<const double> held = {});
  /// Writes the multipliers of all constraints, 0 for those that are not active, and the forces along the held slips.
  void solve(std::span<const double> forcing, std::span<const double> row_forcing, std::span<const double> held_forcing,
             std::span<double> accelerations, std::span<double> multipliers, std::span<double> held_forces);
  void solve(std::span<const double> forcing, std::span<const double> row_forcing, std::span<double> accelerations,
             std::span<double> multipliers) {
    solve(forcing, row_forcing, {}, accelerations, multipliers, {});
  }

  /// True where rows are known to repeat others, those of the slips included.
  [[nodiscard]] bool has_repeated_rows() const { return status().rank < static_cast<int>(multipliers_.size()); }
  /// Combinations z of all constraints with Aᵀz = 0. Cost: singular values of A.
  [[nodiscard]] std::vector<std::vector<double>> free_multipliers(std::span<const double> mass,
                                                                  std::span<const double> rows) const;

  [[nodiscard]] const KktStatus& status() const { return solver_.status(); }
  [[nodiscard]] double multiplications() const { return solver_.multiplications(); }

private:
  /// The entries of the active rows, `width` of each, and `held` behind them.
  [[nodiscard]] std::span<const double> gathered(std::span<const double> all, std::size_t width,
                                                 std::span<const double> held, std::vector<double>& room) const;
  void renew();

  const Engine& engine_;
  std::size_t n_;
  std::optional<RowRanks> ranks_;    ///< of all rows
  std::optional<ActiveRows> active_; ///< absent: all
  std::size_t held_ = 0;
  KktSolver solver_;
  std::vector<double> rows_;
  std::vector<double> reaction_rows_;
  std::vector<double> forcing_;
  std::vector<double> multipliers_;
};

} // namespace simulation
} // namespace dalembert
