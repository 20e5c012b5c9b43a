#include <dalembert/base/watch.h>
#include <dalembert/simulation/global_error.h>
#include <dalembert/simulation/method.h>
#include <dalembert/simulation/tolerances.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dalembert::inline simulation {

namespace {

/// Largest difference of the final states of two runs, relative to the size of each coordinate (at least 1).
double difference(const RunResult& a, const RunResult& b) {
  double largest = 0.0;
  const auto compare = [&largest](const std::vector<double>& x, const std::vector<double>& y) {
    for (std::size_t i = 0; i < x.size(); ++i)
      largest = std::max(largest, std::abs(x[i] - y[i]) / std::max(1.0, std::abs(y[i])));
  };
  compare(a.final.state.q, b.final.state.q);
  compare(a.final.state.v, b.final.state.v);
  for (std::size_t s = 0; s < std::min(a.samples.size(), b.samples.size()); ++s) {
    compare(a.samples[s].state.q, b.samples[s].state.q);
    compare(a.samples[s].state.v, b.samples[s].state.v);
  }
  return largest;
}

} // namespace

std::optional<double> global_error(const RunOptions& options, RunResult& result,
                                   const std::function<RunResult(const RunOptions&)>& run_again) {
  RunOptions tighter = options;
  tighter.verify = false;
  tighter.curve_points = 0;
  tighter.progress = {};
  tighter.notice = {};
  // The first of the table is the most exact one at a tight tolerance. Where equations are stiff it cannot be run:
  // there a method of another order stands against the first.
  tighter.method = !has_implicit_steps(result.statistics) ? "auto"
                   : result.statistics.method == "radau9" ? "radau13"
                                                          : "radau9";
  tighter.tolerance = RunTolerance(result.tolerance).verifying();
  const Activity activity("running again with a tighter tolerance");
  const RunResult reference = run_again(tighter);
  if (reference.outcome == RunOutcome::interrupted) result.outcome = RunOutcome::interrupted;
  if (reference.outcome != RunOutcome::completed) return std::nullopt;
  return difference(result, reference);
}

} // namespace dalembert::inline simulation
