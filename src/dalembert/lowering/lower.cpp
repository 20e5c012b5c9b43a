#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/lowering/acceleration_rows.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/initial.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/phase_rates.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/lowering/row_sizes.h>
#include <dalembert/lowering/time_parts.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/program/build_tape.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

namespace dalembert {
inline namespace lowering {

namespace {

void lay_out(const Study& study, Programs& programs) {
  InputLayout& layout = programs.layout;
  layout.coordinates = study.system.coordinates.size();
  layout.parameters = study.system.parameters.size();
  layout.multipliers = study.system.constraints.size();
  layout.frictions = study.system.frictions.size();
  layout.impacts = study.system.impacts.size();
  for (std::size_t d = 0; d < study.derived.size(); ++d)
    if (is_history(study.derived[d].kind)) programs.histories.push_back(d);
  layout.histories = programs.histories.size();
}

std::vector<Expr> range_outputs(const Study& study) {
  const Expr zero = study.system.graph->zero();
  std::vector<Expr> outputs{study.simulate ? study.simulate->begin : zero, study.simulate ? study.simulate->end : zero};
  for (const Coordinate& coordinate : study.system.coordinates) {
    outputs.push_back(coordinate.range ? coordinate.range->low : zero);
    outputs.push_back(coordinate.range ? coordinate.range->high : zero);
  }
  for (const Imposed& each : study.imposed)
    for (const std::optional<Moment>& moment : {each.from, each.until})
      outputs.push_back(moment && moment->time ? *moment->time : zero);
  return outputs;
}

/// One lowering: the inputs of state and full programs, and what reactions and derived names stand for.
class Lowering {
public:
  Lowering(const Study& study, const Equations& equations, const std::vector<NamedInvariant>& invariants,
           JumpChoice jumps, InertiaChoice inertia)
      : study_(study),
        system_(study.system),
        equations_(equations),
        invariants_(invariants),
        has_entries_of_mass_(inertia == InertiaChoice::entries || !equations.inertia.is_late()),
        graph_(*system_.graph),
        meanings_(meanings(study, equations)),
        state_inputs_(state_inputs(study.system)),
        full_inputs_(full_inputs(study)) {
    lay_out(study, programs_);
    if (jumps == JumpChoice::held) jumps_ = JumpNodes(equations);
    programs_.layout.jumps = jumps_.symbols().size();
    append(full_inputs_, jumps_.symbols());
  }

  Programs run() {
    const std::vector<Expr> dynamics = dynamics_outputs();
    programs_.dynamics.tape = dynamics_tape(dynamics);
    if (!has_entries_of_mass_) programs_.inertia.tape = product_tape();
    programs_.jumps = jumps_.program(system_, state_inputs_);
    const std::vector<Expr> followed = timed_outputs(dynamics);
    programs_.time = time_parts(system_, followed, state_inputs_);
    programs_.coordinates = coordinate_parts(system_, followed);
    lower_constraints();
    programs_.impacts.tape = state_tape(impact_outputs());
    programs_.initial = lower_initial(study_, state_inputs_);
    programs_.ranges.tape = state_tape(range_outputs(study_));
    programs_.account.tape = full_tape(account_outputs());
    programs_.account.conserved = conserved_momenta();
    programs_.powers.tape = full_tape(power_outputs());
    programs_.observed = observed(study_);
    programs_.observables.values = substitute(graph_, programs_.observed.values, meanings_);
    programs_.observables.tape = full_tape(programs_.observables.values);
    programs_.observables.needs_forces = needs_forces(programs_.observables.values);
    lower_events();
    programs_.gaps.tape = state_tape(gap_outputs());
    programs_.slips.tape = state_tape(slip_outputs());
    lower_phases(followed);
    return std::move(programs_);
  }

private:
  /// The number of accelerations, multipliers and friction forces, which follow the state among the inputs.
  [[nodiscard]] std::size_t forces() const {
    const InputLayout& layout = programs_.layout;
    return layout.coordinates + layout.multipliers + layout.frictions;
  }

  /// True where one of them holds what is known only where the equations of motion were solved.
  [[nodiscard]] bool needs_forces(const std::vector<Expr>& values) const {
    if (depends(graph_, holding(values), jumps_.symbols())) return true;
    return depends(graph_, values, std::span(full_inputs_).subspan(state_inputs_.size(), forces()));
  }

  [[nodiscard]] std::vector<Expr> gap_outputs() const {
    std::vector<Seed> moving{{system_.time, graph_.one()}};
    for (const Coordinate& q : system_.coordinates)
      moving.push_back({q.position, q.rate});
    std::vector<Expr> outputs;
    for (const Contact& contact : study_.contacts) {
      outputs.push_back(contact.gap);
      outputs.push_back(directional(graph_, contact.gap, moving));
    }
    return outputs;
  }

  [[nodiscard]] std::vector<Expr> slip_outputs() const {
    std::vector<Seed> moving{{system_.time, graph_.one()}};
    for (const Coordinate& q : system_.coordinates)
      moving.push_back({q.position, q.rate});
    std::vector<Expr> outputs;
    for (std::size_t f = 0; f < system_.frictions.size(); ++f) {
      const Friction& friction = system_.frictions[f];
      outputs.push_back(friction.slip);
      append(outputs, equations_.frictions[f].column);
      outputs.push_back(directional(graph_, friction.slip, moving));
      outputs.push_back(friction.static_coefficient.value_or(friction.coefficient));
    }
    return outputs;
  }

  void lower_events() {
    std::vector<Expr> values;
    for (const EventCondition& event : study_.events)
      values.push_back(event.excess);
    values = substitute(graph_, values, meanings_);
    programs_.events = {full_tape(values), needs_forces(values)};
  }

  void lower_phases(std::vector<Expr> seen) {
    const bool is_watched =
        !study_.contacts.empty() || !system_.frictions.empty() || !study_.events.empty() || !jumps_.symbols().empty();
    if (!is_watched) return;
    append(seen, jumps_.arguments());
    append(seen, gap_outputs());
    append(seen, slip_outputs());
    for (const EventCondition& event : study_.events)
      seen.push_back(event.excess);
    programs_.phases.tape = state_tape(phase_rates(system_, seen));
  }

  [[nodiscard]] Tape state_tape(const std::vector<Expr>& outputs) const {
    return build_tape(graph_, state_inputs_, outputs);
  }
  /// A tape of all inputs, in which the jumps that are held have the values of their inputs.
  [[nodiscard]] Tape full_tape(const std::vector<Expr>& outputs) const {
    return build_tape(graph_, full_inputs_, holding(outputs));
  }
  [[nodiscard]] Tape dynamics_tape(const std::vector<Expr>& outputs) const {
    std::vector<Expr> inputs = state_inputs_;
    append(inputs, jumps_.symbols());
    return build_tape(graph_, inputs, holding(outputs));
  }
  [[nodiscard]] std::vector<Expr> holding(const std::vector<Expr>& outputs) const {
    if (jumps_.symbols().empty()) return outputs;
    return substitute(graph_, outputs, jumps_.replacements());
  }

  [[nodiscard]] std::vector<Expr> dynamics_outputs() const {
    std::vector<Expr> outputs = entries_of_mass();
    append(outputs, equations_.forcing);
    append(outputs, equations_.constraint_matrix.entries);
    append(outputs, equations_.constraint_forcing);
    for (const FrictionBlock& block : equations_.frictions) {
      outputs.push_back(block.slip);
      outputs.push_back(block.coefficient);
      append(outputs, block.column);
      append(outputs, block.normal);
    }
    return outputs;
  }

  /// None where M is made of its products.
  [[nodiscard]] std::vector<Expr> entries_of_mass() const {
    return has_entries_of_mass_ ? equations_.mass().entries : std::vector<Expr>();
  }

  /// M·x = Σⱼ ∂p/∂vⱼ xⱼ
  [[nodiscard]] Tape product_tape() const {
    std::vector<Expr> inputs = state_inputs_;
    append(inputs, system_.accelerations()); // they stand for x
    std::vector<Seed> along;
    for (const Coordinate& q : system_.coordinates)
      along.push_back({q.rate, q.acceleration});
    return build_tape(graph_, inputs, directional(graph_, equations_.momenta, along));
  }

  /// All that a motion follows: rates of constraints may jump where their accelerations know nothing of it.
  [[nodiscard]] std::vector<Expr> timed_outputs(std::vector<Expr> dynamics) const {
    for (const Constraint& constraint : system_.constraints)
      if (constraint.kind == ConstraintKind::holonomic) dynamics.push_back(constraint.residual);
    append(dynamics, equations_.constraint_rates);
    if (!has_entries_of_mass_) append(dynamics, equations_.momenta); // they hold all that M does
    return dynamics;
  }

  void lower_constraints() {
    const std::size_t n = programs_.layout.coordinates;
    std::vector<Expr> positions;
    std::vector<Expr> gradients;
    for (std::size_t k = 0; k < system_.constraints.size(); ++k) {
      if (system_.constraints[k].kind != ConstraintKind::holonomic) continue;
      programs_.positions.rows.push_back(k);
      positions.push_back(system_.constraints[k].residual);
      append(gradients, std::span(equations_.constraint_matrix.entries).subspan(k * n, n));
    }
    std::vector<Expr> violations = positions;
    append(positions, gradients);
    // Without rows nobody asks for the metric, which is the largest part of a large system.
    if (!programs_.positions.rows.empty()) append(positions, entries_of_mass());
    programs_.positions.tape = state_tape(positions);
    std::vector<Expr> rates = equations_.constraint_rates;
    append(rates, equations_.constraint_matrix.entries);
    const bool is_projected = !system_.constraints.empty() || !system_.impacts.empty() || !jumps_.symbols().empty();
    programs_.rates.has_mass = is_projected;
    if (is_projected) append(rates, entries_of_mass());
    programs_.rates.tape = state_tape(rates);
    append(violations, equations_.constraint_rates);
    append(violations, acceleration_rows(equations_));
    programs_.violations.tape = violations_tape(std::move(violations));
    lower_row_entries();
  }

  void lower_row_entries() {
    const ExprMatrix& matrix = equations_.constraint_matrix;
    RowEntryProgram& out = programs_.row_entries;
    std::vector<Expr> entries;
    out.begins.push_back(0);
    for (int k = 0; k < matrix.rows; ++k) {
      for (int i = 0; i < matrix.columns; ++i)
        if (const Expr entry = matrix.at(k, i); !graph_.is_zero(entry)) {
          entries.push_back(entry);
          out.columns.push_back(static_cast<std::size_t>(i));
        }
      out.begins.push_back(entries.size());
    }
    out.tape = state_tape(entries);
  }

  /// The violations, and what they are measured by.
  [[nodiscard]] Tape violations_tape(std::vector<Expr> entries) const {
    const std::size_t count = entries.size();
    std::vector<std::size_t> rows(system_.constraints.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    const RowSizes sizes(equations_, rows, entries);
    return build_tape(graph_, full_inputs_, holding(entries), [&](ValueGraph& values, std::span<const Value> found) {
      std::vector<Value> out(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count));
      for (const std::vector<Value>& of : {sizes.by_positions(values, found), sizes.by_rates(values, found)})
        out.insert(out.end(), of.begin(), of.end());
      return out;
    });
  }

  /// The restitution of what is struck; the coefficient of a friction by the impulse that it is conjugate to, where
  /// that is the multiplier's: μ·|∂N/∂λ|.
  [[nodiscard]] Expr factor_of(const Impact& impact) const {
    if (!impact.friction) return impact.restitution;
    if (!impact.friction->force) return impact.friction->coefficient;
    const Friction& force = system_.frictions.at(*impact.friction->force);
    const int row = system_.reactions.at(static_cast<std::size_t>(force.of)).of.front();
    const Expr normal = equations_.frictions.at(*impact.friction->force).normal.at(static_cast<std::size_t>(row));
    return graph_.mul(impact.friction->coefficient, graph_.apply(Function::abs, normal));
  }

  [[nodiscard]] std::vector<Expr> impact_outputs() const {
    std::vector<Expr> outputs;
    for (std::size_t i = 0; i < equations_.impacts.size(); ++i) {
      outputs.push_back(equations_.impacts[i].speed);
      outputs.push_back(factor_of(system_.impacts[i]));
      append(outputs, equations_.impacts[i].row);
    }
    return outputs;
  }

  /// The coordinates whose equation says ṗ = 0 term by term.
  [[nodiscard]] std::vector<std::size_t> conserved_momenta() const {
    std::vector<std::size_t> conserved;
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i) {
      bool changes =
          !graph_.is_zero(equations_.potential_forces[i]) || !graph_.is_zero(equations_.generalized_forces[i]) ||
          !graph_.is_zero(equations_.dissipative_forces[i]) || !graph_.is_zero(equations_.constraint_forces[i]);
      for (const FrictionBlock& block : equations_.frictions)
        changes = changes || !graph_.is_zero(block.column[i]);
      for (const Contact& contact : study_.contacts)
        for (std::size_t k = 0; k < system_.impacts.size(); ++k) {
          const std::optional<ImpactFriction>& friction = system_.impacts[k].friction;
          const bool acts = k == contact.impact || (friction && friction->of == contact.impact);
          changes = changes || (acts && !graph_.is_zero(equations_.impacts.at(k).row[i]));
        }
      if (!changes) conserved.push_back(i);
    }
    return conserved;
  }

  [[nodiscard]] std::vector<Expr> account_outputs() {
    const EnergyAccount& energy = equations_.energy;
    programs_.account.has_total_energy = energy.total.has_value();
    std::vector<Expr> outputs{energy.kinetic, energy.potential, energy.energy_function,
                              energy.total.value_or(graph_.zero())};
    append(outputs, equations_.constraint_forces);
    for (const ReactionRow& reaction : equations_.reactions)
      outputs.push_back(reaction_value(system_, reaction.row));
    append(outputs, equations_.residual);
    append(outputs, equations_.momenta);
    for (const NamedInvariant& invariant : invariants_) {
      outputs.push_back(invariant.value);
      programs_.account.invariants.push_back(invariant.name);
    }
    return substitute(graph_, outputs, meanings_);
  }

  /// ḣ first, then the power of each force or dissipation whose work was asked for.
  [[nodiscard]] std::vector<Expr> power_outputs() {
    const EnergyAccount& energy = equations_.energy;
    Expr total = graph_.sub(energy.constraint_power, graph_.add(energy.explicit_time, energy.dissipated));
    for (const Expr power : energy.force_power)
      total = graph_.add(total, power);
    for (const Expr power : energy.friction_power)
      total = graph_.add(total, power);
    std::vector<Expr> outputs{total};
    for (const std::size_t d : programs_.histories) {
      const Derived& derived = study_.derived[d];
      if (derived.kind == DerivedKind::work) outputs.push_back(work_power(derived.index));
      if (derived.kind == DerivedKind::lost) outputs.push_back(energy.dissipated);
      if (derived.kind == DerivedKind::work || derived.kind == DerivedKind::lost) programs_.powers.derived.push_back(d);
    }
    return substitute(graph_, outputs, meanings_);
  }

  /// The power of a declared force, of a friction, or of a reaction: their indices follow one another.
  [[nodiscard]] Expr work_power(int index) const {
    const auto i = static_cast<std::size_t>(index);
    const std::size_t forces = equations_.energy.force_power.size();
    if (i < forces) return equations_.energy.force_power[i];
    const std::size_t frictions = equations_.energy.friction_power.size();
    if (i < forces + frictions) return equations_.energy.friction_power[i - forces];
    if (i - forces - frictions >= system_.reactions.size()) return graph_.zero(); // at an open contact
    const Reaction& reaction = system_.reactions.at(i - forces - frictions);
    return graph_.mul(reaction.symbol, reaction.speed);
  }

  const Study& study_;
  const System& system_;
  const Equations& equations_;
  const std::vector<NamedInvariant>& invariants_;
  bool has_entries_of_mass_;
  Graph& graph_;
  std::vector<Replacement> meanings_;
  Programs programs_;
  JumpNodes jumps_;
  std::vector<Expr> state_inputs_;
  std::vector<Expr> full_inputs_;
};

} // namespace

std::string describe(const Study& study, Expr node) {
  constexpr std::size_t longest = 80;
  std::string out = text(*study.system.graph, node);
  if (out.size() > longest) out = out.substr(0, longest - 4) + " ...";
  return out;
}

std::vector<std::size_t> coordinates_below(const System& system, Expr e) {
  const std::vector<Expr> symbols = free_symbols(*system.graph, e);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    if (std::binary_search(symbols.begin(), symbols.end(), system.coordinates[i].position)) out.push_back(i);
  return out;
}

Programs lower_start(const Study& study) {
  try {
    const std::vector<Expr> inputs = state_inputs(study.system);
    Programs out;
    lay_out(study, out);
    out.initial = lower_initial(study, inputs);
    out.ranges.tape = build_tape(*study.system.graph, inputs, range_outputs(study));
    return out;
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(study.system, error));
  }
}

Programs lower(const Study& study, const Equations& equations, const std::vector<NamedInvariant>& invariants,
               JumpChoice jumps, InertiaChoice inertia) {
  try {
    return Lowering(study, equations, invariants, jumps, inertia).run();
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(study.system, error));
  }
}

} // namespace lowering
} // namespace dalembert
