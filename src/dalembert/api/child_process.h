#pragma once

#include <functional>
#include <string>
#include <sys/types.h>

namespace dalembert {
inline namespace api {

/// Work in a process of its own, a copy of this one, which writes lines into a pipe. It ends with this object, and with
/// the process that made it; its standard streams lead nowhere. For a process without further threads.
class ChildProcess {
public:
  struct Limits {
    int cpu_seconds = 0;                                     ///< 0: none
    std::function<void()> prepare = std::function<void()>(); ///< runs first in the child, to limit its memory
  };
  enum class End { whole, out_of_time, out_of_memory, failed };

  /// Starts `work`, which writes to the descriptor that it is given. @throws std::runtime_error where no process can be
  /// made
  ChildProcess(const Limits& limits, const std::function<void(int)>& work);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// To be polled; a read does not wait.
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// Appends to `out` what there is; false where the other end is closed.
  [[nodiscard]] bool read(std::string& out) const;
  /// Waits for the end of the process, and says how it was. Once, after `read` was false.
  [[nodiscard]] End end();

private:
  pid_t process_ = -1;
  int descriptor_ = -1;
};

/// Writes all of `text` to a descriptor; false where the other end is closed.
[[nodiscard]] bool write_all(int descriptor, std::string_view text);

} // namespace api
} // namespace dalembert
