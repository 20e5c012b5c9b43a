#include <dalembert/base/errors.h>
#include <dalembert/mechanics/slip_plane.h>
#include <dalembert/numerics/methods/sundials.h>
#include <dalembert/simulation/motion/motion_residual.h>
#include <dalembert/simulation/plan/fixed_steps.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/plan/series_choice.h>

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>

namespace dalembert {
inline namespace simulation {

namespace {

/// @throws ModelError (E0711) where the motion has no series, naming what has none
void require_series(const Engine& engine, const StepMethod& method) {
  const Study& study = *engine.study;
  Diagnostic d;
  d.code = "E0711";
  d.span = study.simulate ? study.simulate->span : study.system.span;
  if (!engine.series) {
    d.message = fmt::format("the method {} needs the form lagrange", method.name);
    d.help = "leave --form out, or choose another method: auto";
    throw ModelError(d);
  }
  if (const std::vector<SlipPlane> planes = slip_planes(study.system); !planes.empty()) {
    const std::vector<Friction>& frictions = study.system.frictions;
    d.message = fmt::format("the method {} does not follow a slip in a plane: {} and {} are frictions of one reaction",
                            method.name, frictions[planes[0][0]].name, frictions[planes[0][1]].name);
    d.help = "choose auto, rk8 or radau";
    throw ModelError(d);
  }
  const std::optional<Expr> obstacle = engine.series->get().obstacle;
  if (!obstacle) return;
  const std::lock_guard lock(*engine.graph_use);
  d.message =
      fmt::format("the method {} follows the motion by its Taylor series, and {} has none where it jumps, has a "
                  "kink, or goes from one point of a table to the next",
                  method.name, describe(study, *obstacle));
  d.help = "choose auto or rk8, which take such functions as they are";
  throw ModelError(d);
}

/// @throws ModelError (E0711) where the motion has no residual, or the library that follows it is missing
void require_residual(const Engine& engine, const StepMethod& method) {
  const Study& study = *engine.study;
  Diagnostic d;
  d.code = "E0711";
  d.span = study.simulate ? study.simulate->method_span : study.system.span;
  if (!has_residual(engine)) {
    d.message =
        fmt::format("the method {} follows Lagrange's equations with multipliers, without friction, contacts{} and "
                    "functions that jump",
                    method.name, study.imposed.empty() ? "" : ", constraints imposed or released along the run");
    d.help = "leave --form out, or choose another method: auto";
    throw ModelError(d);
  }
  if (why_no_sundials().empty()) return;
  d.message = fmt::format("the method {} needs a library: {}", method.name, why_no_sundials());
  d.help = "install it, or choose another method: auto, radau";
  throw ModelError(d);
}

} // namespace

std::optional<std::string> series_method(const Engine& engine, const RunStatistics& statistics) {
  const auto method = std::ranges::find_if(step_methods(), &StepMethod::needs_series);
  if (method == step_methods().end() || statistics.method.starts_with(method->name)) return std::nullopt;
  if (!is_small(engine) || !engine.series || engine.series->get().obstacle) return std::nullopt;
  if (!slip_planes(engine.system()).empty()) return std::nullopt;
  return std::string(method->name);
}

std::optional<std::string> other_code(const Engine& engine, const RunStatistics& statistics) {
  const auto method = std::ranges::find_if(step_methods(), &StepMethod::needs_residual);
  if (method == step_methods().end() || statistics.method == method->name) return std::nullopt;
  if (!is_small(engine) || !has_residual(engine)) return std::nullopt;
  return std::string(method->name);
}

const StepMethod& choose_method(const Engine& engine, const RunOptions& options, RunStatistics& statistics) {
  const Study& study = *engine.study;
  const std::string asked =
      options.method ? *options.method : (study.simulate ? study.simulate->method.value_or("auto") : "auto");
  const StepMethod* const method = asked == "auto" ? &switching_method() : step_method(asked);
  if (method == nullptr) {
    Diagnostic d;
    d.code = "E0710";
    d.span = study.simulate ? study.simulate->span : study.system.span;
    d.message = fmt::format("the method {} is not supported yet", asked);
    d.help = "write auto";
    for (const StepMethod& known : step_methods())
      d.help += fmt::format(", {} ({})", known.name, known.description);
    throw ModelError(d);
  }
  if (method->needs_series) require_series(engine, *method);
  if (method->needs_residual) require_residual(engine, *method);
  if (method->needs_momenta) require_momenta(engine, *method);
  note_fixed_steps(engine, *method, fixed_step(engine, *method, options), statistics);
  statistics.method = asked == "auto" ? step_methods().front().name : method->name;
  statistics.reason = asked == "auto" ? method->description : "as requested";
  return *method;
}

void require_method(const Engine& engine, const RunOptions& options) {
  RunStatistics unused;
  static_cast<void>(choose_method(engine, options, unused));
}

void count_steps(const StepStatistics& spent, RunStatistics& statistics) {
  statistics.steps += spent.accepted;
  statistics.rejected += spent.rejected + spent.refused;
  statistics.rhs_evaluations += spent.evaluations;
  statistics.series += spent.series;
  statistics.jacobians += spent.jacobians;
  statistics.factorisations += spent.factorisations;
}

namespace {

std::string reason_of(const MethodChange& change) {
  const std::string within = change.fastest > 0 ? fmt::format("{:.2g} s", 1 / change.fastest) : "a moment";
  if (change.is_stiff)
    return fmt::format("the equations are stiff: deviations change within about {}, and explicit steps could not be "
                       "longer than about {:.2g} s",
                       within, change.step);
  return fmt::format("the equations are no longer stiff: deviations change within about {}", within);
}

/// Of one away from Taylor series.
std::string reason_against_series(const MethodChange& change) {
  if (change.fastest > 0)
    return fmt::format("deviations decay within about {:.2g} s, and steps of Taylor series were about {:.2g} s long: "
                       "the equations may be stiff",
                       1 / change.fastest, change.step);
  return "Taylor series cost more than steps of order 8 there, or could not be taken";
}

} // namespace

void note_turns(const Stepper& stepper, RunStatistics& statistics) {
  // What begins with series goes over to explicit steps first of all.
  const std::span<const MethodChange> changes = stepper.changes();
  const auto gives_up_series = [&](const MethodChange& change) {
    return &change == &changes.front() && change.method == step_methods().front().name;
  };
  for (const MethodChange& change : changes) {
    if (statistics.method.find(change.method) == std::string::npos)
      statistics.method += fmt::format(", {}", change.method);
    statistics.turns.push_back({change.time, std::string(change.method),
                                gives_up_series(change) ? reason_against_series(change) : reason_of(change)});
  }
}

bool has_implicit_steps(const RunStatistics& statistics) {
  if (statistics.jacobians == 0) return false;
  const std::string explicit_method(step_methods().front().name); // Jacobians are those of trials
  return statistics.method != explicit_method && statistics.method != "taylor, " + explicit_method;
}

bool is_implicit_now(const StepMethod& method, const Stepper& stepper) {
  if (!stepper.changes().empty()) return stepper.changes().back().is_stiff;
  return &method != &switching_method() && &method != &series_first_method() && stepper.statistics().jacobians > 0;
}

void limit_steps(const Study& study, const RunOptions& options, const NarrowPlaces& places, StepOptions& settings) {
  if (study.simulate && study.simulate->step) settings.step = *study.simulate->step;
  if (options.step) settings.step = *options.step;
  if (study.simulate && study.simulate->max_step) settings.max_step = *study.simulate->max_step;
  if (options.max_step) settings.max_step = *options.max_step;
  const StepLimits& limits = places.scan.limits;
  if (!limits.is_empty()) settings.longest_step = [&limits](double t) { return limits.longest(t); };
  CoordinateWatch& coordinates = places.coordinates;
  if (!coordinates.is_empty())
    settings.passable = [&coordinates](double h, std::span<const double> from, std::span<const double> to) {
      return coordinates.passable(h, from, to);
    };
}

} // namespace simulation
} // namespace dalembert
