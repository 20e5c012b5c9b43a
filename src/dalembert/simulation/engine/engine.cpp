#include <dalembert/lowering/record_program.h>
#include <dalembert/lowering/views.h>
#include <dalembert/program/matrix_by_columns.h>
#include <dalembert/simulation/engine/engine.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace dalembert {
inline namespace simulation {

std::vector<double> Engine::blank_inputs() const {
  std::vector<double> inputs(programs->layout.full_size(), 0.0);
  std::ranges::copy(parameters, InputView<double>(programs->layout, inputs).parameters().begin());
  return inputs;
}

double Engine::scale(std::size_t coordinate) const {
  const RangeView declared = range();
  const double largest = std::max(std::abs(declared.low(coordinate)), std::abs(declared.high(coordinate)));
  return largest > 0.0 && std::isfinite(largest) ? largest : 1.0;
}

namespace {

std::shared_ptr<const Executor> compiled(const Tape& tape, const Compile& compile) {
  return compile(tape);
}

/// Compiles the programs that hold M, which is put in where the tapes lack it.
void compile_with_inertia(const Programs& all, const Compile& compile, Engine& engine) {
  engine.dynamics = compile(all.dynamics.tape);
  engine.position_rows = engine.positions = compile(all.positions.tape);
  engine.rate_rows = engine.rates = compile(all.rates.tape);
  if (!all.inertia.is_product()) return;
  engine.inertia = std::make_shared<const MatrixProduct>(all.inertia.tape, compile);
  engine.dynamics = with_matrix(engine.dynamics, engine.inertia, 0);
  if (!all.positions.rows.empty())
    engine.positions = with_matrix(engine.position_rows, engine.inertia, all.positions.tape.outputs());
  if (all.rates.has_mass) engine.rates = with_matrix(engine.rate_rows, engine.inertia, all.rates.tape.outputs());
}

/// What `lower` returns, compiled once it is asked for.
template <typename Lower>
auto late(Lower lower, const Engine& engine) {
  using Programs = decltype(compiled(lower(), engine.compile));
  auto make = [lower = std::move(lower)](const Compile& compile) { return compiled(lower(), compile); };
  return std::make_shared<LatePrograms<Programs>>(std::move(make), engine.compile, engine.graph_use);
}

ProgramsByStructure by_structure(StructureLowering lowering, const Engine& engine, RowInputs rows) {
  ProgramsByStructure out;
  if (lowering.motion) out.motion = late(std::move(lowering.motion), engine);
  if (lowering.solution) out.solution = late(std::move(lowering.solution), engine);
  if (lowering.projection) out.projection = late(std::move(lowering.projection), engine);
  out.switched = switched_rows(*engine.study, rows);
  return out;
}

} // namespace

Engine make_engine(std::shared_ptr<const Study> study, std::shared_ptr<const Programs> programs,
                   std::vector<double> parameters, Compile compile, AdvancingForm form) {
  Engine engine;
  engine.study = std::move(study);
  engine.programs = std::move(programs);
  const Programs& all = *engine.programs;
  compile_with_inertia(all, compile, engine);
  engine.violations = compile(all.violations.tape);
  engine.row_entries = compile(all.row_entries.tape);
  engine.impacts = compile(all.impacts.tape);
  engine.initial = compile(all.initial.tape);
  engine.ranges = compile(all.ranges.tape);
  engine.account = compile(all.account.tape);
  engine.powers = compile(all.powers.tape);
  engine.observables = compile(all.observables.tape);
  DriftObservables of_drifts = lower_drift_observables(*engine.study, all);
  engine.of_drifts = compile(of_drifts.tape);
  engine.places_of_drifts = std::move(of_drifts.places);
  engine.events = compile(all.events.tape);
  engine.gaps = compile(all.gaps.tape);
  engine.slips = compile(all.slips.tape);
  engine.jumps = compile(all.jumps.tape);
  if (!all.time.is_empty()) engine.time = compile(all.time.tape);
  for (const CoordinateParts& parts : all.coordinates)
    engine.coordinate_parts.push_back(compile(parts.parts.tape));
  engine.compile = std::move(compile);
  engine.form = std::move(form.name);
  if (form.lower) engine.charts = std::make_shared<FormCharts>(std::move(form.lower), engine.compile, engine.graph_use);
  if (form.lower_derivatives) engine.derivatives = late(std::move(form.lower_derivatives), engine);
  if (form.lower_matrices) engine.matrices = late(std::move(form.lower_matrices), engine);
  engine.structure = by_structure(std::move(form.structure), engine, RowInputs::of_some);
  engine.released = by_structure(std::move(form.released), engine, RowInputs::of_all);
  if (form.lower_series)
    engine.series = std::make_shared<SeriesCode>(std::move(form.lower_series), engine.programs,
                                                 std::move(form.compile_series), engine.graph_use);
  if (form.lower_momenta) {
    const JumpChoice jumps = engine.programs->layout.jumps > 0 ? JumpChoice::held : JumpChoice::evaluated;
    engine.momenta = late([lower = std::move(form.lower_momenta), jumps] { return lower(jumps); }, engine);
  }
  return with_parameters(engine, std::move(parameters));
}

Engine with_parameters(const Engine& engine, std::vector<double> parameters) {
  Engine out = engine;
  out.parameters = std::move(parameters);
  if (engine.open) out.open = std::make_shared<const Engine>(with_parameters(*engine.open, out.parameters));
  const std::vector<double> inputs = out.blank_inputs();
  out.range_values = evaluated_once(*out.ranges, std::span(inputs).first(out.programs->layout.state_size()));
  return out;
}

Engine with_starts(const Engine& engine, const std::vector<Engine::GivenStart>& starts) {
  Engine out = engine;
  out.starts = starts;
  if (engine.open) out.open = std::make_shared<const Engine>(with_starts(*engine.open, starts));
  return out;
}

} // namespace simulation
} // namespace dalembert
