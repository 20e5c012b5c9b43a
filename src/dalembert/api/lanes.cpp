// Members of an ensemble in the lanes of one processor.
#include <dalembert/api/code_choice.h>
#include <dalembert/api/lanes.h>
#include <dalembert/api/session.h>
#include <dalembert/lowering/rk4_step.h>
#include <dalembert/simulation/lane_run.h>

#include <fmt/format.h>

#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert::inline api {

std::shared_ptr<const LaneProgram> lane_program(const Engine& engine, const Equations& equations) {
  const LaneChoice choice = lane_choice();
  const std::scoped_lock lock(*engine.graph_use);
  std::optional<Rk4Step> step = lower_rk4_step(*engine.study, equations, *engine.programs, choice.groups);
  if (!step) return nullptr;
  LaneProgram out{choice.compile(step->tape), {}, choice.lanes};
  step->tape = Tape({});
  out.shape = std::move(*step);
  return std::make_shared<const LaneProgram>(std::move(out));
}

MotionLanes Session::motion_lanes(std::size_t members, double step) {
  const Engine& ready = engine();
  std::string why = why_no_lanes(ready);
  const std::shared_ptr<const LaneProgram> program = why.empty() ? lane_program(ready, equations()) : nullptr;
  if (!program) {
    if (why.empty()) why = "powers depend on what belongs to the whole run";
    throw OptionError(fmt::format("this motion cannot be advanced in lanes: {}", why));
  }
  const State& start = initial_state().state;
  MotionLanes out(program, members);
  std::vector<double> y = start.q;
  y.insert(y.end(), start.v.begin(), start.v.end());
  y.resize(out.components(), 0.0);
  for (std::size_t m = 0; m < members; ++m) {
    out.set_parameters(m, ready.parameters);
    out.set_state(m, y);
    out.set_grid(m, start.t, step);
  }
  return out;
}

} // namespace dalembert::inline api
