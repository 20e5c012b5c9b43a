// Accelerations of a chain of n links from the structure of its equations, beside code written by hand for that chain,
// and beside the solution by full matrices.
// Prints one JSON object a line: {"name", "links", "operations", "structure_ns", "hand_ns", "matrices_ns" (0 where it
// was not measured), "lanes", "lane_ns", "largest_difference" (relative, from the code written by hand)}.

#include <dalembert/dalembert.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/simulation/dynamics.h>

#include "hand_chain.h"
#include "stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace dalembert;

namespace {

using Vector = std::vector<double>;

/// θᵢ and θ̇ᵢ of a state in which the chain is bent.
void put_state(const InputLayout& layout, Vector& inputs) {
  const InputView<double> at(layout, inputs);
  for (std::size_t i = 0; i < layout.coordinates; ++i) {
    at.positions()[i] = 0.3 + 0.7 * std::sin(0.37 * static_cast<double>(i));
    at.rates()[i] = 0.5 * std::cos(0.91 * static_cast<double>(i));
  }
}

void compare(const std::string& model, std::size_t links) {
  constexpr std::size_t most_by_matrices = 200;
  Session session = Session::open(model, {fmt::format("n={}", links)});
  const Engine& engine = session.engine();
  const InputLayout& layout = engine.programs->layout;
  const Tape tape = lower_sparse_motion(session.study(), session.equations());
  Vector inputs = engine.blank_inputs();
  put_state(layout, inputs);
  const Instructions instructions = best_instructions();
  const auto program = machine_code(tape, {instructions, Sines::vector, true});
  ProgramInstance instance(program);
  const Vector state(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(layout.state_size()));
  Vector out(tape.outputs());
  const double structure = bench::least_seconds([&] { instance.evaluate(state, out); });

  const auto n = static_cast<double>(links);
  bench::HandChain by_hand(Vector(links, 1 / n), Vector(links, 1 / n), 9.81);
  const InputView<double> at(layout, inputs);
  Vector expected(links);
  const double hand = bench::least_seconds([&] { by_hand.accelerations(at.positions(), at.rates(), expected); });
  double largest = 0;
  double difference = 0;
  for (std::size_t i = 0; i < links; ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    difference = std::max(difference, std::abs(expected[i] - out[i]));
  }

  double matrices = 0;
  if (links <= most_by_matrices) {
    Dynamics dynamics(engine);
    matrices = bench::least_seconds([&] { dynamics.solve(inputs); });
  }

  const std::size_t lanes = instructions == Instructions::avx512 ? 8 : 4;
  Vector all;
  for (const double value : state)
    all.insert(all.end(), lanes, value);
  Vector all_out(lanes * tape.outputs());
  const double together = bench::least_seconds([&] { instance.evaluate_lanes(lanes, all, all_out); });

  fmt::print("{{\"name\": \"chain_{}\", \"links\": {}, \"operations\": {}, \"structure_ns\": {:.5g}, \"hand_ns\": "
             "{:.5g}, \"matrices_ns\": {:.5g}, \"lanes\": {}, \"lane_ns\": {:.5g}, \"largest_difference\": {:.2g}}}\n",
             links, links, tape.operations(), structure * 1e9, hand * 1e9, matrices * 1e9, lanes,
             together * 1e9 / static_cast<double>(lanes), difference / largest);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bench_chain MODELS\n");
    return 2;
  }
  if (!why_no_machine_code().empty()) {
    fmt::print(stderr, "no machine code: {}\n", why_no_machine_code());
    return 0;
  }
  for (const std::size_t links : {20UL, 50UL, 100UL, 200UL, 500UL, 1000UL})
    compare(std::string(argv[1]) + "/gallery/n_pendulum.mech", links);
  return 0;
}
