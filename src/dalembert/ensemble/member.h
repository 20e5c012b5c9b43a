#pragma once

#include <dalembert/ensemble/lanes/motion_lanes.h>
#include <dalembert/ensemble/lanes/pair_lanes.h>
#include <dalembert/ensemble/member_result.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// How each member is run, and which results it returns besides its final values.
struct MemberRequest {
  RunOptions run;
  std::size_t instants = 0; ///< of the rows that are kept (RowLayout); 0: none are
  bool lyapunov = false;    ///< estimates the largest Lyapunov exponent

  /// Advances several members at once; absent: each is run by itself.
  std::shared_ptr<const LaneProgram> lanes = nullptr;

  /// Advances several at once, each by steps of its own length (`run_in_lanes`); absent likewise.
  std::shared_ptr<const PairProgram> pairs = nullptr;

  /// How many members are best run together.
  [[nodiscard]] std::size_t at_once() const { return lanes ? lanes->width() : pairs ? lane_count : 1; }
};

/// The columns of a study: the end t, then each coordinate, rate and plotted curve with its final value and the least
/// and greatest of the table of the run, then the energy h, the first instant of each event of the model (first-passage
/// time), and the largest Lyapunov exponent with its error where it is asked for.
[[nodiscard]] std::vector<MemberColumn> member_columns(const Study& study, const MemberRequest& asked);
/// The place of the Lyapunov exponent, behind which its error stands; nothing where it is not asked for.
[[nodiscard]] std::optional<std::size_t> exponent_column(const std::vector<MemberColumn>& columns);

/// Runs one member. @throws OptionError as `run`, and Stopped where it was stopped
[[nodiscard]] MemberResult run_member(const Engine& engine, const MemberRequest& request);

/// Where members come from that are run as lanes become free, and where their results go.
struct MemberFlow {
  /// The engine of the next member and its number; nothing where there is none now.
  std::function<std::optional<std::pair<std::size_t, Engine>>()> next;
  std::function<void(std::size_t member, MemberResult result)> done; ///< in any order
};

/// Runs all members that there are, in lanes by `MemberRequest::pairs`: the result of each is that of `run_member`,
/// whoever stands beside it. @throws as `run_member`
void run_flow(const MemberFlow& flow, const MemberRequest& request);

/// Runs several members, in lanes where the request has a program for that: the result of each is the same whoever
/// stands beside it. @throws as `run_member`
[[nodiscard]] std::vector<MemberResult> run_members(std::span<const Engine> engines, const MemberRequest& request);

} // namespace ensemble
} // namespace dalembert
