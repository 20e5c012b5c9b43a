#include <dalembert/base/watch.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/run/global_error.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

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

/// The differences of `a` to the run `b`.
GlobalError::Run differences(const RunResult& a, const RunResult& b) {
  const std::size_t samples = std::min(a.samples.size(), b.samples.size());
  const std::vector<const Evaluation*> one = looks(a, samples);
  const std::vector<const Evaluation*> other = looks(b, samples);
  const std::vector<double> sizes = multiplier_sizes(other);
  GlobalError::Run out;
  out.method = b.statistics.method;
  for (std::size_t s = 0; s < one.size(); ++s) {
    out.positions = std::max(out.positions, difference(one[s]->state.q, other[s]->state.q));
    out.rates = std::max(out.rates, difference(one[s]->state.v, other[s]->state.v));
    const std::size_t count = std::min(one[s]->multipliers.size(), other[s]->multipliers.size());
    for (std::size_t k = 0; k < count; ++k)
      if (sizes[k] > 0.0)
        out.multipliers =
            std::max(out.multipliers, std::abs(one[s]->multipliers[k] - other[s]->multipliers[k]) / sizes[k]);
  }
  return out;
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

using RunAgain = std::function<RunResult(const RunOptions&)>;

/// Further runs of one motion, with what they took.
class Verification {
public:
  Verification(const RunOptions& options, RunResult& result, const RunAgain& run_again)
      : options_(options), result_(result), run_again_(run_again), work_(result.statistics.work) {
    options_.verify = false;
    options_.without_series = true; // another method than that of a run by series
    options_.curve_points = 0;
    options_.progress = {};
    options_.notice = {};
    options_.step = {};
    options_.keeping = {};
  }

  void add_run(const std::string& method, GlobalError& error) {
    const double tolerance = RunTolerance(result_.tolerance).verifying();
    const RunResult other = run_by(method, tolerance);
    if (other.outcome != RunOutcome::completed) return;
    work_ += other.statistics.work;
    error.runs.push_back(differences(result_, other));
    GlobalError::Run& found = error.runs.back();
    found.tolerance = tolerance;
    error.positions = std::max(error.positions, found.positions);
    error.rates = std::max(error.rates, found.rates);
    error.multipliers = std::max(error.multipliers, found.multipliers);
  }

  [[nodiscard]] GlobalError::SecondOpinion ask(const std::string& method) {
    constexpr double coarser = 10;
    const double tolerance = RunTolerance(result_.tolerance).verifying_by_other_code();
    GlobalError::SecondOpinion out;
    out.run.method = method;
    out.run.tolerance = tolerance;
    double left = most_work();
    const RunResult coarse = opinion(method, coarser * tolerance, left, out);
    if (!out.left_out.empty()) return out;
    const RunResult fine = opinion(method, tolerance, left, out);
    if (!out.left_out.empty()) return out;
    out.run = differences(result_, fine);
    out.run.tolerance = tolerance;
    out.own_error = differences(coarse, fine).of_motion();
    return out;
  }

private:
  static constexpr double most_share = 4; ///< of the other runs, that another code may take

  [[nodiscard]] double most_work() const {
    constexpr double least = 1e8; // a tenth of a second
    return std::max(least, most_share * work_);
  }

  RunResult run_by(const std::string& method, double tolerance) {
    options_.method = method;
    options_.tolerance = tolerance;
    RunResult out;
    try {
      out = run_again_(options_);
    } catch (const Stopped&) { // before its first step
      out.outcome = RunOutcome::interrupted;
    }
    if (out.outcome == RunOutcome::interrupted) result_.outcome = RunOutcome::interrupted;
    return out;
  }

  /// A run by another code within the work that is left; what keeps it from its end is said in `out`.
  RunResult opinion(const std::string& method, double tolerance, double& left, GlobalError::SecondOpinion& out) {
    options_.most_work = left;
    RunResult run;
    try {
      run = run_by(method, tolerance);
      left -= run.statistics.work;
      if (run.outcome == RunOutcome::interrupted) out.left_out = "interrupted";
      if (run.outcome == RunOutcome::failed) out.left_out = run.failure;
      if (run.outcome == RunOutcome::bounded || (run.outcome == RunOutcome::completed && !(left > 0)))
        out.left_out = fmt::format("cut short: it takes more than {:.0f} times the work of the other runs", most_share);
      if (out.left_out.empty() && run.is_stopped != result_.is_stopped)
        out.left_out = "it meets other events than the run";
    } catch (const std::exception& refusal) { // whatever it is, the run stands
      out.left_out = refusal.what();
    }
    options_.most_work = 0.0;
    return run;
  }

  RunOptions options_;
  RunResult& result_;
  const RunAgain& run_again_;
  double work_;
};

} // namespace

std::optional<GlobalError> global_error(const RunOptions& options, RunResult& result, const RunAgain& run_again,
                                        const Verifiers& by) {
  const Activity activity("running again with a tighter tolerance");
  Verification further(options, result, run_again);
  GlobalError out;
  for (const std::string& method : verifying_methods(result.statistics, by.method))
    further.add_run(method, out);
  if (out.runs.empty()) return std::nullopt;
  if (by.other_code && result.outcome == RunOutcome::completed) out.second_opinion = further.ask(*by.other_code);
  return out;
}

} // namespace simulation
} // namespace dalembert
