#pragma once

#include <dalembert/ensemble/member_threads.h>
#include <dalembert/ensemble/ranks.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// What process 0 tells another one.
struct RankOrder {
  enum class Kind : char { run, end };
  Kind kind = Kind::run;
  std::size_t first = 0; ///< members to run, without `last`
  std::size_t last = 0;

  /// Not inline: GCC 12 would warn that the bytes of a short text are read before they are written.
  [[gnu::noinline]] void archive(Archive& with) { with(kind, first, last); }
};

/// What another process tells process 0.
struct RankReport {
  enum class Kind : char {
    ready,   ///< has read the model, and waits for members to run
    results, ///< of members
    failure, ///< cannot go on
    parting, ///< the last one
  };
  Kind kind = Kind::parting;
  std::string machine;
  std::string identity;    ///< of the sweep: the same for all
  std::size_t at_once = 0; ///< members that it works on at one moment
  std::vector<MemberDone> results;
  std::string text; ///< of a failure
  bool is_option_error = false;

  void archive(Archive& with) { with(kind, machine, identity, at_once, results, text, is_option_error); }
};

/// @throws RanksError
void tell(Ranks& ranks, std::size_t to, RankOrder order);
/// What process 0 says in `message`. @throws ArchiveError where it says nothing
[[nodiscard]] RankOrder order_in(const RankMessage& message);
/// Tells process 0. @throws RanksError
void tell(Ranks& ranks, RankReport report);
/// The name of this machine.
[[nodiscard]] std::string machine_name();

} // namespace ensemble
} // namespace dalembert
