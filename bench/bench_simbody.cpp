// Simbody on the systems that are measured here: the four-bar linkage with its multipliers, and chains in relative
// angles beside the same chains by the structure of their equations.
// Prints one JSON object a line: {"ball_ns", "planes_ns" (two ways to close the linkage), "accelerations" (of the three
// absolute angles)}, then {"links", "structure_ns", "simbody_ns", "difference" (of the largest acceleration)}.

#include <dalembert/jit/machine_program.h>

#include "chain_program.h"
#include "simbody_chain.h"
#include "simbody_four_bar.h"
#include "stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

using namespace dalembert;
using bench::SimbodyFourBar;

namespace {

void measure_four_bar() {
  SimbodyFourBar by_ball(SimbodyFourBar::Closing::ball);
  SimbodyFourBar by_planes(SimbodyFourBar::Closing::planes);
  const std::array<double, 3> found = by_ball.accelerations();
  const std::array<std::function<void()>, 2> calls = {[&] { by_ball.advance(); }, [&] { by_planes.advance(); }};
  const std::vector<double> seconds = bench::least_seconds_in_turns(calls);
  fmt::print("{{\"ball_ns\": {:.5g}, \"planes_ns\": {:.5g}, \"accelerations\": [{:.17g}, {:.17g}, {:.17g}]}}\n",
             seconds[0] * 1e9, seconds[1] * 1e9, found[0], found[1], found[2]);
}

void compare_chains(std::size_t links) {
  constexpr double gravity = 9.81;
  const bench::ChainState state(links);
  bench::ChainProgram chain(bench::ChainForm::relative, links);
  bench::SimbodyChain there(state.angles, state.rates, gravity);
  const std::vector<double> found = chain.solution(state);
  const std::vector<double> expected = there.accelerations();
  double largest = 0;
  double difference = 0;
  for (std::size_t i = 0; i < links; ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    difference = std::max(difference, std::abs(expected[i] - found[i]));
  }
  const std::array<std::function<void()>, 2> calls = {chain.evaluation(state), [&] { there.advance(); }};
  const std::vector<double> seconds = bench::least_seconds_in_turns(calls);
  fmt::print("{{\"links\": {}, \"structure_ns\": {:.5g}, \"simbody_ns\": {:.5g}, \"difference\": {:.2g}}}\n", links,
             seconds[0] * 1e9, seconds[1] * 1e9, difference / largest);
}

} // namespace

int main() {
  measure_four_bar();
  if (!why_no_machine_code().empty()) {
    fmt::print(stderr, "no machine code: {}\n", why_no_machine_code());
    return 0;
  }
  for (const std::size_t links : {20UL, 100UL, 1000UL})
    compare_chains(links);
  return 0;
}
