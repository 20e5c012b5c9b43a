#include <dalembert/simulation/run_rows.h>

#include <utility>

namespace dalembert::inline simulation {

RunRows::RunRows(const RowSources& sources, const Schedule& schedule, std::size_t curve_points, std::size_t early_rows)
    : at_(sources),
      account_(sources.engine),
      schedule_(schedule),
      observables_(sources.engine),
      curves_(sources.engine, curve_points),
      shown_(sources.engine),
      early_rows_(early_rows) {}

/// What the study shows, at the current state.
std::vector<double> RunRows::observables() {
  std::vector<double> out;
  observables_.observe(at_.motion.inputs(), out);
  return out;
}

/// Makes the state at `t`, inside the step just made, the current one, but for its forces.
void RunRows::go_inside(Stepper& stepper, double t) {
  inside_.resize(stepper.state().size());
  stepper.interpolate(t, inside_);
  at_.motion.unpack(t, inside_);
  at_.recorder.put_drifts(at_.motion.inputs());
}

void RunRows::solve_inside() {
  at_.motion.solve();
  at_.work.add_states(1, at_.motion.dynamics());
}

void RunRows::take_inside(Stepper& stepper, double after, double until, std::span<const SolvedRow> known) {
  for (const double t : schedule_.rows_between(after, until)) {
    if (t == stepper.time() || t == until) continue;
    while (!known.empty() && known.front().t < t)
      known = known.subspan(1);
    if (!known.empty() && known.front().t == t) {
      at_.motion.take(t, known.front().y, known.front().solved);
      at_.recorder.put_drifts(at_.motion.inputs());
    } else {
      go_inside(stepper, t);
      solve_inside();
    }
    add_row(t);
  }
  for (const double t : curves_.times_inside(after, until)) {
    go_inside(stepper, t);
    if (at_.engine.programs->observables.needs_forces) solve_inside();
    curves_.take(at_.motion.inputs());
    at_.work.add_point();
  }
}

void RunRows::take_standing(double after, double t, std::span<const double> y) {
  for (const double row : schedule_.rows_between(after, t)) {
    if (row == t) continue;
    at_.motion.unpack(row, y);
    at_.motion.solve();
    at_.recorder.put_drifts(at_.motion.inputs());
    add_row(row);
  }
}

void RunRows::take_due(double t) {
  curves_.take(at_.motion.inputs());
  if (schedule_.is_row(t)) add_row(t);
  if (schedule_.is_sample(t)) at_.result.samples.push_back(at_.result.final);
}

void RunRows::take_end() {
  if (early_rows_.wants_next()) early_rows_.take(at_.result.final, observables());
}

void RunRows::take_behind_impact() {
  curves_.take(at_.motion.inputs());
  take_end();
}

void RunRows::add_row(double t) {
  const bool at_end = t == at_.result.final.state.t;
  Table& table = at_.result.table;
  Evaluation evaluation = at_end ? at_.result.final : account_.evaluate(at_.motion.inputs(), at_.motion.dynamics());
  std::vector<double> shown = observables();
  // A row is whole, whatever ends the run.
  table.times.push_back(t);
  table.evaluations.push_back(std::move(evaluation));
  table.observables.push_back(std::move(shown));
  shown_.take(t, table.observables.back());
  if (!at_end && schedule_.is_sample(t)) at_.result.samples.push_back(table.evaluations.back());
}

void RunRows::add_early_rows() {
  early_rows_.merge_into(at_.result.table, at_.result.final, observables());
}

void RunRows::complete(RunResult& partial, bool has_own_rows) {
  if (!has_own_rows) early_rows_.merge_into(partial.table, partial.final, observables());
  partial.curves = curves_.curves();
}

void RunRows::close_curves() {
  curves_.close(at_.motion.inputs());
  at_.result.curves = curves_.curves();
}

} // namespace dalembert::inline simulation
