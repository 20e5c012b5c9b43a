#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Memory that begins with a line of the cache: eight numbers of it lie in one line each.
template <typename T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
  void deallocate(T* at, std::size_t /*count*/) { ::operator delete(at, line); }
  friend bool operator==(LineAllocator, LineAllocator) { return true; }
};

/// Numbers that kernels read by vectors.
using AlignedNumbers = std::vector<double, LineAllocator<double>>;

/// The least multiple of a line that holds so many numbers: rows of that length all begin with a line.
[[nodiscard]] constexpr std::size_t aligned_length(std::size_t numbers) {
  constexpr std::size_t in_line = 8;
  return (numbers + in_line - 1) / in_line * in_line;
}

} // namespace numerics
} // namespace dalembert
