#pragma once

#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The inputs of the programs that solve and project by structure (lowering/sparse_motion.h, sparse_projection.h).
class StructureInputs {
public:
  enum class Jumps { held, unread };
  StructureInputs(const Engine& engine, const ProgramsByStructure& programs, Jumps jumps);

  /// True where some rows do not act all the time.
  [[nodiscard]] bool has_switches() const { return !switched_.empty(); }
  /// These rows, ascending, hold from here on; all, as long as this is not called.
  void set_rows(std::span<const std::size_t> rows);
  /// The inputs at the state and the values of jumps in `inputs` (layout of Programs): a part of `inputs`, or valid
  /// until the next call.
  [[nodiscard]] std::span<const double> of(std::span<const double> inputs);

private:
  InputLayout layout_;
  std::size_t jumps_;                 ///< read
  std::vector<std::size_t> switched_; ///< rows
  std::vector<double> inputs_;        ///< empty where they are the state alone; behind it and the jumps: which act
};

} // namespace simulation
} // namespace dalembert
