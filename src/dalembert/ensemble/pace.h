#pragma once

#include <chrono>
#include <cstddef>

namespace dalembert {
inline namespace ensemble {

/// How fast a process gets on, and so how many members it should have at hand: those that it works on at one moment,
/// and more where these take less time than a message.
class MemberPace {
public:
  explicit MemberPace(std::size_t at_once = 0) : at_once_(at_once) {}

  /// So many were done since the last call.
  void note(std::size_t done);
  /// Of `left` members that nobody has, for `processes` of them.
  [[nodiscard]] std::size_t wanted(std::size_t left, std::size_t processes) const;
  /// How long nobody needs to look at a process that has so many members at hand: half of the time that those it does
  /// not work on yet will take it, or what is short beside the time of one.
  [[nodiscard]] std::chrono::duration<double> patience(std::size_t unfinished) const;

private:
  using Clock = std::chrono::steady_clock;
  std::size_t at_once_;
  std::size_t noted_ = 0;
  double rate_ = 0.0; ///< 1/s
  Clock::time_point begin_ = Clock::now();
  Clock::time_point since_ = begin_;
};

} // namespace ensemble
} // namespace dalembert
