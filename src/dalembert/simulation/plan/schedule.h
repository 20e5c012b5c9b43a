#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/numerics/step/time_order.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// When a run ends, and at which times something is written down.
struct Schedule {
  double end = 0.0;
  TimeOrder order;           ///< from the start to the end
  std::vector<double> exact; ///< times a step must end at, in this order, behind the start
  std::vector<double> rows;  ///< times of table rows and samples, in this order
  std::set<double> samples;  ///< those of `rows` (or `exact`) that are samples
  std::set<double> table;    ///< those that are table rows

  [[nodiscard]] bool is_sample(double t) const { return samples.contains(t); }
  [[nodiscard]] bool is_row(double t) const { return table.contains(t); }
  /// The rows and samples behind `after`, up to `until` and at it.
  [[nodiscard]] std::span<const double> rows_between(double after, double until) const;
  /// The same, looked for from row `near` on, which becomes the first behind `after`: for times that follow another.
  [[nodiscard]] std::span<const double> rows_between(double after, double until, std::size_t& near) const;
  /// The first time behind `t` that a step must end at; the end of the run where there is none.
  [[nodiscard]] double stop_behind(double t) const;
  /// True where something is written down at `t`, looked for likewise.
  [[nodiscard]] bool holds(double t, std::size_t& near) const;
};

/// The error (E0801) of a run from `start` to `end`, which lies before it, through what has no unique past; nothing
/// where the motion can be followed back in time. `study`: with all that acts along a run; `has_jumps`: forces hold
/// functions of the state that jump.
[[nodiscard]] std::optional<Diagnostic> refusal_of_past(const Study& study, bool has_jumps, double start, double end);

/// Lays out a run from `start` on: the model's range or the caller's end, extended to the last time asked for. A run
/// whose end lies before its start goes back in time.
/// @throws ModelError (E0801, E0726) where the model's end is none, or the model holds what goes forwards only;
///         OptionError where the caller's end is none
[[nodiscard]] Schedule make_schedule(const Engine& engine, const RunOptions& options, double start);

} // namespace simulation
} // namespace dalembert
