#pragma once

#include <dalembert/base/progress.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>

namespace dalembert {
inline namespace base {

/// Thrown by work whose StopToken was requested. What was finished before stands, and may be asked for again.
class Stopped : public std::exception {
public:
  [[nodiscard]] const char* what() const noexcept override { return "stopped on request"; }
};

/// Watches the work of one thread: says what is being done, and stops it. `activity` and `share` may be read at any
/// moment, also by a signal handler.
class Watch {
public:
  using Listener = std::function<void(const Watch&)>;

  /// `listener` is called now and then by long work, in its thread.
  explicit Watch(const StopToken* stop = nullptr, Listener listener = {});

  /// What is being done, as in "looking for symmetries"; empty between two activities. Lives as long as the program.
  [[nodiscard]] const char* activity() const noexcept { return activity_.load(std::memory_order_relaxed); }
  /// The share of it that is done, in [0, 1]; negative where that is not known.
  [[nodiscard]] double share() const noexcept { return share_.load(std::memory_order_relaxed); }

  /// True once there are results that stopped work leaves behind: those of a run that has begun.
  [[nodiscard]] bool has_results() const noexcept { return has_results_.load(std::memory_order_relaxed); }

private:
  friend class Activity;
  friend void poll(std::size_t work);
  friend void note_results();
  void look();

  static constexpr std::size_t interval = 2000; ///< units of work between two looks: about a tenth of a millisecond
  const StopToken* stop_;
  Listener listener_;
  std::size_t work_ = 0;
  std::atomic<const char*> activity_{""};
  std::atomic<double> share_{-1.0};
  std::atomic<bool> has_results_{false};
};

/// The watch of this thread; null where nobody watches.
extern constinit thread_local Watch* current_watch;

/// Lets `watch` watch the work of this thread while it lives; with null nobody does, and nothing stops the work.
class Watching {
public:
  explicit Watching(Watch* watch);
  ~Watching();
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

private:
  Watch* before_;
};

/// Names what is being done while it lives: a gerund that lives as long as the program.
class Activity {
public:
  explicit Activity(const char* what);
  ~Activity();
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;

  /// Says that `done` of `all` parts are done.
  void at(std::size_t done, std::size_t all);
  void at(double share);

private:
  Watch* watch_;
  const char* before_ = "";
  double share_before_ = -1.0;
};

/// Tells the watch of this thread that from here on stopped work leaves results behind.
void note_results();

/// Called by long work with the size of what it is about to do, in some tens of nanoseconds.
/// @throws Stopped where the watch of this thread asks for it
inline void poll(std::size_t work = 1) {
  Watch* const watch = current_watch;
  if (watch == nullptr) return;
  watch->work_ += work;
  if (watch->work_ >= Watch::interval) watch->look();
}

} // namespace base
} // namespace dalembert
