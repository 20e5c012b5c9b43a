#include <dalembert/base/watch.h>
#include <dalembert/ensemble/sweep.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace dalembert::inline ensemble {

namespace {

constexpr std::size_t most_waiting = 100'000; ///< results that wait for a slower member before them

/// The members in work: who takes the next one, and which results can be handed over.
class Workers {
public:
  Workers(std::size_t first, std::size_t end, const MakeEngine& make_engine, const RunOptions& options)
      : make_engine_(make_engine), options_(options), next_(first), end_(end), handed_over_(first) {}

  void start(std::size_t threads) {
    running_ = threads;
    for (std::size_t i = 0; i < threads; ++i)
      threads_.emplace_back([this] { work(); });
  }

  ~Workers() {
    stop_.request();
    changed_.notify_all();
    for (std::thread& thread : threads_)
      thread.join();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Hands over what is there, in order, and waits a moment for more. False when nothing more will come.
  bool hand_over(const TakeMember& take) {
    std::vector<MemberResult> ready;
    std::size_t begin = 0;
    {
      std::unique_lock lock(access_);
      constexpr std::chrono::milliseconds moment(50);
      changed_.wait_for(lock, moment, [this] { return done_.contains(handed_over_) || running_ == 0; });
      begin = handed_over_;
      for (auto it = done_.begin(); it != done_.end() && it->first == handed_over_; it = done_.erase(it)) {
        ready.push_back(std::move(it->second));
        ++handed_over_;
      }
      if (ready.empty() && running_ == 0) {
        if (failure_) std::rethrow_exception(failure_);
        return false;
      }
    }
    changed_.notify_all();
    for (std::size_t i = 0; i < ready.size(); ++i)
      take(begin + i, ready[i]);
    return true;
  }

  void stop() { stop_.request(); }
  [[nodiscard]] std::size_t handed_over() const { return handed_over_; }

private:
  std::optional<std::size_t> next_member() {
    std::unique_lock lock(access_);
    changed_.wait(lock, [this] { return next_ - handed_over_ < most_waiting || stop_.requested(); });
    if (next_ == end_ || stop_.requested() || failure_) return std::nullopt;
    return next_++;
  }

  void work() {
    Watch watch(&stop_);
    const Watching watching(&watch);
    RunOptions options = options_;
    options.stop = &stop_;
    try {
      while (const std::optional<std::size_t> member = next_member()) {
        MemberResult result = run_member(make_engine_(*member), options);
        const std::scoped_lock lock(access_);
        done_.emplace(*member, std::move(result));
        changed_.notify_all();
      }
    } catch (const Stopped&) { // NOLINT: this member has no result
    } catch (...) {
      const std::scoped_lock lock(access_);
      if (!failure_) failure_ = std::current_exception();
      stop_.request();
    }
    const std::scoped_lock lock(access_);
    --running_;
    changed_.notify_all();
  }

  const MakeEngine& make_engine_;
  const RunOptions& options_;
  StopToken stop_;
  std::mutex access_; ///< of all below
  std::condition_variable changed_;
  std::size_t next_;
  std::size_t end_;
  std::size_t handed_over_;
  std::size_t running_ = 0;
  std::map<std::size_t, MemberResult> done_; ///< that wait
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

/// Lets who watches this thread look; true where the work is to stop.
bool is_stop_requested() {
  constexpr std::size_t a_look = 2000; // units of work
  try {
    poll(a_look);
  } catch (const Stopped&) {
    return true;
  }
  return false;
}

} // namespace

std::size_t thread_count(std::size_t wanted, std::size_t members) {
  const std::size_t all = wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
  return std::min(all, members);
}

std::size_t run_sweep(const SweepPlan& plan, const MakeEngine& make_engine, const SweepRun& how,
                      const TakeMember& take) {
  const std::size_t end = plan.members();
  if (how.first >= end) return end;
  Activity activity("running the members");
  Workers workers(how.first, end, make_engine, how.run);
  workers.start(thread_count(how.threads, end - how.first));
  bool is_stopped = false;
  while (workers.hand_over(take)) {
    if (workers.handed_over() > how.first) note_results();
    activity.at(workers.handed_over(), end);
    if (!is_stopped && (is_stop_requested() || (how.run.stop != nullptr && how.run.stop->requested()))) {
      is_stopped = true;
      workers.stop();
    }
  }
  return workers.handed_over();
}

} // namespace dalembert::inline ensemble
