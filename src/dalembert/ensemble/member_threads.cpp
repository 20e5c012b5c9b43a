#include <dalembert/base/watch.h>
#include <dalembert/ensemble/member_threads.h>

#include <optional>

namespace dalembert::inline ensemble {

MemberThreads::MemberThreads(const MakeEngine& make_engine, const MemberRequest& request, std::size_t threads)
    : make_engine_(make_engine), request_(request), running_(threads) {
  for (std::size_t i = 0; i < threads; ++i)
    threads_.emplace_back([this] { work(); });
}

MemberThreads::~MemberThreads() {
  stop();
  for (std::thread& thread : threads_)
    thread.join();
}

void MemberThreads::add(std::size_t first, std::size_t end) {
  if (first >= end) return;
  unfinished_ += end - first;
  {
    const std::scoped_lock lock(access_);
    queue_.emplace_back(first, end);
  }
  added_.notify_all();
}

std::size_t MemberThreads::queued() const {
  std::size_t out = 0;
  for (const auto& [first, end] : queue_)
    out += end - first;
  return out;
}

std::vector<MemberDone> MemberThreads::take(std::chrono::microseconds longest) {
  constexpr std::size_t many = 64;
  std::vector<MemberDone> out;
  std::unique_lock lock(access_);
  done_members_.wait_for(lock, longest, [this] {
    return running_ == 0 || done_.size() >= many || (!done_.empty() && queued() < threads_.size());
  });
  out.swap(done_);
  unfinished_ -= out.size();
  if (out.empty() && running_ == 0 && failure_) std::rethrow_exception(failure_);
  return out;
}

void MemberThreads::stop() {
  {
    const std::scoped_lock lock(access_);
    stop_.request();
  }
  added_.notify_all();
}

bool MemberThreads::are_ended() {
  const std::scoped_lock lock(access_);
  return running_ == 0 && done_.empty() && !failure_;
}

std::optional<std::size_t> MemberThreads::next_member() {
  std::unique_lock lock(access_);
  added_.wait(lock, [this] { return !queue_.empty() || stop_.requested(); });
  if (stop_.requested()) return std::nullopt;
  auto& [first, end] = queue_.front();
  const std::size_t out = first++;
  if (first == end) queue_.pop_front();
  return out;
}

void MemberThreads::work() {
  Watch watch(&stop_);
  const Watching watching(&watch);
  MemberRequest request = request_;
  request.run.stop = &stop_;
  try {
    while (const std::optional<std::size_t> member = next_member()) {
      MemberResult result = run_member(make_engine_(*member), request);
      const std::scoped_lock lock(access_);
      done_.push_back({*member, std::move(result)});
      done_members_.notify_one();
    }
  } catch (const Stopped&) { // NOLINT: this member has no result
  } catch (...) {
    const std::scoped_lock lock(access_);
    if (!failure_) failure_ = std::current_exception();
    stop_.request();
    added_.notify_all();
  }
  const std::scoped_lock lock(access_);
  --running_;
  done_members_.notify_one();
}

} // namespace dalembert::inline ensemble
