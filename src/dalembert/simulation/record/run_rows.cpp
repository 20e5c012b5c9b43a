#include <dalembert/base/errors.h>
#include <dalembert/simulation/motion/exact_states.h>
#include <dalembert/simulation/record/run_rows.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace simulation {

RunRows::RunRows(const RowSources& sources, const Schedule& schedule, std::size_t curve_points, std::size_t early_rows,
                 RowContent content)
    : at_(sources),
      account_(sources.engine),
      schedule_(schedule),
      observables_(sources.engine),
      curves_(sources.engine, curve_points),
      shown_(sources.engine),
      early_rows_(early_rows, schedule.order),
      content_(content) {
  if (sources.result.statistics.step > 0.0) sources.motion.take_fixed_steps();
}

/// What the study shows, at the current state.
std::vector<double> RunRows::observables() {
  std::vector<double> out;
  observables_.observe(at_.motion.inputs(), out);
  return out;
}

/// Makes the state inside the step one on the branch that steps follow beside a singular position, where rounding
/// swamps what the rows make of it; false where that cannot be done, or is not needed.
bool RunRows::is_on_branch(Stepper& stepper, double t) {
  if (!branch_) return false;
  stepper.interpolate(t, inside_);
  return branch_(t, inside_);
}

/// Makes the state at `t`, inside the step just made, the current one, but for its forces. Where the dense output is
/// farther from the rows than the tolerance explains, as within a long step over a singular position, it is made by
/// steps.
void RunRows::go_inside(Stepper& stepper, double t) {
  inside_.resize(stepper.state().size());
  const bool is_on_rows = is_on_branch(stepper, t) || at_.motion.interpolate(stepper, t, inside_);
  if (!is_on_rows && at_.method != nullptr) {
    inside_ = ExactStates(at_.motion, *at_.method).at(stepper, t).y;
    put_inside_onto_rows(t);
  }
  at_.work.add_projection(at_.motion.dynamics(), at_.motion.manifold());
  at_.motion.unpack(t, inside_);
  at_.recorder.put_drifts(at_.motion.inputs());
}

/// Steps may fail beside a singular position, and leave the dense output: what it misses the rows by is taken off where
/// that is little.
void RunRows::put_inside_onto_rows(double t) {
  constexpr double little = 1e-5; // of each quantity: far beyond the error of a dense output, far below another branch
  std::vector<double> put = inside_;
  try {
    at_.motion.put_onto_constraints(t, put);
  } catch (const SolveError&) {
    return;
  }
  const std::size_t n = at_.engine.coordinates();
  for (std::size_t i = 0; i < 2 * n; ++i)
    if (!(std::abs(put[i] - inside_[i]) <= little * (at_.engine.scale(i % n) + std::abs(inside_[i])))) return;
  inside_ = std::move(put);
}

void RunRows::solve_inside() {
  at_.motion.solve();
  at_.work.add_states(1, at_.motion.dynamics());
}

void RunRows::take_inside(Stepper& stepper, double after, double until, std::span<const SolvedRow> known) {
  for (const double t : schedule_.rows_between(after, until, near_)) {
    if (t == stepper.time() || t == until) continue;
    while (!known.empty() && schedule_.order.precedes(known.front().t, t))
      known = known.subspan(1);
    const bool is_known = !known.empty() && known.front().t == t;
    if (is_known && is_state_enough(known.front())) {
      add_state(known.front());
      continue;
    }
    if (is_known) {
      at_.motion.take(t, known.front().y, known.front().solved);
      at_.recorder.put_drifts(at_.motion.inputs());
    } else {
      go_inside(stepper, t);
      solve_inside();
    }
    add_row(t, is_known ? &known.front().record : nullptr);
    audit_shown();
  }
  for (const double t : curves_.times_inside(after, until)) {
    go_inside(stepper, t);
    if (at_.engine.programs->observables.needs_forces) {
      solve_inside();
      at_.recorder.put_forces();
    }
    curves_.take(at_.motion.inputs());
    at_.work.add_point();
  }
}

/// What a row shows is covered by the certificate.
void RunRows::audit_shown() {
  if (at_.method == nullptr) return;
  const double by_jumps = at_.supplied_by_jumps != nullptr ? *at_.supplied_by_jumps : 0.0;
  at_.recorder.take_shown(at_.result.table.evaluations.back(), account_, at_.motion.inputs(),
                          at_.motion.supplied() + by_jumps);
}

bool RunRows::is_state_enough(const SolvedRow& row) const {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  return content_ == RowContent::states && row.record.is_finite && !schedule_.is_sample(row.t) &&
         std::ranges::all_of(row.solved.accelerations, is_finite) &&
         std::ranges::all_of(row.solved.multipliers, is_finite);
}

void RunRows::add_state(const SolvedRow& row) {
  const std::size_t n = at_.engine.coordinates();
  const auto rates = row.y.begin() + static_cast<std::ptrdiff_t>(n);
  Evaluation at;
  at.state = {row.t, {row.y.begin(), rates}, {rates, rates + static_cast<std::ptrdiff_t>(n)}};
  Table& table = at_.result.table;
  table.times.push_back(row.t);
  table.evaluations.push_back(std::move(at));
  table.observables.push_back(row.record.observables);
  shown_.take(row.t, table.observables.back());
}

void RunRows::take_standing(double after, double t) {
  for (const double row : schedule_.rows_between(after, t))
    if (row != t) add_row(row);
}

void RunRows::take_due(double t) {
  curves_.take(at_.motion.inputs());
  if (!schedule_.holds(t, near_)) return;
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

void RunRows::add_row(double t, const RecordedState* known) {
  const bool at_end = t == at_.result.final.state.t;
  Table& table = at_.result.table;
  Evaluation evaluation;
  if (at_end)
    evaluation = at_.result.final;
  else {
    account_.evaluate(at_.motion.inputs(), at_.motion.dynamics(), evaluation, known);
    at_.recorder.visit_inside(at_.motion.inputs(), at_.motion.dynamics());
    at_.recorder.put_forces(at_.motion.inputs(), at_.motion.dynamics(), evaluation);
    evaluation.state.t = t;
  }
  std::vector<double> shown;
  observables_.observe(at_.motion.inputs(), shown, known);
  // A row is whole, whatever ends the run.
  table.times.push_back(t);
  table.evaluations.push_back(std::move(evaluation));
  table.observables.push_back(std::move(shown));
  if (are_finite(table.evaluations.back().multipliers)) shown_.take(t, table.observables.back()); // else it is marked
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

} // namespace simulation
} // namespace dalembert
