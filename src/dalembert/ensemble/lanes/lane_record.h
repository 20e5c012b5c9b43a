#pragma once

#include <dalembert/numerics/lanes/lane_kernels.h>
#include <dalembert/numerics/linear/aligned_numbers.h>
#include <dalembert/program/executor.h>
#include <dalembert/simulation/engine/recorded_state.h>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// What runs record of their states, compiled for several members at once, with the bits of a run. Constant; threads
/// may share it.
struct RecordPrograms {
  std::shared_ptr<const Executor> all; ///< RecordProgram
  std::size_t account = 0;
  std::size_t violations = 0;
};

/// Evaluates it for eight members. Not to be shared between threads.
class LaneRecord {
public:
  explicit LaneRecord(std::shared_ptr<const RecordPrograms> programs)
      : programs_(std::move(programs)), all_(programs_->all), outputs_(all_.outputs() * lane_count, 0.0) {}

  /// `inputs`: full ones of all lanes, with v̇ and λ.
  void evaluate(std::span<const double> inputs);
  /// What was found in one lane.
  void copy(std::size_t lane, RecordedState& out) const;

private:
  std::shared_ptr<const RecordPrograms> programs_;
  ProgramInstance all_;
  AlignedNumbers outputs_;
  LaneMask finite_ = 0; ///< lanes in which the account is
};

} // namespace ensemble
} // namespace dalembert
