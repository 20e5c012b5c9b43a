#pragma once

#include <dalembert/base/progress.h>
#include <dalembert/results/result.h>
#include <dalembert/results/tolerances.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace dalembert {
inline namespace results {

/// A run that was asked for at times that it cannot have; the message says which are allowed.
class OptionError : public std::invalid_argument {
public:
  using std::invalid_argument::invalid_argument;
};

/// Points of a drawn curve in every step: one of the eighth order spans up to a whole oscillation.
inline constexpr std::size_t drawn_points_per_step = 10;

/// How a run is kept while it goes on, so that it can be continued, and from where it is continued.
struct RunKeeping {
  std::string state;            ///< what `keep` was given by a run of the same engine and options; empty: none
  std::function<bool()> is_due; ///< asked behind every step; absent: nothing is kept
  std::function<void(const std::string& state)> keep;
  std::function<void(RunResult partial)> show; ///< what there would be if the run ended here, as interrupted
};

struct RunOptions {
  std::optional<std::string> method;               ///< `auto` or a name of step_methods(); the model's own where absent
  std::optional<double> tolerance;                 ///< relative; the model's own, else default_tolerance
  std::optional<double> end;                       ///< s; the model's own where absent
  std::optional<double> step;                      ///< s, of methods whose steps have one length; the model's own
  std::optional<double> max_step;                  ///< s, the longest step; the model's own, else as the error allows
  std::vector<double> at;                          ///< s; the run stops exactly there and is extended to reach them
  std::size_t samples = 0;                         ///< states at this many even times, both ends included
  std::size_t table_rows = 501;                    ///< where the model names no output step
  std::size_t curve_points = 0;                    ///< times inside every step kept in `curves`
  bool without_series = false;                     ///< `auto` does not begin with Taylor series
  bool verify = false;                             ///< runs again with a tighter tolerance to estimate the global error
  std::vector<std::optional<CheckResult>> settled; ///< checks decided without a run, by index; may be empty
  std::uint64_t max_steps = 0;                     ///< accepted and rejected; 0: no limit
  double most_work = 0.0; ///< operations (RunWork) after which the run ends where it is; 0: no limit
  const StopToken* stop = nullptr;
  std::function<void(const std::string&)> notice; ///< what a long run has to say before its end
  Progress progress;
  RunKeeping keeping;
};

} // namespace results
} // namespace dalembert
