#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace dalembert::inline numerics {

/// Memory that begins with a line of the cache: vectors of eight numbers lie in one line each.
template <typename T>
struct LaneAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
  void deallocate(T* at, std::size_t /*count*/) { ::operator delete(at, line); }
  friend bool operator==(LaneAllocator, LaneAllocator) { return true; }
};

/// Numbers of lanes.
using LaneNumbers = std::vector<double, LaneAllocator<double>>;

} // namespace dalembert::inline numerics
