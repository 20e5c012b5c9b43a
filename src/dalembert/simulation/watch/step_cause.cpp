#include <dalembert/lowering/switching.h>
#include <dalembert/numerics/step/fastest_rate.h>
#include <dalembert/simulation/watch/step_cause.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double stability_limited = 2.5;    ///< step times rate; the pairs are stable up to 3.3 (order 5) and 6.1
constexpr double oscillation_limited = 0.05; ///< below, the rate has nothing to do with the step

/// How the steps have gone.
struct StepPace {
  double mean_step = 0.0;      ///< s, of the accepted ones
  double rejected_share = 0.0; ///< of all that were tried
  bool is_implicit = false;
};

std::string step_cause(const System& system, const OdeProblem& problem, double t, std::span<const double> state,
                       const StepPace& pace) {
  constexpr double many_rejected = 0.02;
  const std::string jumps = switching_functions(system);
  if (pace.rejected_share > many_rejected && !jumps.empty())
    return fmt::format("{:.0f} % of the steps are rejected, and {} switches repeatedly; a smooth function such as "
                       "v/sqrt(v^2 + e^2) for sign(v) with a small e needs fewer steps",
                       100 * pace.rejected_share, jumps);
  const std::optional<FastestRate> rate = pace.is_implicit ? std::nullopt : fastest_rate(problem, t, state);
  const double reach = rate ? rate->size * pace.mean_step : 0.0;
  if (reach > stability_limited && rate->decay_share > 0.5)
    return fmt::format(
        "the equations are stiff: at t = {:.6g} s deviations decay within about {:.2g} s, and an "
        "explicit step cannot be much longer ({:.2g} s); use the method radau, or auto, which goes over to "
        "it, or remove the fast part (a strong damper, a stiff spring) from the model",
        t, 1.0 / rate->size, pace.mean_step);
  if (reach > oscillation_limited)
    return fmt::format(
        "the fastest oscillation at t = {:.6g} s has a period of about {:.2g} s, and a step is {:.2g} s; remove the "
        "fast part (a stiff spring) from the model, shorten the run, or allow a larger tolerance",
        t, 2.0 * std::numbers::pi / rate->size, pace.mean_step);
  if (pace.rejected_share > many_rejected)
    return fmt::format("{:.0f} % of the steps are rejected: the equations are not smooth there, or vary abruptly; "
                       "replace discontinuous terms by smooth ones, or shorten the run",
                       100 * pace.rejected_share);
  return fmt::format("the tolerance requires steps of {:.2g} s; a larger tolerance needs fewer", pace.mean_step);
}

} // namespace

std::optional<Diagnostic> step_warning(const Study& study, const OdeProblem& problem, const StepsSoFar& steps,
                                       std::span<const double> state) {
  constexpr double worth_a_word = 1e5;
  const double tried = static_cast<double>(steps.accepted + steps.turned_down);
  const double needed = tried * (steps.end - steps.begin) / (steps.now - steps.begin);
  if (needed < worth_a_word) return std::nullopt;
  const StepPace pace{std::abs(steps.now - steps.begin) / static_cast<double>(steps.accepted),
                      static_cast<double>(steps.turned_down) / tried, steps.is_implicit};
  Diagnostic d;
  d.code = "W0816";
  d.severity = Severity::warning;
  d.span = study.simulate ? study.simulate->span : study.system.span;
  d.message =
      fmt::format("the run needs about {:.1g} steps; {:.0f} have reached t = {:.6g} s", needed, tried, steps.now);
  d.note = step_cause(study.system, problem, steps.now, state, pace);
  return d;
}

} // namespace simulation
} // namespace dalembert
