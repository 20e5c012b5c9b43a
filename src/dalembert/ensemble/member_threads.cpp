#include <dalembert/base/watch.h>
#include <dalembert/ensemble/member_threads.h>

#include <algorithm>

namespace dalembert {
inline namespace ensemble {

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

bool MemberThreads::is_worth_taking() const {
  const std::size_t many = std::max<std::size_t>(64, 2 * at_once());
  return running_ == 0 || done_.size() >= many || (!done_.empty() && queued() < at_once());
}

/// Whoever takes results is not woken for each of them: it would need a processor that a member has.
void MemberThreads::put_done(std::size_t member, MemberResult result) {
  done_.push_back({member, std::move(result)});
  if (is_worth_taking()) done_members_.notify_one();
}

std::vector<MemberDone> MemberThreads::take(std::chrono::microseconds longest) {
  std::vector<MemberDone> out;
  std::unique_lock lock(access_);
  done_members_.wait_for(lock, longest, [this] { return is_worth_taking(); });
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

/// Those that one thread runs together: as many as there are lanes, but not more than its share. Empty: the work is to
/// stop.
std::pair<std::size_t, std::size_t> MemberThreads::next_members() {
  std::unique_lock lock(access_);
  added_.wait(lock, [this] { return !queue_.empty() || stop_.requested(); });
  if (stop_.requested()) return {0, 0};
  const std::size_t share = (queued() + threads_.size() - 1) / threads_.size();
  auto& [first, end] = queue_.front();
  const std::size_t count = std::min({request_.at_once(), share, end - first});
  const std::pair<std::size_t, std::size_t> out{first, first + count};
  first += count;
  if (first == end) queue_.pop_front();
  return out;
}

/// The next member for a thread that has so many in lanes: not more than its share. Nothing where there is none now;
/// waits for one where the thread has nothing else to do. Nothing then: the work is to stop.
std::optional<std::size_t> MemberThreads::next_in_lanes(std::size_t in_lanes) {
  std::unique_lock lock(access_);
  if (in_lanes == 0) added_.wait(lock, [this] { return !queue_.empty() || stop_.requested(); });
  if (stop_.requested() || queue_.empty()) return std::nullopt;
  const std::size_t share = (queued() + in_lanes_ + threads_.size() - 1) / threads_.size();
  if (in_lanes > 0 && in_lanes >= share) return std::nullopt;
  auto& [first, end] = queue_.front();
  const std::size_t out = first++;
  if (first == end) queue_.pop_front();
  ++in_lanes_;
  return out;
}

void MemberThreads::work_on_members(const MemberRequest& request) {
  for (;;) {
    const auto [first, end] = next_members();
    if (first == end) break;
    std::vector<Engine> engines;
    for (std::size_t member = first; member < end; ++member)
      engines.push_back(make_engine_(member));
    std::vector<MemberResult> results = run_members(engines, request);
    const std::scoped_lock lock(access_);
    for (std::size_t k = 0; k < results.size(); ++k)
      put_done(first + k, std::move(results[k]));
  }
}

void MemberThreads::work_in_lanes(const MemberRequest& request) {
  std::size_t in_lanes = 0; // of this thread
  bool is_ended = false;
  MemberFlow flow;
  flow.next = [&]() -> std::optional<std::pair<std::size_t, Engine>> {
    const std::optional<std::size_t> member = next_in_lanes(in_lanes);
    is_ended = !member && in_lanes == 0;
    if (!member) return std::nullopt;
    ++in_lanes;
    return std::pair(*member, make_engine_(*member));
  };
  flow.done = [&](std::size_t member, MemberResult result) {
    --in_lanes;
    const std::scoped_lock lock(access_);
    --in_lanes_;
    put_done(member, std::move(result));
  };
  while (!is_ended)
    run_flow(flow, request);
}

void MemberThreads::work() {
  Watch watch(&stop_);
  const Watching watching(&watch);
  MemberRequest request = request_;
  request.run.stop = &stop_;
  try {
    if (request.pairs)
      work_in_lanes(request);
    else
      work_on_members(request);
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

} // namespace ensemble
} // namespace dalembert
