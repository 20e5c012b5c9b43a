#include <dalembert/derivation/derive.h>
#include <dalembert/derivation/reactions.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/mechanics/hidden_constraint.h>

#include <stdexcept>

namespace dalembert {
inline namespace derivation {

namespace {

/// The sweeps of one derivation: the graph, the symbols, and the seeds of the two time derivatives.
struct Sweeps {
  Graph& graph;
  std::vector<Expr> q;
  std::vector<Expr> v;
  std::vector<Expr> a;
  std::vector<Seed> frozen; ///< d/dt with v̇ = 0: (t, 1), (q, v)
  std::vector<Seed> moving; ///< d/dt along the motion: (t, 1), (q, v), (v, v̇)

  explicit Sweeps(const System& system)
      : graph(*system.graph), q(system.positions()), v(system.rates()), a(system.accelerations()) {
    frozen.push_back({system.time, graph.one()});
    for (std::size_t i = 0; i < q.size(); ++i)
      frozen.push_back({q[i], v[i]});
    moving = frozen;
    for (std::size_t i = 0; i < v.size(); ++i)
      moving.push_back({v[i], a[i]});
  }

  [[nodiscard]] Expr dot(const std::vector<Expr>& left, const std::vector<Expr>& right) const {
    Expr sum = graph.zero();
    for (std::size_t i = 0; i < left.size(); ++i)
      sum = graph.add(sum, graph.mul(left[i], right[i]));
    return sum;
  }
};

/// Qᵢ of one declared force: Σ magnitude · ∂speed/∂vᵢ.
std::vector<Expr> generalized_force(const Sweeps& sweeps, const Force& force) {
  std::vector<Expr> total(sweeps.v.size(), sweeps.graph.zero());
  for (const Force::Part& part : force.parts) {
    const std::vector<Expr> along = gradient(sweeps.graph, part.speed, sweeps.v);
    for (std::size_t i = 0; i < total.size(); ++i)
      total[i] = sweeps.graph.add(total[i], sweeps.graph.mul(part.magnitude, along[i]));
  }
  return total;
}

/// Fills the constraint rows: A, γ, the velocity-level residuals and Qc.
void add_constraints(const Sweeps& sweeps, const System& system, Equations& out) {
  Graph& graph = sweeps.graph;
  const int n = static_cast<int>(sweeps.q.size());
  const int m = static_cast<int>(system.constraints.size());
  out.constraint_matrix = ExprMatrix(m, n, graph.zero());
  out.constraint_forces.assign(sweeps.q.size(), graph.zero());
  for (int k = 0; k < m; ++k) {
    const Constraint& constraint = system.constraints[static_cast<std::size_t>(k)];
    const bool holonomic = constraint.kind == ConstraintKind::holonomic;
    const Expr rate = holonomic ? directional(graph, constraint.residual, sweeps.frozen) : constraint.residual;
    const std::vector<Expr> row =
        holonomic ? gradient(graph, constraint.residual, sweeps.q) : gradient(graph, rate, sweeps.v);
    out.constraint_rates.push_back(rate);
    out.constraint_forcing.push_back(graph.neg(directional(graph, rate, sweeps.frozen)));
    for (int i = 0; i < n; ++i) {
      const Expr entry = row[static_cast<std::size_t>(i)];
      out.constraint_matrix.at(k, i) = entry;
      if (is_hidden(constraint)) continue; // its multiplier is 0
      Expr& force = out.constraint_forces[static_cast<std::size_t>(i)];
      force = graph.add(force, graph.mul(entry, constraint.multiplier));
    }
  }
}

/// M = ∂p/∂v. Of many coordinates its entries are most of all that is derived, and motions are solved without them.
LateMatrix inertia(const Sweeps& sweeps, const std::vector<Expr>& momenta, std::shared_ptr<const System> system) {
  constexpr std::size_t most_at_once = 48; // coordinates
  const auto make = [](Graph& graph, const std::vector<Expr>& p, const std::vector<Expr>& v) {
    const int n = static_cast<int>(v.size());
    ExprMatrix out(n, n, graph.zero());
    out.entries = symmetric_jacobian(graph, p, v);
    return out;
  };
  if (sweeps.v.size() <= most_at_once) return LateMatrix(make(sweeps.graph, momenta, sweeps.v));
  return LateMatrix(
      [make, momenta, system = std::move(system)] { return make(*system->graph, momenta, system->rates()); });
}

/// M, h and p: the reverse sweep of L gives p and ∂L/∂q, forward sweeps of p give M and the convective terms.
void add_dynamics(const Sweeps& sweeps, std::shared_ptr<const System> owner, Equations& out) {
  const System& system = *owner;
  Graph& graph = sweeps.graph;
  const std::size_t n = sweeps.q.size();
  const Expr lagrangian = system.lagrangian();
  std::vector<Expr> both = sweeps.v;
  both.insert(both.end(), sweeps.q.begin(), sweeps.q.end());
  const std::vector<Expr> partials = gradient(graph, lagrangian, both);
  out.momenta.assign(partials.begin(), partials.begin() + static_cast<std::ptrdiff_t>(n));
  out.potential_forces.assign(partials.begin() + static_cast<std::ptrdiff_t>(n), partials.end());
  const std::vector<Expr> convective = directional(graph, out.momenta, sweeps.frozen);
  out.dissipative_forces = gradient(graph, system.total(EnergyKind::dissipation), sweeps.v);
  for (std::size_t i = 0; i < n; ++i) {
    const Expr active =
        graph.sub(graph.add(out.generalized_forces[i], out.potential_forces[i]), out.dissipative_forces[i]);
    out.forcing.push_back(graph.sub(active, convective[i]));
  }
  out.inertia = inertia(sweeps, out.momenta, std::move(owner));
  const std::vector<Expr> rates = directional(graph, out.momenta, sweeps.moving);
  for (std::size_t i = 0; i < n; ++i) {
    const Expr inertia = graph.add(graph.sub(rates[i], out.potential_forces[i]), out.dissipative_forces[i]);
    out.residual.push_back(graph.sub(graph.sub(inertia, out.generalized_forces[i]), out.constraint_forces[i]));
  }
}

/// ½ v·M·v
Expr quadratic_part(const Sweeps& sweeps, const Equations& equations) {
  Graph& graph = sweeps.graph;
  const std::size_t n = sweeps.v.size();
  Expr sum = graph.zero();
  if (equations.inertia.is_late()) {
    std::vector<Seed> along_rates;
    for (const Expr v : sweeps.v)
      along_rates.push_back({v, v});
    return graph.scale(Rational(1, 2), sweeps.dot(sweeps.v, directional(graph, equations.momenta, along_rates)));
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      sum = graph.add(sum, graph.mul(graph.mul(sweeps.v[i], sweeps.v[j]), equations.mass().entries[i * n + j]));
  return graph.scale(Rational(1, 2), sum);
}

void add_energy(const Sweeps& sweeps, const System& system, Equations& out) {
  Graph& graph = sweeps.graph;
  EnergyAccount& energy = out.energy;
  const Expr zero = graph.zero();
  energy.kinetic = system.gives_kinetic_energy() ? system.total(EnergyKind::kinetic) : quadratic_part(sweeps, out);
  std::vector<Replacement> at_rest;
  for (const Expr v : sweeps.v)
    at_rest.push_back({v, zero});
  bool has_value_at_rest = true;
  try {
    energy.potential = substitute(graph, system.total(EnergyKind::potential), at_rest);
  } catch (const std::domain_error&) { // it divides by a rate
    energy.potential = system.total(EnergyKind::potential);
    has_value_at_rest = false;
  }
  energy.lagrangian = system.lagrangian();
  energy.energy_function = graph.sub(sweeps.dot(sweeps.v, out.momenta), energy.lagrangian);
  bool given_directly = false;
  for (const EnergyTerm& term : system.energies)
    given_directly |= term.kind == EnergyKind::lagrangian;
  if (!given_directly && has_value_at_rest) energy.total = graph.add(energy.kinetic, energy.potential);
  energy.explicit_time = directional(graph, energy.lagrangian, std::vector<Seed>{{system.time, graph.one()}});
  energy.dissipated = sweeps.dot(sweeps.v, out.dissipative_forces);
  energy.constraint_power = sweeps.dot(sweeps.v, out.constraint_forces);
}

void add_forces(const Sweeps& sweeps, const System& system, Equations& out) {
  out.generalized_forces.assign(sweeps.q.size(), sweeps.graph.zero());
  for (const Force& force : system.forces) {
    const std::vector<Expr> parts = generalized_force(sweeps, force);
    out.energy.force_power.push_back(sweeps.dot(parts, sweeps.v));
    for (std::size_t i = 0; i < parts.size(); ++i)
      out.generalized_forces[i] = sweeps.graph.add(out.generalized_forces[i], parts[i]);
  }
}

/// Friction acts along ∂slip/∂v with the normal force N = K·λ of its reaction; it enters the residual by its symbol.
void add_frictions(const Sweeps& sweeps, const System& system, Equations& out) {
  Graph& graph = sweeps.graph;
  for (const Friction& friction : system.frictions) {
    FrictionBlock block{friction.slip, friction.coefficient, gradient(graph, friction.slip, sweeps.v),
                        out.reactions.at(static_cast<std::size_t>(friction.of)).row};
    for (std::size_t i = 0; i < sweeps.v.size(); ++i)
      out.residual[i] = graph.sub(out.residual[i], graph.mul(friction.symbol, block.column[i]));
    out.energy.friction_power.push_back(graph.mul(friction.symbol, sweeps.dot(block.column, sweeps.v)));
    out.frictions.push_back(std::move(block));
  }
}

} // namespace

Equations derive(std::shared_ptr<const System> system) {
  const Sweeps sweeps(*system);
  const int n = static_cast<int>(sweeps.q.size());
  Equations out;
  out.form = "lagrange";
  out.speeds = sweeps.v;
  out.accelerations = sweeps.a;
  out.kinematic_matrix = ExprMatrix(n, n, sweeps.graph.zero());
  for (int i = 0; i < n; ++i)
    out.kinematic_matrix.at(i, i) = sweeps.graph.one();
  out.kinematic_drift.assign(sweeps.q.size(), sweeps.graph.zero());
  add_constraints(sweeps, *system, out);
  add_forces(sweeps, *system, out);
  add_dynamics(sweeps, system, out);
  add_energy(sweeps, *system, out);
  out.reactions = solve_reactions(*system, out.constraint_matrix);
  add_frictions(sweeps, *system, out);
  for (const Impact& impact : system->impacts)
    out.impacts.push_back({impact.speed, gradient(sweeps.graph, impact.speed, sweeps.v)});
  out.system = std::move(system);
  return out;
}

} // namespace derivation
} // namespace dalembert
