#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/plan/time_scan.h>
#include <dalembert/studies/sensitivity.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace studies {

/// An instant at which the derivatives of a motion jump: somewhere between `from`, reached first, and `to`.
struct SensitivityBreak {
  double from = 0.0; ///< s
  double to = 0.0;
  struct Crossed {
    std::size_t jump = 0; ///< in Programs::jumps
    double value = 0.0;   ///< of that function behind
  };
  std::vector<Crossed> crossed;  ///< functions that a run holds: the motion crosses their surfaces
  const Event* change = nullptr; ///< in RunResult::changes: something else changes
  /// True where the equations jump by the time alone. A row there is the state behind, as that of the motion.
  [[nodiscard]] bool is_time_jump() const { return change == nullptr && crossed.empty(); }
};

/// Where derivatives jump along a run, in the order of the run, and where they can no longer be followed.
struct SensitivityCourse {
  std::vector<SensitivityBreak> breaks; ///< up to the end
  double end = 0.0;                     ///< s
  std::optional<SensitivityEnd> why;    ///< absent where it is the end of the run
};
[[nodiscard]] SensitivityCourse course_of(const RunResult& result, const TimeScan& scan);

} // namespace studies
} // namespace dalembert
