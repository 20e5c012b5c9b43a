// Members of an ensemble in the lanes of one processor.
#include <dalembert/api/code_choice.h>
#include <dalembert/api/lanes.h>
#include <dalembert/api/session.h>
#include <dalembert/ensemble/lanes/lane_run.h>
#include <dalembert/lowering/record_program.h>
#include <dalembert/lowering/rk4_step.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/results/option_ranges.h>

#include <fmt/format.h>

#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace api {

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

namespace {

std::shared_ptr<const RecordPrograms> record_programs(const Engine& engine, const Compile& in_lanes) {
  const RecordProgram all = lower_record(*engine.programs);
  return std::make_shared<const RecordPrograms>(RecordPrograms{in_lanes(all.tape), all.account, all.violations});
}

} // namespace

std::shared_ptr<const PairProgram> pair_program(const Engine& engine, const Equations& equations,
                                                const RunOptions& options) {
  const Tableau* const tableau = pair_of_lanes(engine, options);
  if (tableau == nullptr) return nullptr;
  // The equations that runs are made by: those that the structure gives, where it gives any.
  const bool is_by_structure = engine.structure.motion && engine.structure.motion->get()->outputs() > 0;
  if (!why_no_pair_lanes(engine, is_by_structure).empty()) return nullptr;
  const Compile compile = lane_choice().compile;
  MotionProgram motion;
  motion.is_by_structure = is_by_structure;
  motion.powers = compile(engine.programs->powers.tape);
  if (is_by_structure) {
    const std::scoped_lock lock(*engine.graph_use);
    motion.motion = compile(lower_sparse_motion(*engine.study, equations, JumpChoice::evaluated));
  } else {
    motion.motion = compile(engine.programs->dynamics.tape);
  }
  return std::make_shared<const PairProgram>(PairProgram{std::make_shared<const Engine>(engine), tableau,
                                                         std::make_shared<const MotionProgram>(std::move(motion)),
                                                         record_programs(engine, compile)});
}

MotionLanes Session::motion_lanes(std::size_t members, double step) {
  constexpr NumberRange members_range{1, SweepPlan::most_members};
  require_in_range("motion_lanes", static_cast<double>(members), members_range, a_whole_number);
  require_in_range("--step", step, step_range);
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

} // namespace api
} // namespace dalembert
