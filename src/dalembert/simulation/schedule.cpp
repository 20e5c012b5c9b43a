#include <dalembert/base/errors.h>
#include <dalembert/simulation/schedule.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert::inline simulation {

namespace {

/// `count` even times from `start` to `end`, both included.
std::vector<double> even_times(double start, double end, std::size_t count) {
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i)
    times.push_back(i + 1 == count ? end
                                   : start + (end - start) * static_cast<double>(i) / static_cast<double>(count - 1));
  return times;
}

/// The end that the model gives, or `start` where it gives none.
double end_of_model(const Engine& engine, double start) {
  if (!engine.study->simulate) return start;
  const double end = engine.model_end();
  if (std::isfinite(end) && end > start) return end;
  Diagnostic d;
  d.code = std::isfinite(end) ? "E0801" : "E0726";
  d.span = engine.study->simulate->span;
  d.message = std::isfinite(end) ? fmt::format("the run starts at t = {:.6g} s and ends at {:.6g} s", start, end)
                                 : "the end of the run has no finite value";
  d.note = "for the current parameter values";
  throw ModelError(d);
}

/// Refuses times before the start, beyond what steps can reach, and an end too close to the start.
void require_times(const RunOptions& options, double start, double end) {
  static constexpr double latest = 1e12;    // s, thirty thousand years
  static constexpr double shortest = 1e-30; // s; the rates of a step that is shorter are all round-off
  const auto refuse = [start](const std::string& what, double t) {
    throw OptionError(fmt::format("{} is not possible at t = {:.6g} s: the run starts at {:.6g} s, and times up to "
                                  "{:.0e} s are allowed",
                                  what, t, start, latest));
  };
  const auto is_allowed = [start](double t) {
    return t == start || (t >= start + shortest && t > start && t <= latest);
  };
  for (const double t : options.at)
    if (!is_allowed(t)) refuse("a state", t);
  if (!is_allowed(end)) refuse("an end", end);
  if (end > start && end - start < shortest)
    throw OptionError(fmt::format("a run of {:.3g} s is too short; the minimum is {:.0e} s", end - start, shortest));
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

std::span<const double> Schedule::rows_between(double after, double until, std::size_t& near) const {
  while (near > 0 && rows[near - 1] > after)
    --near;
  while (near < rows.size() && rows[near] <= after)
    ++near;
  std::size_t behind = near;
  while (behind < rows.size() && rows[behind] <= until)
    ++behind;
  return std::span(rows).subspan(near, behind - near);
}

bool Schedule::holds(double t, std::size_t& near) const {
  (void)rows_between(t, t, near);
  return near > 0 && rows[near - 1] == t;
}

Schedule make_schedule(const Engine& engine, const RunOptions& options, double start) {
  Schedule schedule;
  schedule.end = options.end ? *options.end : end_of_model(engine, start);
  for (const double t : options.at)
    schedule.end = std::max(schedule.end, t);
  require_times(options, start, schedule.end);
  schedule.exact = options.at;
  schedule.samples.insert(schedule.exact.begin(), schedule.exact.end());
  for (std::size_t i = 0; i < engine.study->imposed.size(); ++i) // steps end where the motion changes
    for (const double t : {engine.range().from(engine.coordinates(), i), engine.range().until(engine.coordinates(), i)})
      schedule.exact.push_back(t);
  std::sort(schedule.exact.begin(), schedule.exact.end());
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

} // namespace dalembert::inline simulation
