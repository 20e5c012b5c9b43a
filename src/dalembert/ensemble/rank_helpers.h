#pragma once

#include <dalembert/ensemble/pace.h>
#include <dalembert/ensemble/rank_protocol.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// The other processes, as process 0 sees them.
class RankHelpers {
public:
  /// `identity` is what all must agree on.
  RankHelpers(Ranks& ranks, std::string identity);

  [[nodiscard]] bool are_there() const { return !helpers_.empty(); }
  /// How many run members, this process included.
  [[nodiscard]] std::size_t processes() const;
  /// Tells those that lack members to run some: `next(most)` returns a range of at most so many.
  void hand_out(std::size_t left, const std::function<std::pair<std::size_t, std::size_t>(std::size_t most)>& next);
  /// How long none of them needs to be looked at, while `left` members are left.
  [[nodiscard]] std::chrono::duration<double> patience(std::size_t left) const;
  /// What they have sent; does not wait.
  /// @throws RanksError where one of them failed or runs another sweep, OptionError as `run`
  [[nodiscard]] std::vector<MemberDone> take();

private:
  struct Helper {
    bool is_ready = false;
    std::size_t unfinished = 0;
    MemberPace pace;
  };
  void take_in(std::size_t rank, RankReport report, std::vector<MemberDone>& out);

  Ranks& ranks_;
  std::string identity_;
  std::vector<Helper> helpers_; ///< number r − 1 is process r
};

/// Tells the other processes to end, and waits until all have, at most for so long. Returns false where one has not.
[[nodiscard]] bool dismiss(Ranks& ranks, std::chrono::milliseconds longest);

} // namespace ensemble
} // namespace dalembert
