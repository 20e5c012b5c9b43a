#pragma once

#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/known_ranks.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Which constraints hold: those of System::constraints that are equations and act, and those of closed contacts behind
/// them.
class ActiveRows {
public:
  /// `equations`: ascending; `ranks`: theirs, where they are redundant, with one typical row for each of them.
  explicit ActiveRows(std::vector<std::size_t> equations, std::optional<RowRanks> ranks = {});

  /// The equations and those of `contacts`, in System::constraints and behind the equations.
  [[nodiscard]] ActiveRows with(const std::vector<std::size_t>& contacts) const;

  [[nodiscard]] const std::vector<std::size_t>& rows() const { return rows_; } ///< ascending
  [[nodiscard]] const std::vector<std::size_t>& equations() const { return equations_; }
  [[nodiscard]] bool contains(std::size_t row) const;
  /// Rows that have the rank of all together, where those of contacts are independent of the others; ascending.
  [[nodiscard]] std::vector<std::size_t> independent() const;
  /// The rank of all where the rows of contacts are independent of the others.
  [[nodiscard]] int full_rank() const;
  /// True where equations repeat one another.
  [[nodiscard]] bool has_repeated() const { return ranks_.has_value(); }
  /// What a solver of these rows should know, or of the holonomic ones: nothing where no equation repeats others.
  [[nodiscard]] KktOptions options(const Engine& engine) const;
  [[nodiscard]] KktOptions holonomic_options(const Engine& engine) const;

private:
  std::vector<std::size_t> equations_;
  std::optional<RowRanks> ranks_;
  std::vector<std::size_t> rows_;
};

} // namespace simulation
} // namespace dalembert
