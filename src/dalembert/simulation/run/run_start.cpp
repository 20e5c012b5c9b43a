#include <dalembert/base/errors.h>
#include <dalembert/results/option_ranges.h>
#include <dalembert/simulation/plan/fixed_steps.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/plan/series_choice.h>
#include <dalembert/simulation/run/run_start.h>
#include <dalembert/simulation/start/initial_state.h>

#include <optional>

namespace dalembert {
inline namespace simulation {

namespace {

/// Refuses rows whose derivatives vanish wherever they hold (W0308): they hold nothing, and rounding alone gives them a
/// direction. @throws ModelError (E0307)
void require_directions(const InitialState& initial) {
  for (const Diagnostic& found : initial.diagnostics) {
    if (found.code != "W0308") continue;
    Diagnostic error = found;
    error.code = "E0307";
    error.severity = Severity::error;
    throw ModelError(error);
  }
}

} // namespace

const StepMethod& start_run(const Engine& engine, const RunOptions& options, RunResult& result) {
  require_options(options);
  const std::optional<Simulate>& simulate = engine.study->simulate;
  const StepMethod& method = choose_method(engine, options, result.statistics);
  // A tolerance that governs steps says nothing of fixed ones that are asked for in their place.
  const bool is_for_method = simulate && (!method.has_fixed_steps || !options.method || simulate->step);
  const std::optional<double> own = is_for_method ? simulate->tolerance : std::nullopt;
  result.tolerance = options.tolerance.value_or(own.value_or(own_tolerance(method)));
  result.statistics.form = engine.form;
  result.initial = consistent_initial_state(engine.at_start());
  require_directions(result.initial);
  return begin_with_series(engine, options, method, result);
}

} // namespace simulation
} // namespace dalembert
