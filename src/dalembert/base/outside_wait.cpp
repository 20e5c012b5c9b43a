#include <dalembert/base/outside_wait.h>
#include <dalembert/base/watch.h>

#include <atomic>

namespace dalembert {
inline namespace base {

namespace {

// A signal handler reaches nothing that is not static.
std::atomic<int> outside_waits{0};
std::atomic<bool> are_outside_waits_ended{false};

} // namespace

OutsideWait::OutsideWait() {
  ++outside_waits;
  if (!are_outside_waits_ended) return;
  --outside_waits;
  throw Stopped();
}

OutsideWait::~OutsideWait() {
  --outside_waits;
}

bool is_waiting_outside() noexcept {
  return outside_waits > 0;
}

void end_outside_waits() noexcept {
  are_outside_waits_ended = true;
}

} // namespace base
} // namespace dalembert
