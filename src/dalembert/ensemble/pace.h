#pragma once

#include <chrono>
#include <cstddef>

namespace dalembert::inline ensemble {

/// How fast a process gets on, and so how many members it should have at hand: those that it works on at one moment,
/// and more where these take less time than a message.
class MemberPace {
public:
  explicit MemberPace(std::size_t at_once = 0) : at_once_(at_once) {}

  /// So many were done since the last call.
  void note(std::size_t done);
  /// Of `left` members that nobody has, for `processes` of them.
  [[nodiscard]] std::size_t wanted(std::size_t left, std::size_t processes) const;

private:
  using Clock = std::chrono::steady_clock;
  std::size_t at_once_;
  std::size_t noted_ = 0;
  double rate_ = 0.0; ///< 1/s
  Clock::time_point since_ = Clock::now();
};

} // namespace dalembert::inline ensemble
