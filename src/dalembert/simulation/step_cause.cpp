#include <dalembert/lowering/switching.h>
#include <dalembert/simulation/step_cause.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace dalembert::inline simulation {

namespace {

constexpr int power_steps = 20;
constexpr int measured_steps = 8;            ///< the last of them: complex pairs turn the vector
constexpr double stability_limited = 2.5;    ///< step times rate; the pairs are stable up to 3.3 (order 5) and 6.1
constexpr double oscillation_limited = 0.05; ///< below, the rate has nothing to do with the step

/// The largest rate of ẏ = f(t, y) linearised at one state, 1/s, and the share of it that is decay (−1 for growth).
struct FastestRate {
  double size = 0.0;
  double decay_share = 0.0;
};

std::optional<FastestRate> fastest_rate(const OdeProblem& problem, double t, std::span<const double> state) {
  const std::size_t n = state.size();
  std::vector<double> f(n);
  std::vector<double> moved(n);
  std::vector<double> y(n);
  std::vector<double> z(n);
  const auto scale = [&state](std::size_t i) { return std::max(1.0, std::abs(state[i])); };
  for (std::size_t i = 0; i < n; ++i)
    z[i] = 1.0 + 0.37 * std::sin(1.7 * static_cast<double>(i + 1));
  double growth = 0.0;
  double along = 0.0;
  try {
    problem.rhs(t, state, f);
    for (int step = 0; step < power_steps; ++step) {
      double length = 0.0;
      for (const double x : z)
        length += x * x;
      length = std::sqrt(length);
      if (!(length > 0.0) || !std::isfinite(length)) return FastestRate{};
      constexpr double small = 1e-7;
      for (std::size_t i = 0; i < n; ++i) {
        z[i] /= length;
        y[i] = state[i] + small * scale(i) * z[i];
      }
      problem.rhs(t, y, moved);
      double size = 0.0;
      double projection = 0.0;
      for (std::size_t i = 0; i < n; ++i) {
        const double image = (moved[i] - f[i]) / (small * scale(i));
        size += image * image;
        projection += image * z[i];
        moved[i] = image;
      }
      z.swap(moved);
      if (step < power_steps - measured_steps) continue;
      growth += std::log(std::max(std::sqrt(size), 1e-300));
      along += projection;
    }
  } catch (const SolveError&) { // no value near by
    return std::nullopt;
  }
  const double size = std::exp(growth / measured_steps);
  return FastestRate{size, -along / measured_steps / size};
}

/// How the steps have gone.
struct StepPace {
  double mean_step = 0.0;      ///< s, of the accepted ones
  double rejected_share = 0.0; ///< of all that were tried
};

std::string step_cause(const System& system, const OdeProblem& problem, double t, std::span<const double> state,
                       const StepPace& pace) {
  constexpr double many_rejected = 0.02;
  const std::string jumps = switching_functions(system);
  if (pace.rejected_share > many_rejected && !jumps.empty())
    return fmt::format("{:.0f} % of the steps are rejected, and {} switches repeatedly; a smooth function such as "
                       "v/sqrt(v^2 + e^2) for sign(v) with a small e needs fewer steps",
                       100 * pace.rejected_share, jumps);
  const std::optional<FastestRate> rate = fastest_rate(problem, t, state);
  const double reach = rate ? rate->size * pace.mean_step : 0.0;
  if (reach > stability_limited && rate->decay_share > 0.5)
    return fmt::format("the equations are stiff: at t = {:.6g} s deviations decay within about {:.2g} s, and an "
                       "explicit step cannot be much longer ({:.2g} s); remove the fast part (a strong damper, a stiff "
                       "spring) from the model, or shorten the run",
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
  const StepPace pace{(steps.now - steps.begin) / static_cast<double>(steps.accepted),
                      static_cast<double>(steps.turned_down) / tried};
  Diagnostic d;
  d.code = "W0816";
  d.severity = Severity::warning;
  d.span = study.simulate ? study.simulate->span : study.system.span;
  d.message =
      fmt::format("the run needs about {:.1g} steps; {:.0f} have reached t = {:.6g} s", needed, tried, steps.now);
  d.note = step_cause(study.system, problem, steps.now, state, pace);
  return d;
}

} // namespace dalembert::inline simulation
