#include <dalembert/base/watch.h>
#include <dalembert/simulation/global_error.h>
#include <dalembert/simulation/method.h>
#include <dalembert/simulation/tolerances.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace dalembert::inline simulation {

namespace {

/// The largest difference of two lists, each entry relative to its size (at least 1).
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i])));
  return largest;
}

/// The samples of a run, then its end.
std::vector<const Evaluation*> looks(const RunResult& run, std::size_t samples) {
  std::vector<const Evaluation*> out;
  for (std::size_t s = 0; s < samples; ++s)
    out.push_back(&run.samples[s]);
  out.push_back(&run.final);
  return out;
}

/// The largest |λ| of each multiplier.
std::vector<double> multiplier_sizes(const std::vector<const Evaluation*>& states) {
  std::vector<double> out;
  for (const Evaluation* at : states) {
    out.resize(std::max(out.size(), at->multipliers.size()), 0.0);
    for (std::size_t k = 0; k < at->multipliers.size(); ++k)
      out[k] = std::max(out[k], std::abs(at->multipliers[k]));
  }
  return out;
}

/// Raises `error` to the differences of two runs.
void compare(const RunResult& a, const RunResult& b, GlobalError& error) {
  const std::size_t samples = std::min(a.samples.size(), b.samples.size());
  const std::vector<const Evaluation*> one = looks(a, samples);
  const std::vector<const Evaluation*> other = looks(b, samples);
  const std::vector<double> sizes = multiplier_sizes(other);
  for (std::size_t s = 0; s < one.size(); ++s) {
    error.positions = std::max(error.positions, difference(one[s]->state.q, other[s]->state.q));
    error.rates = std::max(error.rates, difference(one[s]->state.v, other[s]->state.v));
    const std::size_t count = std::min(one[s]->multipliers.size(), other[s]->multipliers.size());
    for (std::size_t k = 0; k < count; ++k)
      if (sizes[k] > 0.0)
        error.multipliers =
            std::max(error.multipliers, std::abs(one[s]->multipliers[k] - other[s]->multipliers[k]) / sizes[k]);
  }
}

/// The methods to run again with.
std::vector<std::string> verifying_methods(const RunStatistics& statistics,
                                           const std::optional<std::string>& other_method) {
  // Where equations are stiff a method of another order stands against the first.
  if (has_implicit_steps(statistics)) return {statistics.method == "radau9" ? "radau13" : "radau9"};
  // The first of the table is the most exact one at a tight tolerance.
  std::vector<std::string> out{"auto"};
  if (other_method) out.push_back(*other_method);
  return out;
}

} // namespace

std::optional<GlobalError> global_error(const RunOptions& options, RunResult& result,
                                        const std::function<RunResult(const RunOptions&)>& run_again,
                                        const std::optional<std::string>& other_method) {
  RunOptions tighter = options;
  tighter.verify = false;
  tighter.curve_points = 0;
  tighter.progress = {};
  tighter.notice = {};
  tighter.step = {};
  tighter.keeping = {};
  tighter.tolerance = RunTolerance(result.tolerance).verifying();
  const Activity activity("running again with a tighter tolerance");
  GlobalError out;
  for (const std::string& method : verifying_methods(result.statistics, other_method)) {
    tighter.method = method;
    RunResult reference;
    try {
      reference = run_again(tighter);
    } catch (const Stopped&) { // before its first step
      reference.outcome = RunOutcome::interrupted;
    }
    if (reference.outcome == RunOutcome::interrupted) result.outcome = RunOutcome::interrupted;
    if (reference.outcome != RunOutcome::completed) continue;
    compare(result, reference, out);
    out.runs.push_back({reference.statistics.method, *tighter.tolerance});
  }
  if (out.runs.empty()) return std::nullopt;
  return out;
}

} // namespace dalembert::inline simulation
