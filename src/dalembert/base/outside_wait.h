#pragma once

namespace dalembert {
inline namespace base {

/// Lives while this process waits for another one that need not answer: the reader of a pipe. Nothing may depend on
/// such a wait, so a program ends in the middle of it where it is asked to end.
class OutsideWait {
public:
  /// @throws Stopped after `end_outside_waits`
  OutsideWait();
  ~OutsideWait();
  OutsideWait(const OutsideWait&) = delete;
  OutsideWait& operator=(const OutsideWait&) = delete;
};

/// True while some thread waits in this way. May be asked by a signal handler.
[[nodiscard]] bool is_waiting_outside() noexcept;

/// From here on there is no such wait. May be called by a signal handler, which then asks `is_waiting_outside`: a wait
/// that starts at the same moment either is seen there or throws.
void end_outside_waits() noexcept;

} // namespace base
} // namespace dalembert
