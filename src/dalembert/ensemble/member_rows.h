#pragma once

#include <dalembert/ensemble/member_result.h>
#include <dalembert/results/result.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// The table that is kept of every member: the instants, the same in number for all, and the quantities at each.
struct RowLayout {
  std::vector<double> times;            ///< of the model's own run, s
  std::vector<MemberColumn> quantities; ///< t, coordinates, rates, multipliers, reactions, plotted curves, h

  [[nodiscard]] std::size_t instants() const { return times.size(); }
  [[nodiscard]] std::size_t width() const { return quantities.size(); }
};

/// @throws OptionError as `run`
[[nodiscard]] RowLayout row_layout(const Engine& engine, const RunOptions& options);

/// The rows of one member, at the instants that it has reached; where it ended before its time, the state there is one
/// more row.
/// @throws OptionError where the number of instants is another one for this member
[[nodiscard]] MemberRows rows_of(const Engine& engine, const RunOptions& options, const RunResult& result,
                                 std::size_t instants);

} // namespace ensemble
} // namespace dalembert
