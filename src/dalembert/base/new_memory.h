#pragma once

#include <cstdlib>
#include <new>

namespace dalembert {
inline namespace base {

/// Tries `take` until it gives memory, with the new-handler between two attempts; ends the program where there is none.
template <typename Take>
void* taken_by_new(const Take& take) {
  for (;;) {
    if (void* const found = take()) return found;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) std::abort();
    handler();
  }
}

} // namespace base
} // namespace dalembert
