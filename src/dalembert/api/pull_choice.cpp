#include <dalembert/api/pull_choice.h>
#include <dalembert/base/errors.h>
#include <dalembert/simulation/run/run.h>
#include <dalembert/simulation/run/unprojected_run.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace api {

namespace {

constexpr double draft_tolerance = 1e-4; ///< of the run that tells how long steps are
constexpr double draft_work = 1e8;       ///< operations of a run
constexpr double trial_work = 1e7;       ///< operations of a draft without pull; one with it may take four times these
constexpr double exact_tolerance = 1e-9; ///< of the run that errors of drafts are measured against
constexpr std::size_t instants = 20;     ///< at which they are
constexpr double horizon = 500.0;        ///< mean steps: of a longer motion the first part tells
constexpr double lost = 1.0;             ///< an error as large as the state: the draft does not follow the motion
constexpr double least_error = 1e-2;     ///< tolerances; smaller errors count as this
constexpr std::array tolerances = {1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 1e-6};
constexpr std::array pull_steps = {4.0, 10.0, 20.0}; ///< in mean steps, the candidates; the first is the usual one

// What a pull may cost.
constexpr double largest_error = 1.25; ///< times that without pull, in the mean over the tolerances
constexpr double worst_error = 2.5;    ///< the same at each tolerance
constexpr double most_steps = 1.25;    ///< times those without pull
constexpr double spare_steps = 2.0;    ///< where there are few

/// Three digits, so that the number can be read: the double nearest to these.
double rounded(double value) {
  const double places = 2.0 - std::floor(std::log10(value));
  const double power = std::pow(10.0, std::abs(places));
  return places < 0.0 ? std::round(value / power) * power : std::round(value * power) / power;
}

std::optional<RunResult> run_draft(const Engine& engine, std::optional<std::string> method, double tolerance,
                                   std::size_t samples, std::optional<double> end = {}) {
  RunOptions options;
  options.method = std::move(method);
  options.tolerance = tolerance;
  options.end = end;
  options.most_work = draft_work;
  options.table_rows = 2;
  options.samples = samples;
  try {
    return run(engine, options);
  } catch (const SolveError&) {
    return std::nullopt;
  } catch (const ModelError&) {
    return std::nullopt;
  }
}

std::optional<double> mean_step(const Engine& engine) {
  const std::optional<RunResult> draft = run_draft(engine, "rk5", draft_tolerance, 0);
  if (!draft || draft->statistics.steps == 0) return std::nullopt;
  const double time = std::abs(draft->final.state.t - draft->initial.state.t);
  if (!(time > 0.0)) return std::nullopt;
  return time / static_cast<double>(draft->statistics.steps);
}

/// The states that errors are measured against, up to `longest` seconds after the start; none where the motion ends
/// before, or goes back in time.
std::vector<State> exact_states(const Engine& engine, double longest) {
  std::vector<State> out;
  const double begin = engine.model_begin();
  if (!(engine.model_end() > begin)) return out;
  const std::optional<RunResult> exact =
      run_draft(engine, {}, exact_tolerance, instants + 1, std::min(engine.model_end(), begin + longest));
  if (!exact || exact->outcome != RunOutcome::completed || exact->samples.size() != instants + 1) return out;
  for (std::size_t k = 1; k <= instants; ++k)
    out.push_back(exact->samples[k].state);
  return out;
}

/// The largest difference at the instants over max(1, |x|).
double error_of(const UnprojectedRun& draft, const std::vector<State>& exact) {
  if (!draft.is_completed) return std::numeric_limits<double>::infinity();
  double error = 0.0;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    const std::size_t n = exact[k].q.size();
    for (std::size_t i = 0; i < 2 * n; ++i) {
      const double x = i < n ? exact[k].q[i] : exact[k].v[i - n];
      error = std::max(error, std::abs(draft.at[k][i] - x) / std::max(1.0, std::abs(x)));
    }
  }
  return error;
}

/// Drafts of one motion, with pulls and without.
class Trial {
public:
  Trial(const Engine& engine, const State& start, double longest)
      : engine_(engine), start_(start), exact_(exact_states(engine, longest)) {
    for (const State& state : exact_)
      times_.push_back(state.t);
    if (exact_.empty()) return;
    for (const double tolerance : tolerances) {
      const Draft plain = draft(0.0, tolerance, trial_work);
      if (plain.is_completed) plain_.emplace_back(tolerance, plain);
    }
  }

  /// True where a pull within this time keeps to the bounds; `found` says what its drafts had.
  [[nodiscard]] bool allows(double time, PullChoice::Refusal& found) const {
    bool is_short = true;
    double logarithms = 0.0;
    std::size_t count = 0;
    found = {time};
    for (const auto& [tolerance, plain] : plain_) {
      constexpr double share = 4.0; // of steps that are up to twice as expensive: enough where there are not too many
      const Draft pulled = draft(time, tolerance, share * trial_work);
      if (std::min(plain.error, pulled.error) >= lost) continue;
      if (plain.error < lost) {
        is_short = is_short && pulled.steps <= most_steps * plain.steps + spare_steps;
        found.steps = std::max(found.steps, pulled.steps / plain.steps);
      }
      const double least = least_error * tolerance;
      const double ratio = std::clamp(pulled.error, least, largest_size) / std::clamp(plain.error, least, largest_size);
      found.worst = std::max(found.worst, ratio);
      logarithms += std::log(ratio);
      ++count;
    }
    if (count > 0) found.error = std::exp(logarithms / static_cast<double>(count));
    return is_short && found.worst <= worst_error && found.error <= largest_error;
  }

private:
  static constexpr double largest_size = 1e3; ///< of an error that is compared
  struct Draft {
    bool is_completed = false;
    double error = 0.0;
    double steps = 0.0;
  };
  [[nodiscard]] Draft draft(double pull, double tolerance, double most_work) const {
    const UnprojectedRun run = run_unprojected(engine_, start_, {pull, tolerance, times_, most_work});
    return {run.is_completed, error_of(run, exact_), std::max(1.0, static_cast<double>(run.steps))};
  }

  const Engine& engine_;
  const State& start_;
  std::vector<State> exact_;
  std::vector<double> times_;
  std::vector<std::pair<double, Draft>> plain_; ///< with their tolerances
};

} // namespace

std::optional<PullChoice> choose_pull(const Engine& engine, const State& start) {
  const std::optional<double> step = mean_step(engine);
  if (!step) return std::nullopt;
  const Trial trial(engine, start, horizon * *step);
  PullChoice::Refusal found;
  for (const double steps : pull_steps)
    if (const double time = rounded(steps * *step); trial.allows(time, found)) return PullChoice{time, {}};
  return PullChoice{0.0, found};
}

} // namespace api
} // namespace dalembert
