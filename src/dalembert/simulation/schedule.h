#pragma once

#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/run_options.h>

#include <cstddef>
#include <set>
#include <span>
#include <vector>

namespace dalembert::inline simulation {

/// When a run ends, and at which times something is written down.
struct Schedule {
  double end = 0.0;
  std::vector<double> exact; ///< times a step must end at, ascending, after the start
  std::vector<double> rows;  ///< times of table rows and samples, ascending
  std::set<double> samples;  ///< those of `rows` (or `exact`) that are samples
  std::set<double> table;    ///< those that are table rows

  [[nodiscard]] bool is_sample(double t) const { return samples.contains(t); }
  [[nodiscard]] bool is_row(double t) const { return table.contains(t); }
  /// The rows and samples with `after < t ≤ until`.
  [[nodiscard]] std::span<const double> rows_between(double after, double until) const;
  /// The same, looked for from row `near` on, which becomes the first behind `after`: for times that follow another.
  [[nodiscard]] std::span<const double> rows_between(double after, double until, std::size_t& near) const;
  /// True where something is written down at `t`, looked for likewise.
  [[nodiscard]] bool holds(double t, std::size_t& near) const;
};

/// Lays out a run from `start` on: the model's range or the caller's end, extended to the last time asked for.
/// @throws ModelError (E0801, E0726) where the model's end is none; OptionError where the caller's is
[[nodiscard]] Schedule make_schedule(const Engine& engine, const RunOptions& options, double start);

} // namespace dalembert::inline simulation
