#include <dalembert/api/preconditions.h>
#include <dalembert/base/archive.h>
#include <dalembert/base/checksum.h>
#include <dalembert/results/option_ranges.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

/// Refuses a value of a state that is not finite.
void require_value(const std::string& name, double value) {
  if (std::isfinite(value)) return;
  throw OptionError(fmt::format("the state gives {} = {}, which is not a finite number", name, value));
}

} // namespace

void require_options(const SweepRequest& request) {
  require_options(request.run);
  if (request.draws) require_in_range("--random", static_cast<double>(*request.draws), draws_range, a_whole_number);
  require_in_range("--seed", static_cast<double>(request.seed), seed_range, a_whole_number);
  if (request.threads > 0)
    require_in_range("--threads", static_cast<double>(request.threads), threads_range, a_whole_number);
  for (const HistogramRequest& histogram : request.histograms)
    if (histogram.bins > 0)
      require_in_range("--histogram", static_cast<double>(histogram.bins), bins_range, a_whole_number);
  if (!request.folder.empty()) return;
  if (request.statistics || request.trajectories)
    throw OptionError(
        fmt::format("{} writes files: give --out DIR", request.statistics ? "--statistics" : "--trajectories"));
  if (request.resume) throw OptionError("--resume continues a sweep in a folder: give --out DIR");
}

void require_state(const System& system, const State& state) {
  const std::size_t n = system.coordinates.size();
  if (state.q.size() != n || state.v.size() != n)
    throw OptionError(fmt::format("the state has {} coordinates and {} rates, and {} has {} of each", state.q.size(),
                                  state.v.size(), system.name, n));
  require_value("t", state.t);
  for (std::size_t i = 0; i < n; ++i)
    require_value(system.coordinates[i].name, state.q[i]);
  for (std::size_t i = 0; i < n; ++i)
    require_value(system.coordinates[i].name + "'", state.v[i]);
}

void require_before_study(const std::shared_ptr<const Study>& study, std::string_view call) {
  if (!study) return;
  throw OptionError(
      fmt::format("{}: this session has read its model already; call it before anything else is asked", call));
}

std::uint64_t OwnResults::mark(const RunResult& result) {
  Archive archive;
  const auto add = [&archive](State state) { archive(state.t, state.q, state.v); };
  add(result.initial.state);
  add(result.final.state);
  std::vector<double> accelerations = result.final.accelerations;
  std::vector<double> multipliers = result.final.multipliers;
  double tolerance = result.tolerance;
  double end = result.wanted_end;
  std::size_t steps = result.statistics.steps;
  std::size_t rows = result.table.times.size();
  archive(accelerations, multipliers, tolerance, end, steps, rows);
  return checksum(archive.bytes());
}

void OwnResults::require(const RunResult& result) const {
  if (std::ranges::find(marks_, mark(result)) != marks_.end()) return;
  throw OptionError("this result is not that of a run of this session with its present parameters and form: run it "
                    "first");
}

} // namespace api
} // namespace dalembert
