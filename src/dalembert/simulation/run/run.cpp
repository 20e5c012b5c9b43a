#include <dalembert/base/watch.h>
#include <dalembert/simulation/impact/impact.h>
#include <dalembert/simulation/impact/impact_friction.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/plan/schedule.h>
#include <dalembert/simulation/record/verdict.h>
#include <dalembert/simulation/run/global_error.h>
#include <dalembert/simulation/run/run.h>
#include <dalembert/simulation/run/run_start.h>
#include <dalembert/simulation/run/trajectory.h>

#include <chrono>

namespace dalembert {
inline namespace simulation {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace

RunResult run(const Engine& engine, const RunOptions& options) {
  RunResult result;
  Clock::time_point started = Clock::now();
  const StepMethod& method = start_run(engine, options, result);
  if (!engine.at_start().system().impacts.empty()) {
    result.impact = solve_impact(engine, result.initial.state);
    require_no_pressed_friction(engine, *result.impact);
    if (std::optional<Diagnostic> gain = gain_of_energy(engine, *result.impact))
      result.warnings.push_back(std::move(*gain));
  }
  result.statistics.initialise_seconds = seconds_since(started);

  started = Clock::now();
  if (engine.structure.motion && !engine.charts) static_cast<void>(engine.structure.motion->get());
  result.statistics.compile_seconds = seconds_since(started);

  started = Clock::now();
  const Schedule schedule = make_schedule(engine, options, result.initial.state.t);
  result.wanted_end = schedule.end;
  compute_trajectory(engine, method, options, schedule, result);
  result.statistics.integrate_seconds = seconds_since(started);
  if (options.verify && result.outcome == RunOutcome::completed)
    result.certificate.global_error =
        global_error(options, result, [&engine](const RunOptions& tighter) { return run(engine, tighter); },
                     {series_method(engine, result.statistics), other_code(engine, result.statistics)});
  const Watching nobody(nullptr); // what was computed is still judged
  judge_certificate(engine, result);
  return result;
}

} // namespace simulation
} // namespace dalembert
