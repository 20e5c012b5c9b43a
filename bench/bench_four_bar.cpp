// Accelerations and multipliers of a four-bar linkage beside code written by hand for it.
// Prints one JSON object: {"program_ns" (the program that solves), "run_ns" (what a run calls), "hand_ns",
// "operations", "largest_difference" (relative), "accelerations"}.

#include <dalembert/dalembert.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/simulation/solving/dynamics.h>

#include "hand_four_bar.h"
#include "stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace dalembert;

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bench_four_bar MODELS\n");
    return 2;
  }
  if (!why_no_machine_code().empty()) {
    fmt::print(stderr, "no machine code: {}\n", why_no_machine_code());
    return 0;
  }
  Session session = Session::open(std::string(argv[1]) + "/gallery/fourbar.mech");
  const std::optional<Tape> tape = lower_solved_motion(session.study(), session.equations());
  if (!tape) return 1;
  // The closed position that the model starts from.
  bench::HandFourBar::State at = {std::acos(0.0),       0.33934750172348988, 1.5357152677628324, 6,
                                  0.094211968976796484, 3.3772252829379461};
  const bench::HandFourBar by_hand(bench::HandFourBar::Parameters{});
  std::vector<double> in = session.engine().blank_inputs();
  in.resize(tape->inputs());
  std::vector<double> out(tape->outputs());
  ProgramInstance instance(machine_code(*tape));
  std::copy(at.begin(), at.end(), in.begin() + 1);
  // Each evaluation waits for the one before, as in a run: by one rate, on both sides. (A copy of the whole state
  // behind that write would be read in wider pieces than it was written in, which takes the processor 20 ns.)
  Dynamics dynamics(session.engine());
  dynamics.use_structure();
  std::vector<double> of_run = session.engine().blank_inputs();
  std::copy(at.begin(), at.end(), of_run.begin() + 1);
  const std::size_t acceleration = session.engine().programs->layout.acceleration();
  const std::array<std::function<void()>, 3> calls = {[&] {
                                                        instance.evaluate(in, out);
                                                        in[4] = 6 + 1e-12 * out[0];
                                                      },
                                                      [&] { at[3] = 6 + 1e-12 * by_hand.solution(at)[0]; },
                                                      [&] {
                                                        dynamics.solve(of_run);
                                                        of_run[4] = 6 + 1e-12 * of_run[acceleration];
                                                      }};
  const std::vector<double> seconds = bench::least_seconds_in_turns(calls);
  std::copy(at.begin(), at.end(), in.begin() + 1);
  instance.evaluate(in, out);
  const bench::HandFourBar::Solution expected = by_hand.solution(at);
  double difference = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    difference = std::max(difference, std::abs(expected[i] - out[i]) / std::max(1.0, std::abs(expected[i])));
  fmt::print("{{\"program_ns\": {:.5g}, \"hand_ns\": {:.5g}, \"run_ns\": {:.5g}, \"operations\": {}, "
             "\"largest_difference\": {:.2g}, "
             "\"accelerations\": [{:.17g}, {:.17g}, {:.17g}]}}\n",
             seconds[0] * 1e9, seconds[1] * 1e9, seconds[2] * 1e9, tape->operations(), difference, out[0], out[1],
             out[2]);
  return 0;
}
