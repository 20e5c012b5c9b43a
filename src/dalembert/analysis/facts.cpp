#include <dalembert/analysis/facts.h>
#include <dalembert/exact/sign_certificate.h>
#include <dalembert/exact/sign_judge.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/mechanics/hidden_constraint.h>

#include <algorithm>

namespace dalembert {
inline namespace analysis {

namespace {

/// The expression where it does not vanish identically.
std::optional<Expr> unless_zero(const Graph& graph, Expr e) {
  if (graph.is_zero(e) || is_zero(graph, e)) return std::nullopt;
  return e;
}

/// `no` where one of `values` does not vanish, `yes` where all of them do.
Answer vanish(const Graph& graph, const std::vector<Expr>& values) {
  Answer out = Answer::yes;
  for (const Expr e : values) {
    const Answer here = graph.is_zero(e) ? Answer::yes : zero_test(graph, std::span<const Expr>(&e, 1)).verdict;
    if (here == Answer::no) return here;
    if (here == Answer::undecided) out = here;
  }
  return out;
}

/// Whether some of `values` change with some of `symbols`: Σ ∂f/∂s·wₛ with independent wₛ does not vanish.
Answer change_with(Graph& graph, const std::vector<Expr>& values, const std::vector<Expr>& symbols) {
  if (!depends(graph, values, symbols)) return Answer::no;
  std::vector<Seed> moving;
  for (const Expr symbol : symbols)
    moving.push_back({symbol, graph.symbol("direction")});
  const std::vector<Expr> slopes = directional(graph, values, moving);
  const Answer all_vanish = vanish(graph, slopes);
  if (all_vanish == Answer::undecided) return all_vanish;
  return all_vanish == Answer::yes ? Answer::no : Answer::yes;
}

Expr friction_force(const Equations& equations, std::size_t i) {
  Graph& graph = *equations.system->graph;
  Expr sum = graph.zero();
  for (std::size_t f = 0; f < equations.frictions.size(); ++f)
    sum = graph.add(sum, graph.mul(equations.system->frictions[f].symbol, equations.frictions[f].column[i]));
  return sum;
}

/// λₖ·Σᵢ aₖᵢ·vᵢ, which is −λₖ·bₖ on an affine row; 0 of a hidden row, whose multiplier is 0.
Expr constraint_power(const Equations& equations, std::size_t k) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  if (is_hidden(system.constraints[k])) return graph.zero();
  const std::vector<Expr> rates = system.rates();
  std::vector<Replacement> at_rest;
  Expr power = graph.zero();
  bool is_affine = !switches_with(graph, equations.constraint_rates[k], rates);
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const Expr entry = equations.constraint_matrix.at(static_cast<int>(k), static_cast<int>(i));
    is_affine = is_affine && !depends(graph, entry, rates);
    power = graph.add(power, graph.mul(entry, rates[i]));
    at_rest.push_back({rates[i], graph.zero()});
  }
  if (is_affine) power = graph.neg(substitute(graph, equations.constraint_rates[k], at_rest));
  return graph.mul(system.constraints[k].multiplier, power);
}

std::vector<PowerTerm> power_terms(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const EnergyAccount& energy = equations.energy;
  std::vector<PowerTerm> out;
  out.push_back({PowerTerm::Source::explicit_time, "L", graph.neg(energy.explicit_time)});
  for (std::size_t f = 0; f < system.forces.size(); ++f)
    out.push_back({PowerTerm::Source::force, system.forces[f].name, energy.force_power[f]});
  out.push_back({PowerTerm::Source::dissipation, "D", graph.neg(energy.dissipated)});
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    out.push_back({PowerTerm::Source::constraint, system.constraints[k].name, constraint_power(equations, k)});
  for (std::size_t f = 0; f < system.frictions.size(); ++f)
    out.push_back({PowerTerm::Source::friction, system.frictions[f].name, energy.friction_power[f]});
  return out;
}

} // namespace

Answer MassFacts::is_constant() const {
  Answer out = Answer::yes;
  for (const Answer changes : {changes_with_position, changes_with_time, changes_with_speed}) {
    if (changes == Answer::yes) return Answer::no;
    if (changes == Answer::undecided) out = changes;
  }
  return out;
}

bool FictitiousForces::any(const Graph& graph) const {
  const auto acts = [&graph](const std::vector<Expr>& forces) {
    return std::any_of(forces.begin(), forces.end(), [&graph](Expr e) { return !graph.is_zero(e); });
  };
  return acts(coriolis) || acts(euler) || acts(centrifugal);
}

KineticSplit kinetic_split(const System& system) {
  const bool is_of_lagrangian = !system.gives_kinetic_energy();
  const Expr whole = is_of_lagrangian ? system.lagrangian() : system.total(EnergyKind::kinetic);
  return {split_by_rates(*system.graph, whole, system.rates()), is_of_lagrangian};
}

TimeDependence time_dependence(const System& system) {
  std::vector<Expr> all{system.lagrangian(), system.total(EnergyKind::dissipation)};
  for (const Constraint& constraint : system.constraints)
    all.push_back(constraint.residual);
  for (const Force& force : system.forces)
    for (const Force::Part& part : force.parts) {
      all.push_back(part.magnitude);
      all.push_back(part.speed);
    }
  Graph& graph = *system.graph;
  if (!depends(graph, all, std::vector<Expr>{system.time})) return {};
  const std::vector<Expr> slopes = directional(graph, all, std::vector<Seed>{{system.time, graph.one()}});
  const bool changes = std::ranges::any_of(slopes, [&graph](Expr e) { return unless_zero(graph, e).has_value(); });
  return {changes, !changes};
}

