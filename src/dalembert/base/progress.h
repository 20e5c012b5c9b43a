#pragma once

#include <atomic>
#include <functional>

namespace dalembert {
inline namespace base {

/// Lets a person stop long work: `request()` may be called from a signal handler, workers ask `requested()`.
class StopToken {
public:
  void request() noexcept { flag_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool requested() const noexcept { return flag_.load(std::memory_order_relaxed); }

private:
  std::atomic<bool> flag_{false};
};

/// Called now and then by long work with the share that is done, in [0, 1].
using Progress = std::function<void(double)>;

} // namespace base
} // namespace dalembert
