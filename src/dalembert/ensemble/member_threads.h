#pragma once

#include <dalembert/ensemble/member.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// Makes the engine of one member; called by several threads.
using MakeEngine = std::function<Engine(std::size_t member)>;

/// A member that was run.
struct MemberDone {
  std::size_t member = 0;
  MemberResult result;

  void archive(Archive& with) { with(member, result); }
};

/// The threads of this process: they run the members that they are given, in any order.
class MemberThreads {
public:
  /// All of what it is given must outlive it.
  MemberThreads(const MakeEngine& make_engine, const MemberRequest& request, std::size_t threads);
  ~MemberThreads();
  MemberThreads(const MemberThreads&) = delete;
  MemberThreads& operator=(const MemberThreads&) = delete;

  /// Members from `first` to `end`, without `end`.
  void add(std::size_t first, std::size_t end);
  /// Waits up to `longest` until there is something to take or the threads lack members, and returns what is done.
  /// @throws what a thread threw, behind the results of all others
  [[nodiscard]] std::vector<MemberDone> take(std::chrono::microseconds longest);
  /// Members that were added and not taken.
  [[nodiscard]] std::size_t unfinished() const { return unfinished_; }
  [[nodiscard]] std::size_t threads() const { return threads_.size(); }
  /// Members that all threads together work on at one moment.
  [[nodiscard]] std::size_t at_once() const { return threads_.size() * request_.at_once(); }
  /// Members in work are given up.
  void stop();
  [[nodiscard]] bool are_ended();

private:
  [[nodiscard]] std::pair<std::size_t, std::size_t> next_members();
  [[nodiscard]] std::optional<std::size_t> next_in_lanes(std::size_t in_lanes);
  void work();
  void work_on_members(const MemberRequest& request);
  void work_in_lanes(const MemberRequest& request);
  [[nodiscard]] std::size_t queued() const;
  /// True where who takes results need not wait longer: they are many, or members are lacking.
  [[nodiscard]] bool is_worth_taking() const;
  void put_done(std::size_t member, MemberResult result);

  const MakeEngine& make_engine_;
  const MemberRequest& request_;
  std::size_t unfinished_ = 0;
  StopToken stop_;
  std::mutex access_; ///< of all below
  std::condition_variable added_;
  std::condition_variable done_members_;
  std::deque<std::pair<std::size_t, std::size_t>> queue_; ///< ranges
  std::vector<MemberDone> done_;
  std::size_t running_ = 0;
  std::size_t in_lanes_ = 0; ///< members that all threads work on, where they are run as they come
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

} // namespace ensemble
} // namespace dalembert
