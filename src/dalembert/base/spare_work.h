#pragma once

namespace dalembert {
inline namespace base {

/// Work of this thread that nothing hangs on while it lives: where it runs out of memory it is given up (it catches
/// std::bad_alloc itself), and the rest goes on as if it had not been tried.
class SpareWork {
public:
  SpareWork();
  ~SpareWork();
  SpareWork(const SpareWork&) = delete;
  SpareWork& operator=(const SpareWork&) = delete;
};

/// True within SpareWork: a limit of memory that is met is not the end of the whole.
[[nodiscard]] bool is_spare_work();

} // namespace base
} // namespace dalembert
