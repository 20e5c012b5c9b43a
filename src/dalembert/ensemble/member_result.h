#pragma once

#include <dalembert/base/archive.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace ensemble {

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

/// The table of one member, row by row (RowLayout).
struct MemberRows {
  std::size_t count = 0;      ///< of rows
  std::size_t planned = 0;    ///< of the first of them, at the instants of the layout
  std::vector<double> values; ///< SI

  void archive(Archive& with) { with(count, planned, values); }
};

/// The result of the run of one member.
struct MemberResult {
  MemberEnd end = MemberEnd::completed;
  std::string reason;            ///< of a failure or refusal, on one line
  bool is_certified = false;     ///< the certificate holds
  std::size_t failed_checks = 0; ///< of the model
  std::vector<double> values;    ///< one for each column, SI; NaN where there is none

  MemberRows rows = {};   ///< where they are asked for
  bool was_alone = false; ///< it left its lane, and was run by itself

  void archive(Archive& with) { with(end, reason, is_certified, failed_checks, values, rows, was_alone); }
  /// About what it takes in memory and in a message.
  [[nodiscard]] std::size_t bytes() const {
    return reason.size() + (values.size() + rows.values.size()) * sizeof(double);
  }
};

} // namespace ensemble
} // namespace dalembert
