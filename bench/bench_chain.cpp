// Accelerations of a chain of n links from the structure of its equations: one state and several together, beside code
// written by hand for that chain, one state and eight together, and beside the solution by full matrices.
// Prints one JSON object a line: {"name", "links", "operations", "structure_ns", "hand_ns", "matrices_ns" (0 where it
// was not measured), "lanes", "lane_ns", "hand_lane_ns" (0 without AVX-512), "largest_difference" and
// "lane_difference" (relative, from the code written by hand)}.

#include <dalembert/jit/machine_program.h>
#include <dalembert/simulation/solving/dynamics.h>

#include "chain_program.h"
#include "hand_chain.h"
#include "hand_chain_lanes.h"
#include "stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

using namespace dalembert;

namespace {

using Vector = std::vector<double>;

/// Numbers that begin on a cache line, as vectors like them.
class AlignedNumbers {
public:
  explicit AlignedNumbers(std::size_t count) : numbers_(count + line), count_(count) {}
  [[nodiscard]] std::span<double> all() {
    void* begin = numbers_.data();
    std::size_t bytes = numbers_.size() * sizeof(double);
    return {static_cast<double*>(std::align(line * sizeof(double), count_ * sizeof(double), begin, bytes)), count_};
  }

private:
  static constexpr std::size_t line = 8;
  Vector numbers_;
  std::size_t count_;
};

/// `lanes` copies of each number.
void spread(std::span<const double> numbers, std::size_t lanes, std::span<double> out) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(i * lanes), lanes, numbers[i]);
}

/// The largest difference of the first numbers of rows, over the largest number.
double difference(std::span<const double> rows, std::size_t lanes, std::span<const double> expected) {
  double largest = 0;
  double out = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    for (std::size_t l = 0; l < lanes; ++l)
      out = std::max(out, std::abs(expected[i] - rows[i * lanes + l]));
  }
  return out / largest;
}

void compare(std::size_t links) {
  constexpr std::size_t most_by_matrices = 200;
  const bench::ChainState state(links);
  bench::ChainProgram chain(bench::ChainForm::absolute, links);
  const Vector found = chain.solution(state);

  const auto n = static_cast<double>(links);
  const Vector each(links, 1 / n); // mass and length
  bench::HandChain by_hand(each, each, 9.81);
  Vector expected(links);
  const std::array<std::function<void()>, 2> of_one = {
      chain.evaluation(state), [&] { by_hand.accelerations(state.angles, state.rates, expected); }};
  const std::vector<double> one = bench::least_seconds_in_turns(of_one);

  double matrices = 0;
  if (links <= most_by_matrices) {
    Vector inputs = chain.engine().blank_inputs();
    std::ranges::copy(chain.inputs(state), inputs.begin());
    Dynamics dynamics(chain.engine());
    matrices = bench::least_seconds([&] { dynamics.solve(inputs); });
  }

  const std::size_t lanes = best_instructions() == Instructions::avx512 ? 8 : 4;
  AlignedNumbers all(lanes * chain.tape().inputs());
  AlignedNumbers all_out(lanes * chain.tape().outputs());
  spread(chain.inputs(state), lanes, all.all());
  ProgramInstance instance(chain.executor());
  const auto evaluate = [&] { instance.evaluate_lanes(lanes, all.all(), all_out.all()); };

  std::vector<double> together;
  double hand_difference = 0;
  if (bench::HandChainLanes::is_possible()) {
    constexpr std::size_t eight = bench::HandChainLanes::lanes;
    AlignedNumbers angles(eight * links);
    AlignedNumbers rates(eight * links);
    AlignedNumbers out(eight * links);
    spread(state.angles, eight, angles.all());
    spread(state.rates, eight, rates.all());
    bench::HandChainLanes eight_by_hand(each, each, 9.81);
    const std::array<std::function<void()>, 2> calls = {
        evaluate, [&] { eight_by_hand.accelerations(angles.all(), rates.all(), out.all()); }};
    together = bench::least_seconds_in_turns(calls);
    hand_difference = difference(out.all(), eight, expected);
  } else {
    together = {bench::least_seconds(evaluate), 0};
  }

  fmt::print("{{\"name\": \"chain_{}\", \"links\": {}, \"operations\": {}, \"structure_ns\": {:.5g}, \"hand_ns\": "
             "{:.5g}, \"matrices_ns\": {:.5g}, \"lanes\": {}, \"lane_ns\": {:.5g}, \"hand_lane_ns\": {:.5g}, "
             "\"largest_difference\": {:.2g}, \"lane_difference\": {:.2g}}}\n",
             links, links, chain.tape().operations(), one[0] * 1e9, one[1] * 1e9, matrices * 1e9, lanes,
             together[0] * 1e9 / static_cast<double>(lanes), together[1] * 1e9 / bench::HandChainLanes::lanes,
             difference(found, 1, expected), std::max(hand_difference, difference(all_out.all(), lanes, expected)));
}

} // namespace

int main() {
  if (!why_no_machine_code().empty()) {
    fmt::print(stderr, "no machine code: {}\n", why_no_machine_code());
    return 0;
  }
  for (const std::size_t links : {20UL, 50UL, 100UL, 200UL, 500UL, 1000UL})
    compare(links);
  return 0;
}
