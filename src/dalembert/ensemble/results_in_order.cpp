#include <dalembert/ensemble/results_in_order.h>

#include <algorithm>

namespace dalembert {
inline namespace ensemble {

ResultsInOrder::ResultsInOrder(std::size_t first, std::size_t end, const std::string& waiting_file,
                               std::string_view identity)
    : waiting_(waiting_file, identity), next_(first), end_(end), handed_over_(first) {
  waiting_.forget_before(first);
  recovered_ = waiting_.count();
  skip_known();
}

/// What nobody has begun and yet has a result, was done by an earlier program.
void ResultsInOrder::skip_known() {
  while (waiting_.next_from(next_) == next_)
    ++next_;
}

std::size_t ResultsInOrder::left() const {
  constexpr std::size_t most_bytes = 256 << 20; // of results that wait for a slower member before them
  return waiting_.bytes_in_memory() > most_bytes ? 0 : end_ - next_;
}

std::pair<std::size_t, std::size_t> ResultsInOrder::next(std::size_t most) {
  const std::size_t first = next_;
  const std::size_t end = waiting_.next_from(next_).value_or(end_);
  next_ += std::min({most, left(), end - first});
  const std::size_t last = next_;
  skip_known();
  return {first, last};
}

void ResultsInOrder::add(std::vector<MemberDone> done) {
  for (MemberDone& each : done)
    waiting_.add(std::move(each));
}

bool ResultsInOrder::hand_over(const TakeMember& take) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds longest(50);
  for (const Clock::time_point begin = Clock::now(); Clock::now() - begin < longest;) {
    const std::optional<MemberResult> result = waiting_.take(handed_over_);
    if (!result) {
      waiting_.write_some();
      return false;
    }
    take(handed_over_, *result);
    ++handed_over_;
  }
  return true;
}

} // namespace ensemble
} // namespace dalembert
