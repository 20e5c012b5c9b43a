#pragma once

#include <dalembert/ensemble/member_threads.h>
#include <dalembert/ensemble/plan.h>
#include <dalembert/ensemble/ranks.h>
#include <dalembert/ensemble/results_in_order.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace dalembert {
inline namespace ensemble {

struct SweepRun {
  MemberRequest member;          ///< of each of them
  std::size_t first = 0;         ///< those before it are known
  std::size_t threads = 0;       ///< of each process; 0: as many as the machine has for it
  std::shared_ptr<Ranks> ranks;  ///< absent: this process alone
  std::string identity;          ///< all that the numbers depend on, for processes that are to agree on it
  std::string waiting_file = {}; ///< of results that wait for a member before them (WaitingResults); empty: none
};

/// How far a sweep came.
struct SweepEnd {
  std::size_t handed_over = 0; ///< all members before this one are
  std::size_t waiting = 0;     ///< that are done behind it, and lie in the file
  std::size_t recovered = 0;   ///< that lay in the file before
};

/// How many threads of this process work on so many members.
[[nodiscard]] std::size_t thread_count(std::size_t wanted, std::size_t members, const Ranks* ranks = nullptr);

/// Runs the members from `first` to the last, several at a time, and hands their results to `take` in order: what comes
/// out does not depend on the number of threads and processes. All are handed over, unless the work was stopped. For
/// process 0.
/// @throws OptionError as `run`, RanksError where another process failed, WaitingFileError, and what `take` throws
SweepEnd run_sweep(const SweepPlan& plan, const MakeEngine& make_engine, const SweepRun& how, const TakeMember& take);

/// Runs what process 0 hands out, until it says that this is the end. For all other processes.
/// @throws RanksError
void help_sweep(const MakeEngine& make_engine, const SweepRun& how);

/// Tells process 0 why this process cannot help, and waits for the end. @throws RanksError
void decline_sweep(Ranks& ranks, const std::string& why);

} // namespace ensemble
} // namespace dalembert
