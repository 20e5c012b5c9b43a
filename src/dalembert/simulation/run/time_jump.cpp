#include <dalembert/base/errors.h>
#include <dalembert/simulation/record/verdict.h>
#include <dalembert/simulation/run/time_jump.h>
#include <dalembert/simulation/solving/account.h>

namespace dalembert {
inline namespace simulation {

namespace {

TimeJumpPassage passage_over(const Engine& engine, Motion& motion, Laws& laws, double t, std::vector<double>& y) {
  TimeJumpPassage out;
  const double before = laws.notes().final.energies.energy_function;
  motion.unpack(t, y);
  motion.solve();
  const Evaluation behind = Account(engine).evaluate(motion.inputs(), motion.dynamics());
  // Before contacts put the state back onto all rows.
  out.broken = constraint_jump(engine, motion.dynamics(), behind, laws.notes().tolerance);
  if (out.broken) return out;
  const Laws::TimeJumpChange change = laws.pass_time_jump(t, y);
  motion.unpack(t, y);
  out.has_changed = !change.is_none;
  out.supplied = behind.energies.energy_function - before + change.work;
  return out;
}

} // namespace

TimeJumpPassage pass_time_jump(const Engine& engine, Motion& motion, Laws& laws, double t, std::vector<double>& y) {
  try {
    return passage_over(engine, motion, laws, t, y);
  } catch (const SolveError& error) {
    TimeJumpPassage out;
    out.broken = Event{t, EventKind::constraint_jump, EventEffect::ends_before, error.what()};
    return out;
  }
}

TimeJumpPassage stay_before_jump(Motion& motion, double before, std::span<const double> y) {
  motion.unpack(before, y);
  return {};
}

double first_instant(const std::vector<TimeJump>& jumps, double start, const TimeOrder& order) {
  const bool has_jump = !jumps.empty() && !order.precedes(start, jumps.front().from);
  return has_jump ? jumps.front().to : start;
}

void note_at(double time, double instead_of, RunResult& result) {
  const auto put = [&](double& noted) {
    if (noted == instead_of) noted = time;
  };
  for (ContactChange& change : result.contact_changes)
    put(change.time);
  for (ContactImpact& impact : result.contact_impacts)
    for (State* state : {&impact.report.before, &impact.report.after})
      put(state->t);
  for (FrictionChange& change : result.friction_changes)
    put(change.time);
  for (JumpChange& change : result.jump_changes)
    put(change.time);
  for (Imposition& imposition : result.impositions)
    put(imposition.time);
}

} // namespace simulation
} // namespace dalembert
