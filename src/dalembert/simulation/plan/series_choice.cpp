#include <dalembert/simulation/plan/series_choice.h>

namespace dalembert {
inline namespace simulation {

namespace {

/// From which tolerances on series are cheaper than steps of order 8: a step of theirs has a fixed price of tens of
/// orders, each with a solution of the equations at its state, and a smaller tolerance adds little to it.
constexpr double tolerance_of_few_unknowns = 1e-10;
constexpr double tolerance_of_more_unknowns = 1e-11;
constexpr std::size_t few_unknowns = 14;
/// Beyond these sizes the equations of the state, eliminated anew in each step, or what it takes to make a program of
/// series for a short run, cost more than series save.
constexpr std::size_t most_unknowns_of_series = 24;
constexpr std::size_t most_operations_of_dynamics = 1500;
constexpr std::size_t most_exact_times = 20; ///< at which steps end: a step of series is long, and its price is fixed

/// True where nothing that the model may do along the way ends a step or changes the equations.
bool is_smooth_all_along(const Engine& engine) {
  const Study& study = *engine.study;
  const InputLayout& layout = engine.programs->layout;
  return study.contacts.empty() && study.imposed.empty() && study.events.empty() && layout.frictions == 0 &&
         layout.jumps == 0;
}

bool has_series(const Engine& engine) {
  return engine.series && !engine.series->get().obstacle;
}

bool is_cheap(const Engine& engine, double tolerance) {
  const std::size_t unknowns = engine.coordinates() + engine.constraints();
  return tolerance <= (unknowns <= few_unknowns ? tolerance_of_few_unknowns : tolerance_of_more_unknowns) &&
         unknowns <= most_unknowns_of_series &&
         engine.programs->dynamics.tape.operations() <= most_operations_of_dynamics;
}

/// True where steps may be as long as series make them.
bool has_free_steps(const Engine& engine, const RunOptions& options) {
  const std::optional<Simulate>& simulate = engine.study->simulate;
  return !options.max_step && !(simulate && simulate->max_step) &&
         options.at.size() + options.samples <= most_exact_times;
}

} // namespace

bool is_small(const Engine& engine) {
  constexpr std::size_t most_unknowns = 60;
  return engine.coordinates() + engine.constraints() <= most_unknowns;
}

const StepMethod& begin_with_series(const Engine& engine, const RunOptions& options, const StepMethod& chosen,
                                    RunResult& result) {
  const bool has_all_ranks = result.initial.rank >= static_cast<int>(engine.at_start().constraints());
  if (&chosen != &switching_method() || options.without_series || !has_all_ranks ||
      !is_cheap(engine, result.tolerance) || !is_smooth_all_along(engine) || !has_free_steps(engine, options) ||
      !has_series(engine))
    return chosen;
  const StepMethod& method = series_first_method();
  result.statistics.method = "taylor";
  result.statistics.reason = "Taylor series, cheaper than order 8 at this tolerance where the motion is smooth";
  return method;
}

} // namespace simulation
} // namespace dalembert
