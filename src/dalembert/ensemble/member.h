#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/run_options.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert::inline ensemble {

/// How a member ended.
enum class MemberEnd {
  completed,
  stopped, ///< by an event of the model, before its time
  failed,  ///< on the way: the numbers are those of the last state
  refused, ///< it has no start: there are no numbers
};

/// The word of JSON and tables: `completed`.
[[nodiscard]] std::string_view end_word(MemberEnd end);

/// One number that is kept of each member.
struct MemberColumn {
  std::string name; ///< `theta`, `theta.min`, `theta.max`
  std::string unit;
};

/// The result of the run of one member.
struct MemberResult {
  MemberEnd end = MemberEnd::completed;
  std::string reason;            ///< of a failure or refusal, on one line
  bool is_certified = false;     ///< the certificate holds
  std::size_t failed_checks = 0; ///< of the model
  std::vector<double> values;    ///< one for each column, SI; NaN where there is none

  void archive(Archive& with) { with(end, reason, is_certified, failed_checks, values); }
  /// About what it takes in memory and in a message.
  [[nodiscard]] std::size_t bytes() const { return reason.size() + values.size() * sizeof(double); }
};

/// What is asked of each member.
struct MemberRequest {
  RunOptions run;
};

/// The columns of a study: the end t, then each coordinate, rate and plotted curve with its final value and the least
/// and greatest of the table of the run, then the energy h.
[[nodiscard]] std::vector<MemberColumn> member_columns(const Study& study);

/// Runs one member. @throws OptionError as `run`, and Stopped where it was stopped
[[nodiscard]] MemberResult run_member(const Engine& engine, const MemberRequest& request);

} // namespace dalembert::inline ensemble
