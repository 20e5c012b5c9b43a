#pragma once

#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Rows of which some repeat others, solved for by independent ones: what the multipliers of all are.
///
///   aᵈ = Σ tᵢ aⁱ,   A nᵈ = 0 with nᵈ = eᵈ − Σ tᵢ eⁱ,   Σₖ (λₖ rₖ)² least over λ + Σ c nᵈ,   rₖ² = Σᵢ aₖᵢ²/Mᵢᵢ
///
/// as docs/theory/constraints.md (6). Cost: O(d (n + m)) and d solutions for d rows that repeat others.
class RepeatedRows {
public:
  /// `acting`, `independent`: ascending, in System::constraints. `typical_rows`: usual sizes of the entries of A for
  /// the acting ones (RowRanks); empty where nothing is known.
  RepeatedRows(const Engine& engine, std::vector<std::size_t> acting, std::vector<std::size_t> independent,
               std::vector<double> typical_rows);

  [[nodiscard]] const std::vector<std::size_t>& acting() const { return acting_; }
  [[nodiscard]] const std::vector<std::size_t>& independent() const { return independent_; }

  /// Solves M·x − Aᵀμ = forces, A·x = 0 by the independent rows: writes μ, of all constraints; false where it cannot.
  using Solve = std::function<bool(std::span<const double> forces, std::span<double> mu)>;

  /// True where the rows that repeat others are met by x, which the independent ones gave: A·x = values.
  [[nodiscard]] bool are_met(std::span<const double> rows, std::span<const double> x,
                             std::span<const double> values) const;
  /// Shares what is in `multipliers` among all acting rows; M n×n and A m×n of the state. False where `solve` fails.
  [[nodiscard]] bool share(std::span<const double> mass, std::span<const double> rows, const Solve& solve,
                           std::span<double> multipliers);

private:
  [[nodiscard]] double weight(std::span<const double> mass, std::span<const double> rows, std::size_t i) const;

  std::size_t n_;
  std::size_t m_;
  std::vector<std::size_t> acting_;
  std::vector<std::size_t> independent_;
  std::vector<std::size_t> repeating_; ///< acting, and not independent
  std::vector<double> typical_;
};

} // namespace simulation
} // namespace dalembert
