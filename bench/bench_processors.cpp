// What two processors of this machine reach together: double pendulums by a loop written by hand, which shares nothing
// and needs no memory, all in one process, and half of them in each of two at the same time.
// Prints one JSON object: {"one_seconds", "two_seconds"}.

#include "hand_double_pendulum.h"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <sys/wait.h>
#include <unistd.h>

using namespace dalembert;

namespace {

constexpr std::size_t members = 200;
constexpr std::size_t steps = 15000;
constexpr double step = 1e-3; // s

/// Returns what no compiler leaves out.
double advance(std::size_t first, std::size_t end) {
  const bench::HandDoublePendulum hand;
  double sum = 0;
  for (std::size_t m = first; m < end; ++m) {
    const double share = static_cast<double>(m) / members;
    sum += hand.advanced({0.2 + 2.5 * share, -1.0 + 2.2 * share * share, 0.0, 0.1 * share}, step, steps)[0];
  }
  return sum;
}

template <typename Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int main() {
  volatile double kept = 0;
  const double one = seconds_of([&] { kept = advance(0, members); });
  bool is_whole = true;
  const double two = seconds_of([&] {
    const pid_t other = fork();
    if (other == 0) {
      kept = advance(0, members / 2);
      _exit(0);
    }
    is_whole = other > 0;
    kept = advance(members / 2, members);
    if (is_whole) waitpid(other, nullptr, 0);
  });
  if (!is_whole) {
    fmt::print(stderr, "no second process could be started\n");
    return 1;
  }
  fmt::print("{{\"one_seconds\": {:.6g}, \"two_seconds\": {:.6g}}}\n", one, two);
  return 0;
}
