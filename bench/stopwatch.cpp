#include "stopwatch.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
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

/// How many calls take about so long. The first one may be many times as long as the others.
int calls_in(const std::function<void()>& call, double seconds) {
  constexpr int most = 10'000'000;
  int count = 1;
  double taken = seconds_of(call, count);
  while (4 * taken < seconds && 2 * count <= most) {
    count *= 2;
    taken = seconds_of(call, count);
  }
  return std::max(1, static_cast<int>(std::min<double>(most, count * seconds / std::max(1e-9, taken))));
}

} // namespace

double least_seconds(const std::function<void()>& call, int batches, double batch_seconds) {
  return least_seconds_in_turns(std::span(&call, 1), batches, batch_seconds).front();
}

std::vector<double> least_seconds_in_turns(std::span<const std::function<void()>> calls, int rounds,
                                           double batch_seconds) {
  std::vector<int> count;
  for (const auto& call : calls)
    count.push_back(calls_in(call, batch_seconds));
  std::vector<double> least(calls.size(), std::numeric_limits<double>::infinity());
  std::vector<std::vector<double>> taken(static_cast<std::size_t>(rounds), std::vector<double>(calls.size()));
  for (std::vector<double>& round : taken)
    for (std::size_t c = 0; c < calls.size(); ++c) {
      round[c] = seconds_of(calls[c], count[c]) / count[c];
      least[c] = std::min(least[c], round[c]);
    }
  const auto slowed = [&](const std::vector<double>& round) {
    double most = 0;
    for (std::size_t c = 0; c < calls.size(); ++c)
      most = std::max(most, round[c] / least[c]);
    return most;
  };
  return *std::ranges::min_element(taken, {}, slowed);
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

} // namespace dalembert::bench
