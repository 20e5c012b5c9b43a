// An ensemble of double pendulums by fixed steps of order 4, what Session::motion_lanes gives, beside a loop written by
// hand for one of them; and the accelerations of one state beside the same hand's closed form.
// Prints one JSON object: {"members", "steps", "lane_ns", "hand_ns" (for one step of one member), "program_ns",
// "run_ns", "closed_form_ns" (accelerations of one state: by the program that solves, by what a run calls, by hand),
// "largest_difference" (of angles, after all steps)}.

#include <dalembert/dalembert.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/simulation/solving/dynamics.h>

#include "cart_model.h"
#include "hand_double_pendulum.h"
#include "stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

using namespace dalembert;

namespace {

using HandState = bench::HandDoublePendulum::State;
constexpr std::size_t members = 256;
constexpr std::size_t steps = 1000;
constexpr double step = 1e-3; // s

HandState start_of(std::size_t member) {
  const double share = static_cast<double>(member) / members;
  return {0.2 + 2.5 * share, -1.0 + 2.2 * share * share, 0.0, 0.1 * share};
}

} // namespace

int main() {
  Session session("double_pendulum", bench::double_pendulum_model());
  const bench::HandDoublePendulum hand;
  MotionLanes lanes = session.motion_lanes(members, step);
  const auto set_starts = [&lanes] {
    for (std::size_t m = 0; m < members; ++m)
      lanes.set_state(m, std::vector<double>{start_of(m)[0], start_of(m)[1], start_of(m)[2], start_of(m)[3], 0.0});
  };
  std::vector<HandState> ends(members);
  const std::array<std::function<void()>, 2> of_all = {[&] {
                                                         set_starts();
                                                         lanes.advance(steps);
                                                       },
                                                       [&] {
                                                         for (std::size_t m = 0; m < members; ++m)
                                                           ends[m] = hand.advanced(start_of(m), step, steps);
                                                       }};
  const std::vector<double> all_seconds = bench::least_seconds_in_turns(of_all, 15, 0.03);
  set_starts();
  lanes.advance(steps);
  double difference = 0;
  std::vector<double> y(lanes.components());
  for (std::size_t m = 0; m < members; ++m) {
    lanes.get_state(m, y);
    difference = std::max({difference, std::abs(y[0] - ends[m][0]), std::abs(y[1] - ends[m][1])});
  }

  const Engine& engine = session.engine();
  const std::optional<Tape> tape = lower_solved_motion(session.study(), session.equations());
  std::vector<double> of_one = {0, 0, 0};
  if (tape && why_no_machine_code().empty()) {
    std::vector<double> in = engine.blank_inputs();
    in.resize(tape->inputs());
    HandState at = start_of(members / 3);
    std::copy(at.begin(), at.end(), in.begin() + 1);
    ProgramInstance instance(machine_code(*tape));
    std::vector<double> out(tape->outputs());
    // Each evaluation waits for the one before, as in a run: by one rate, on both sides. (A copy of the whole state
    // behind that write would be read in wider pieces than it was written in, which takes the processor 20 ns.)
    Dynamics dynamics(engine);
    dynamics.use_structure();
    std::vector<double> of_run = engine.blank_inputs();
    std::copy(at.begin(), at.end(), of_run.begin() + 1);
    const std::size_t acceleration = engine.programs->layout.acceleration();
    const std::array<std::function<void()>, 3> calls = {[&] {
                                                          instance.evaluate(in, out);
                                                          in[3] = 1e-9 * out[0];
                                                        },
                                                        [&] { at[2] = 1e-9 * hand.slope(at)[2]; },
                                                        [&] {
                                                          dynamics.solve(of_run);
                                                          of_run[3] = 1e-9 * of_run[acceleration];
                                                        }};
    of_one = bench::least_seconds_in_turns(calls);
  }
  constexpr double each = static_cast<double>(members) * steps;
  fmt::print("{{\"members\": {}, \"steps\": {}, \"lane_ns\": {:.4g}, \"hand_ns\": {:.4g}, \"program_ns\": {:.4g}, "
             "\"closed_form_ns\": {:.4g}, \"run_ns\": {:.4g}, \"largest_difference\": {:.3g}}}\n",
             members, steps, all_seconds[0] / each * 1e9, all_seconds[1] / each * 1e9, of_one[0] * 1e9, of_one[1] * 1e9,
             of_one[2] * 1e9, difference);
  return 0;
}
