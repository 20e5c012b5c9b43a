#include <dalembert/base/errors.h>
#include <dalembert/simulation/plan/schedule.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace simulation {

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
  if (std::isfinite(end) && end != start) return end;
  Diagnostic d;
  d.code = std::isfinite(end) ? "E0801" : "E0726";
  d.span = engine.study->simulate->span;
  d.message = std::isfinite(end) ? fmt::format("the run starts at t = {:.6g} s and ends at {:.6g} s", start, end)
                                 : "the end of the run has no finite value";
  d.note = "for the current parameter values";
  throw ModelError(d);
}

/// Refuses times on the other side of the start, beyond what steps can reach, and an end too close to the start.
void require_times(const RunOptions& options, double start, double end) {
  static constexpr double farthest = 1e12;  // s, thirty thousand years
  static constexpr double shortest = 1e-30; // s; the rates of a step that is shorter are all round-off
  const TimeOrder order(start, end);
  const auto refuse = [&](const std::string& what, double t) {
    throw OptionError(fmt::format("{} is not possible at t = {:.6g} s: the run starts at {:.6g} s{}, and times {} "
                                  "{:.0e} s are allowed",
                                  what, t, start, order.is_backwards() ? " and goes back in time" : "",
                                  order.is_backwards() ? "down to" : "up to", order.sign() * farthest));
  };
  const auto is_allowed = [&](double t) {
    return t == start || (std::abs(t - start) >= shortest && order.precedes(start, t) && std::abs(t) <= farthest);
  };
  for (const double t : options.at)
    if (!is_allowed(t)) refuse("a state", t);
  if (!is_allowed(end)) refuse("an end", end);
}

/// What of a model decides by the past, and does not tell it; empty where its motion can be followed back in time.
std::string what_goes_forwards_only(const Study& study, bool has_jumps) {
  if (!study.contacts.empty()) return fmt::format("of the contact {}", study.contacts.front().name);
  if (!study.imposed.empty()) return "of constraints that do not act all the time";
  if (!study.system.frictions.empty()) return fmt::format("of the friction {}", study.system.frictions.front().name);
  if (!study.system.impacts.empty()) return "of the impact at the start";
  if (has_jumps) return "of functions of the state that jump";
  return {};
}

/// Of the table. @throws ModelError where the time between rows is too short for the run
std::size_t row_count(const Engine& engine, const RunOptions& options, double span) {
  constexpr double most = 1e6; // rows
  const std::optional<Simulate>& simulate = engine.study->simulate;
  if (!simulate || !simulate->output_step || *simulate->output_step <= 0.0) return options.table_rows;
  const double intervals = std::floor(std::abs(span) / *simulate->output_step * (1 + 1e-12));
  if (intervals <= most) return static_cast<std::size_t>(intervals) + 1;
  const std::string_view second = engine.system().has_units ? " [s]" : "";
  Diagnostic d;
  d.code = "E0803";
  d.span = simulate->span;
  d.message = fmt::format("`output = {:.6g}{}` would give {:.6g} rows; a table has at most {:.0f}",
                          *simulate->output_step, second, intervals, most);
  d.help = fmt::format("write `output = {:.3g}{}` or more for this run", std::abs(span) / most * (1 + 1e-3), second);
  throw ModelError(std::move(d));
}

} // namespace

/// A ball that rests may have come down at any time.
std::optional<Diagnostic> refusal_of_past(const Study& study, bool has_jumps, double start, double end) {
  const std::string reason = what_goes_forwards_only(study, has_jumps);
  if (reason.empty()) return std::nullopt;
  Diagnostic d;
  d.code = "E0801";
  d.span = study.simulate ? study.simulate->span : study.system.span;
  d.message = fmt::format("this motion cannot be followed back in time, from t = {:.6g} s to {:.6g} s, because {}",
                          start, end, reason);
  d.note = "what rests may have come to rest at any time before: such a state has many pasts";
  d.help = "write a range that goes forwards, from a state that is known earlier";
  return d;
}

std::span<const double> Schedule::rows_between(double after, double until) const {
  const auto first = std::upper_bound(rows.begin(), rows.end(), after, order);
  const auto last = std::upper_bound(first, rows.end(), until, order);
  return {first, last};
}

std::span<const double> Schedule::rows_between(double after, double until, std::size_t& near) const {
  while (near > 0 && order.precedes(after, rows[near - 1]))
    --near;
  while (near < rows.size() && !order.precedes(after, rows[near]))
    ++near;
  std::size_t behind = near;
  while (behind < rows.size() && !order.precedes(until, rows[behind]))
    ++behind;
  return std::span(rows).subspan(near, behind - near);
}

double Schedule::stop_behind(double t) const {
  const auto stop = std::upper_bound(exact.begin(), exact.end(), t, order);
  return stop == exact.end() ? end : order.first(*stop, end);
}

bool Schedule::holds(double t, std::size_t& near) const {
  (void)rows_between(t, t, near);
  return near > 0 && rows[near - 1] == t;
}

Schedule make_schedule(const Engine& engine, const RunOptions& options, double start) {
  Schedule schedule;
  schedule.end = options.end ? *options.end : end_of_model(engine, start);
  if (schedule.end == start && !options.at.empty()) schedule.end = options.at.front();
  schedule.order = TimeOrder(start, schedule.end);
  for (const double t : options.at)
    schedule.end = schedule.order.last(schedule.end, t);
  require_times(options, start, schedule.end);
  if (schedule.order.is_backwards())
    if (const auto refusal = refusal_of_past(*engine.study, engine.programs->layout.jumps > 0, start, schedule.end))
      throw ModelError(*refusal);
  schedule.exact = options.at;
  schedule.samples.insert(schedule.exact.begin(), schedule.exact.end());
  for (std::size_t i = 0; i < engine.study->imposed.size(); ++i) // steps end where the motion changes
    for (const double t : {engine.range().from(engine.coordinates(), i), engine.range().until(engine.coordinates(), i)})
      schedule.exact.push_back(t);
  std::sort(schedule.exact.begin(), schedule.exact.end(), schedule.order);
  std::erase_if(schedule.exact, [&](double t) { return !schedule.order.precedes(start, t); });
  if (schedule.end != start) {
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
  if (schedule.order.is_backwards()) std::reverse(schedule.rows.begin(), schedule.rows.end());
  return schedule;
}

} // namespace simulation
} // namespace dalembert
