#include <dalembert/base/watch.h>

#include <utility>

namespace dalembert {
inline namespace base {

constinit thread_local Watch* current_watch = nullptr;

Watch::Watch(const StopToken* stop, Listener listener) : stop_(stop), listener_(std::move(listener)) {}

void Watch::look() {
  work_ = 0;
  if (stop_ != nullptr && stop_->requested()) throw Stopped();
  if (listener_) listener_(*this);
}

Watching::Watching(Watch* watch) : before_(std::exchange(current_watch, watch)) {}

Watching::~Watching() {
  current_watch = before_;
}

Activity::Activity(const char* what) : watch_(current_watch) {
  if (watch_ == nullptr) return;
  before_ = watch_->activity_.exchange(what, std::memory_order_relaxed);
  share_before_ = watch_->share_.exchange(-1.0, std::memory_order_relaxed);
}

Activity::~Activity() {
  if (watch_ == nullptr) return;
  watch_->activity_.store(before_, std::memory_order_relaxed);
  watch_->share_.store(share_before_, std::memory_order_relaxed);
}

void Activity::at(double share) {
  if (watch_ != nullptr) watch_->share_.store(share, std::memory_order_relaxed);
}

void note_results() {
  if (current_watch != nullptr) current_watch->has_results_.store(true, std::memory_order_relaxed);
}

void Activity::at(std::size_t done, std::size_t all) {
  if (all > 0) at(static_cast<double>(done) / static_cast<double>(all));
}

} // namespace base
} // namespace dalembert
