#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The ranks that the rows of the constraints have on the constraints: along the motion, and not at one state.
struct RowRanks {
  int all = 0;       ///< of all rows A
  int holonomic = 0; ///< of the rows of the holonomic constraints
  int here = 0;      ///< of A at the state itself; lower than `all` where that is a singular position
  double margin = 0; ///< the `all`-th singular value of A at the state itself, beside the largest one
  /// Rows that have rank `all` together, the earlier ones first: the others repeat them. In System::constraints.
  std::vector<std::size_t> independent;
  /// The usual size of each entry of A, m×n, over states on the constraints and off them. Empty where all rows are
  /// independent at the state itself.
  std::vector<double> typical_rows;

  std::vector<double> elsewhere; ///< inputs of another state on the constraints, where `typical_rows` are known

  [[nodiscard]] bool is_redundant(const Engine& engine) const {
    return !typical_rows.empty() && all < static_cast<int>(engine.constraints());
  }
  void archive(Archive& with) { with(all, holonomic, here, margin, independent, typical_rows, elsewhere); }

  /// What a solver of all rows, or of the holonomic ones, should know: nothing where no row repeats others.
  [[nodiscard]] KktOptions options(const Engine& engine) const;
  [[nodiscard]] KktOptions holonomic_options(const Engine& engine) const;
};

} // namespace simulation
} // namespace dalembert
