#include "stopwatch.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <sys/resource.h>

namespace dalembert::bench {

namespace {

double seconds_of(const std::function<void()>& call, int count) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i)
    call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

double least_seconds(const std::function<void()>& call, int batches, double batch_seconds) {
  const double once = std::max(1e-9, seconds_of(call, 1));
  const int count = std::max(1, static_cast<int>(std::min(1e7, batch_seconds / once)));
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < batches; ++i)
    least = std::min(least, seconds_of(call, count) / count);
  return least;
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

} // namespace dalembert::bench
