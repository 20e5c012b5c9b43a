#include <dalembert/simulation/schedule.h>

#include <algorithm>
#include <cmath>

namespace dalembert {

namespace {

/// `count` even times from `start` to `end`, both included.
std::vector<double> even_times(double start, double end, std::size_t count) {
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i)
    times.push_back(i + 1 == count ? end
                                   : start + (end - start) * static_cast<double>(i) / static_cast<double>(count - 1));
  return times;
}

std::size_t row_count(const Engine& engine, const RunOptions& options, double span) {
  constexpr double most = 1e6;
  const std::optional<Simulate>& simulate = engine.study->simulate;
  if (!simulate || !simulate->output_step || *simulate->output_step <= 0.0) return options.table_rows;
  return static_cast<std::size_t>(std::min(most, std::floor(span / *simulate->output_step * (1 + 1e-12)))) + 1;
}

} // namespace

std::span<const double> Schedule::rows_between(double after, double until) const {
  const auto first = std::upper_bound(rows.begin(), rows.end(), after);
  const auto last = std::upper_bound(first, rows.end(), until);
  return {first, last};
}

Schedule make_schedule(const Engine& engine, const RunOptions& options, double start) {
  Schedule schedule;
  schedule.end = options.end.value_or(engine.study->simulate ? engine.model_end() : start);
  for (const double t : options.at)
    schedule.end = std::max(schedule.end, t);
  schedule.exact = options.at;
  std::sort(schedule.exact.begin(), schedule.exact.end());
  schedule.samples.insert(schedule.exact.begin(), schedule.exact.end());
  std::erase_if(schedule.exact, [start](double t) { return t <= start; });
  if (schedule.end > start) {
    for (const double t : even_times(start, schedule.end, options.samples))
      schedule.samples.insert(t);
    for (const double t : even_times(start, schedule.end, row_count(engine, options, schedule.end - start)))
      schedule.table.insert(t);
  } else {
    if (options.samples > 0) schedule.samples.insert(start);
    schedule.table.insert(start);
  }
  std::set<double> all = schedule.samples;
  all.insert(schedule.table.begin(), schedule.table.end());
  schedule.rows.assign(all.begin(), all.end());
  return schedule;
}

} // namespace dalembert
