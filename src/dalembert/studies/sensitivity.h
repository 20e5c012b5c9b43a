#pragma once

#include <dalembert/mechanics/measure.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace studies {

/// What a motion is differentiated by: a parameter, or an entry of `initial` whose target is a coordinate or rate.
struct SensitivityCause {
  std::string name; ///< `m`; of an initial value `theta` or `theta'`
  Measure measure;
  double value = 0.0;                 ///< SI
  std::optional<std::size_t> initial; ///< in Study::initial
  /// Which parameters change with it, and ∂/∂(it): of a parameter itself 1, of those declared in terms of it more.
  struct Change {
    std::size_t parameter = 0; ///< in System::parameters
    double rate = 0.0;
  };
  std::vector<Change> parameters;
};

/// The derivatives of a state and its multipliers by one cause, at a fixed time; SI units.
struct StateSensitivity {
  std::vector<double> q;           ///< ∂q/∂p, n
  std::vector<double> v;           ///< ∂v/∂p, n
  std::vector<double> multipliers; ///< ∂λ/∂p, m; NaN where a multiplier is not determined
};

/// Why nothing is known from a time on.
struct SensitivityEnd {
  double time = 0.0;  ///< s
  std::string reason; ///< in words: `the contact floor is struck`
};

/// The derivatives of a motion by parameters and initial values.
struct Sensitivities {
  std::vector<SensitivityCause> causes;
  std::vector<double> times;                       ///< s, those of the rows of the table, as far as they are known
  std::vector<std::vector<StateSensitivity>> rows; ///< for each time, one for each cause
  std::vector<double> sample_times;                ///< s, those of the samples
  std::vector<std::vector<StateSensitivity>> samples;
  double final_time = 0.0; ///< s
  std::vector<StateSensitivity> final;
  std::optional<SensitivityEnd> end; ///< absent: they are known up to the end of the run
  bool is_interrupted = false;       ///< it ends because that was asked for
  std::vector<bool> determined;      ///< of each multiplier
  std::string method;
  std::uint64_t steps = 0;
  std::uint64_t rejected = 0;
  std::uint64_t evaluations = 0;
};

} // namespace studies
} // namespace dalembert
