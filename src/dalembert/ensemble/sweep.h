#pragma once

#include <dalembert/ensemble/member.h>
#include <dalembert/ensemble/plan.h>

#include <cstddef>
#include <functional>

namespace dalembert::inline ensemble {

/// Makes the engine of one member; called by several threads.
using MakeEngine = std::function<Engine(std::size_t member)>;
/// Takes the results one after the other, in the order of the members.
using TakeMember = std::function<void(std::size_t member, const MemberResult& result)>;

struct SweepRun {
  RunOptions run;          ///< of each member
  std::size_t first = 0;   ///< those before it are known
  std::size_t threads = 0; ///< 0: as many as the machine has
};

/// How many threads work on so many members.
[[nodiscard]] std::size_t thread_count(std::size_t wanted, std::size_t members);

/// Runs the members from `first` to the last, several at a time, and hands their results to `take` in order: what comes
/// out does not depend on the number of threads. Returns the number of the first member that was not handed over: all
/// are, unless the work was stopped.
/// @throws OptionError as `run`, and what `take` throws
std::size_t run_sweep(const SweepPlan& plan, const MakeEngine& make_engine, const SweepRun& how,
                      const TakeMember& take);

} // namespace dalembert::inline ensemble