MassFacts mass_facts(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const ExprMatrix& mass = equations.mass();
  MassFacts out;
  std::vector<Expr> beside_diagonal;
  for (int i = 0; i < mass.rows; ++i)
    for (int j = 0; j < i; ++j)
      beside_diagonal.push_back(mass.at(i, j));
  out.is_diagonal = vanish(graph, beside_diagonal);
  out.changes_with_position = change_with(graph, mass.entries, system.positions());
  out.changes_with_time = change_with(graph, mass.entries, {system.time});
  out.changes_with_speed = change_with(graph, mass.entries, system.rates());
  return out;
}

std::vector<MomentumFacts> momentum_facts(const Equations& equations, MotionJudge& judge) {
  Graph& graph = *equations.system->graph;
  std::vector<MomentumFacts> out;
  std::vector<Expr> rates;
  for (std::size_t i = 0; i < equations.momenta.size(); ++i) {
    MomentumFacts facts;
    facts.coordinate = i;
    facts.momentum = equations.momenta[i];
    facts.of_potential = unless_zero(graph, equations.potential_forces[i]);
    facts.of_forces = unless_zero(graph, equations.generalized_forces[i]);
    facts.of_dissipation = unless_zero(graph, graph.neg(equations.dissipative_forces[i]));
    facts.of_constraints = unless_zero(graph, equations.constraint_forces[i]);
    facts.of_friction = unless_zero(graph, friction_force(equations, i));
    facts.is_cyclic = !facts.of_potential;
    facts.rate = graph.zero();
    for (const std::optional<Expr>& term :
         {facts.of_potential, facts.of_forces, facts.of_dissipation, facts.of_constraints, facts.of_friction})
      if (term) facts.rate = graph.add(facts.rate, *term);
    rates.push_back(facts.rate);
    out.push_back(std::move(facts));
  }
  const std::vector<Answer> found = judge.vanish(rates);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i].is_conserved = found[i];
  return out;
}

EnergyFacts energy_facts(const Equations& equations, MotionJudge& judge) {
  Graph& graph = *equations.system->graph;
  EnergyFacts out;
  out.energy_function = equations.energy.energy_function;
  std::vector<PowerTerm> terms = power_terms(equations);
  std::vector<Expr> claims;
  Expr rate = graph.zero();
  for (const PowerTerm& term : terms) {
    claims.push_back(term.power);
    rate = graph.add(rate, term.power);
  }
  claims.push_back(rate);
  if (equations.energy.total) claims.push_back(graph.sub(out.energy_function, *equations.energy.total));
  const std::vector<Answer> found = judge.vanish(claims);
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (found[i] != Answer::yes) out.balance.push_back(std::move(terms[i]));
  out.is_conserved = found[terms.size()];
  if (equations.energy.total) out.is_total = found.back();
  return out;
}

std::vector<OutsideSource> outside_sources(const System& system, const EnergyFacts& energy) {
  using Kind = OutsideSource::Kind;
  std::vector<OutsideSource> out;
  if (energy.is_total == Answer::no) out.push_back({Kind::moving_frame, {}});
  MonomialMemo memo;
  for (const PowerTerm& term : energy.balance) {
    if (term.source == PowerTerm::Source::constraint) out.push_back({Kind::constraint, term.name});
    const bool is_brake =
        sign_of(system, system.graph->neg(term.power), assumed_positive(system), memo) != SignKnown::nothing;
    if (term.source == PowerTerm::Source::force && !is_brake) out.push_back({Kind::force, term.name});
  }
  for (const Parameter& parameter : system.parameters)
    if (parameter.is_input) out.push_back({Kind::input, parameter.name});
  return out;
}

FictitiousForces fictitious_forces(const System& system) {
  Graph& graph = *system.graph;
  const std::vector<Expr> q = system.positions();
  const std::vector<Expr> v = system.rates();
  const RateSplit split = split_by_rates(graph, system.total(EnergyKind::kinetic), v);
  const std::vector<Expr> a = gradient(graph, split.linear, v);
  const std::vector<Expr> along_q = gradient(graph, split.linear, q); // Σⱼ ∂aⱼ/∂qᵢ·vⱼ
  std::vector<Seed> moving;
  for (std::size_t i = 0; i < q.size(); ++i)
    moving.push_back({q[i], v[i]});
  const std::vector<Expr> convective = directional(graph, a, moving);
  const std::vector<Expr> local = directional(graph, a, std::vector<Seed>{{system.time, graph.one()}});
  FictitiousForces out;
  out.centrifugal = gradient(graph, split.constant, q);
  for (std::size_t i = 0; i < q.size(); ++i) {
    out.coriolis.push_back(unless_zero(graph, graph.sub(along_q[i], convective[i])).value_or(graph.zero()));
    out.euler.push_back(unless_zero(graph, graph.neg(local[i])).value_or(graph.zero()));
    out.centrifugal[i] = unless_zero(graph, out.centrifugal[i]).value_or(graph.zero());
  }
  return out;
}

} // namespace analysis
} // namespace dalembert
