#include <dalembert/results/result_archive.h>

namespace dalembert {
inline namespace results {

static void archive(Archive& with, SourceSpan& span) {
  auto& [file, begin, end] = span;
  with(file, begin, end);
}

static void archive(Archive& with, Label& label) {
  auto& [span, text] = label;
  with(span, text);
}

static void archive(Archive& with, Edit& edit) {
  auto& [span, insert] = edit;
  with(span, insert);
}

static void archive(Archive& with, Diagnostic& diagnostic) {
  auto& [code, severity, span, message, note, labels, help, edit] = diagnostic;
  with(code, severity, span, message, note, labels, help, edit);
}

// Structured bindings name every member: one that is added later does not compile until it is handed over.

void archive(Archive& with, State& state) {
  auto& [t, q, v] = state;
  with(t, q, v);
}

void archive(Archive& with, Energies& energies) {
  auto& [kinetic, potential, function, total] = energies;
  with(kinetic, potential, function, total);
}

void archive(Archive& with, Evaluation& evaluation) {
  auto& [state, accelerations, multipliers, frictions, impulses, histories, reactions, forces, momenta, invariants,
         residual, energies, position, velocity, acceleration] = evaluation;
  with(state, accelerations, multipliers, frictions, impulses, histories, reactions, forces, momenta, invariants,
       residual, energies, position, velocity, acceleration);
}

void archive(Archive& with, Table& table) {
  auto& [times, evaluations, observables] = table;
  with(times, evaluations, observables);
}

void archive(Archive& with, Curves& curves) {
  auto& [times, observables] = curves;
  with(times, observables);
}

void archive(Archive& with, Event& event) {
  auto& [time, kind, effect, text, index, y] = event;
  with(time, kind, effect, text, index, y);
}

static void archive(Archive& with, Extreme& extreme) {
  auto& [value, time] = extreme;
  with(value, time);
}

static void archive(Archive& with, Certificate::Invariant& invariant) {
  auto& [name, defect, relative, size, is_judged] = invariant;
  with(name, defect, relative, size, is_judged);
}

static void archive(Archive& with, Certificate::Failure& failure) {
  auto& [kind, text] = failure;
  with(kind, text);
}

static void archive(Archive& with, GlobalError::Run& run) {
  auto& [method, tolerance, positions, rates, multipliers] = run;
  with(method, tolerance, positions, rates, multipliers);
}

static void archive(Archive& with, GlobalError::SecondOpinion& opinion) {
  auto& [run, own_error, left_out] = opinion;
  with(run, own_error, left_out);
}

static void archive(Archive& with, GlobalError& error) {
  auto& [positions, rates, multipliers, runs, second_opinion] = error;
  bool has_opinion = second_opinion.has_value();
  with(positions, rates, multipliers, runs, has_opinion);
  // Clang does not take a nested class with default values for one that std::optional can make from nothing.
  if (has_opinion && !second_opinion) second_opinion = GlobalError::SecondOpinion{};
  if (!has_opinion) second_opinion.reset();
  if (second_opinion) with(*second_opinion);
}

void archive(Archive& with, Certificate& certificate) {
  auto& [position, velocity, acceleration, position_scaled, velocity_scaled, slip, slip_scaled, energy_defect,
         energy_defect_relative, largest_kinetic, energy_scale, invariants, equation_residual, global_error,
         smallest_pivot, energy_floor, failed] = certificate;
  with(position, velocity, acceleration, position_scaled, velocity_scaled, slip, slip_scaled, energy_defect,
       energy_defect_relative, largest_kinetic, energy_scale, invariants, equation_residual, global_error,
       smallest_pivot, energy_floor, failed);
}

static void archive(Archive& with, ImpactReport& impact) {
  auto& [before, after, impulses, works, multipliers, reactions, speeds_before, speeds_after, kinetic_before,
         kinetic_after] = impact;
  with(before, after, impulses, works, multipliers, reactions, speeds_before, speeds_after, kinetic_before,
       kinetic_after);
}

static void archive(Archive& with, ContactImpact& impact) {
  auto& [contacts, report, work] = impact;
  with(contacts, report, work);
}

static void archive(Archive& with, ContactChange& change) {
  auto& [kind, time, contact, impacts, limit] = change;
  with(kind, time, contact, impacts, limit);
}

static void archive(Archive& with, Imposition& imposition) {
  auto& [time, imposed, released, report, work, lost] = imposition;
  with(time, imposed, released, report, work, lost);
}

static void archive(Archive& with, FrictionChange& change) {
  auto& [kind, time, friction, direction] = change;
  with(kind, time, friction, direction);
}

static void archive(Archive& with, JumpChange& change) {
  auto& [kind, time, jump, value] = change;
  with(kind, time, jump, value);
}

static void archive(Archive& with, MethodTurn& turn) {
  auto& [time, method, reason] = turn;
  with(time, method, reason);
}

static void archive(Archive& with, RunStatistics& statistics) {
  auto& [method, reason, form, step, structure, solver, steps, rejected, evaluations, series, jacobians, factorisations,
         turns, work, initialise, compile, integrate] = statistics;
  with(method, reason, form, step, structure, steps, rejected, evaluations, series, jacobians, factorisations, turns,
       work, initialise, compile, integrate);
}

void archive(Archive& with, RunResult& result) {
  auto& [outcome, failure, tolerance, wanted_end, initial, impact, final, samples, table, curves, certificate,
         statistics, checks, contact_impacts, contact_changes, impositions, friction_changes, open_forces, open_at_end,
         jumps, jump_changes, events, changes, is_stopped, warnings, unseen_coordinates, time_parts_seen] = result;
  with(outcome, failure, final, samples, table, statistics, contact_impacts, contact_changes, impositions,
       friction_changes, open_forces, open_at_end, jump_changes, events, changes, is_stopped, warnings,
       unseen_coordinates, time_parts_seen);
}

} // namespace results
} // namespace dalembert
