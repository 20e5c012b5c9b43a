#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/linear/kkt_types.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/structure_inputs.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Pivots below this share of what they are the rest of keep too few digits.
inline constexpr double smallest_pivot_share = 1e-10;

/// Where a row of few has a size of less than this share of its typical one, the matrices solve from there on. Sizes
/// are squares (EliminatedValues::row_sizes): a tenth of its length, where rounding of the state turns it by ten times
/// as much. A motion that comes near to a position where the row vanishes will come there again.
inline constexpr double smallest_row_share = 1e-2;

/// The least size of a row that acts as a share of its typical one, at most 1. `typical`: empty where nothing is known.
[[nodiscard]] inline double least_row_share(std::span<const double> sizes, std::span<const double> typical) {
  double out = 1.0;
  for (std::size_t k = 0; k < typical.size(); ++k)
    if (sizes[k] < out * typical[k] && sizes[k] != 0.0) out = sizes[k] / typical[k]; // 0: it does not act
  return out;
}

/// Solves the equations of motion by the program that was made of their structure (lowering/sparse_motion.h), where
/// there is one: v̇ and λ in O(n) operations for chains.
class SparseDynamics {
public:
  /// Lowers and compiles the program where this engine has not done so yet.
  SparseDynamics(const Engine& engine, const ProgramsByStructure& programs);

  /// False where the equations have no structure that makes it worth while, it failed too often, or a row was short.
  [[nodiscard]] bool is_usable() const { return is_usable_; }
  /// Writes v̇ and λ. False where a pivot vanishes, or a value is not finite: the matrices tell more there.
  [[nodiscard]] bool solve(std::span<double> inputs);
  /// Solves with these rows alone from here on, ascending; the multipliers of the others are 0.
  void set_rows(std::span<const std::size_t> rows);
  /// Typical sizes of the rows of small systems: medians over states round the first one that was solved at.
  [[nodiscard]] std::span<const double> typical_row_sizes() const { return typical_; }
  /// States that it could not solve at.
  [[nodiscard]] int failures() const { return failures_; }
  /// What the program reads of `inputs`, for another one of the same structure.
  [[nodiscard]] std::span<const double> read(std::span<const double> inputs) { return reader_.of(inputs); }
  [[nodiscard]] const KktStatus& status() const { return status_; }
  /// What is remembered of states that it failed at.
  void archive(Archive& with) { with(is_usable_, failures_, solved_, typical_, knows_typical_); }

private:
  void find_typical_rows(std::span<const double> inputs);

  const Engine& engine_;
  const ProgramsByStructure& programs_;
  StructureInputs reader_;
  bool is_usable_ = false;
  int failures_ = 0;
  int solved_ = 0; ///< states
  ProgramInstance program_;
  std::vector<double> outputs_;
  std::vector<double> typical_; ///< sizes of rows
  bool knows_typical_ = false;
  KktStatus status_;
};

} // namespace simulation
} // namespace dalembert
