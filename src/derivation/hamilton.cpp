#include <dalembert/derivation/form_refusal.h>
#include <dalembert/derivation/form_sweeps.h>
#include <dalembert/derivation/forms.h>
#include <dalembert/derivation/matrix_inverse.h>
#include <dalembert/expr/depends.h>

#include <fmt/format.h>

namespace dalembert {

namespace {

/// Refuses a Lagrangian that is not quadratic in the rates, or whose momenta do not determine them.
MatrixInverse inverted_mass(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  if (depends(graph, equations.mass.entries, system.rates()))
    refuse_form(system, "hamilton",
                {.reason = "the kinetic energy is not quadratic in the rates, so H(q, p, t) has no closed form"});
  if (std::optional<MatrixInverse> found = inverse(graph, equations.mass)) return std::move(*found);
  refuse_form(system, "hamilton",
              {.reason = "the mass matrix is singular, so the momenta do not determine the rates",
               .note = "a coordinate whose rate does not occur in T, or a combination of rates without inertia"});
}

/// v = M⁻¹·(p − b), b = ∂L/∂v at rest.
void add_kinematics(const Equations& equations, const MatrixInverse& mass, MotionForm& form) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  std::vector<Replacement> rest;
  for (const Expr v : system.rates())
    rest.push_back({v, graph.zero()});
  const std::vector<Expr> offset = substitute(graph, equations.momenta, rest);
  form.kinematic_matrix = mass.inverse;
  for (int i = 0; i < mass.inverse.rows; ++i) {
    Expr rate = graph.zero();
    Expr drift = graph.zero();
    for (int j = 0; j < mass.inverse.columns; ++j) {
      const auto column = static_cast<std::size_t>(j);
      const Expr entry = mass.inverse.at(i, j);
      drift = graph.sub(drift, graph.mul(entry, offset[column]));
      rate = graph.add(rate, graph.mul(entry, graph.sub(form.speeds[column], offset[column])));
    }
    form.kinematic_drift.push_back(drift);
    form.rates.push_back(rate);
  }
}

/// H = ½·Σ (p − b)·v − L at rest; equal to p·v − L.
Expr hamiltonian(const Equations& equations, const MotionForm& form) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  std::vector<Replacement> rest;
  for (const Expr v : system.rates())
    rest.push_back({v, graph.zero()});
  const std::vector<Expr> offset = substitute(graph, equations.momenta, rest);
  Expr sum = graph.zero();
  for (std::size_t i = 0; i < form.speeds.size(); ++i)
    sum = graph.add(sum, graph.mul(graph.sub(form.speeds[i], offset[i]), form.rates[i]));
  return graph.sub(graph.scale(Rational(1, 2), sum), substitute(graph, equations.energy.lagrangian, rest));
}

} // namespace

MotionForm derive_hamilton(const Equations& equations, const IndependentCoordinates&) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  MotionForm form;
  form.system = equations.system;
  form.name = "hamilton";
  for (const Coordinate& coordinate : system.coordinates) {
    form.speeds.push_back(graph.symbol("p." + coordinate.name));
    form.speed_rates.push_back(graph.symbol("p." + coordinate.name + "'"));
  }
  form.speed_values = equations.momenta;
  add_kinematics(equations, inverted_mass(equations), form);
  add_convective(equations, form);
  const FormSweeps sweeps(equations, form);
  const Expr h = hamiltonian(equations, form);
  // ∂H/∂q = −∂L/∂q at v(q, p): the smaller way to the same slopes.
  const std::vector<Expr> slopes = sweeps.at_speeds(equations.potential_forces);
  const std::vector<Expr> dissipative = sweeps.at_speeds(equations.dissipative_forces);
  const std::vector<Expr> active = sweeps.at_speeds(sweeps.active_forces());
  const std::vector<Expr> reactive = sweeps.at_speeds(equations.constraint_forces);
  for (std::size_t i = 0; i < form.speeds.size(); ++i)
    form.parts.push_back({PartKind::momentum, "p." + system.coordinates[i].name, {}, equations.momenta[i], {}});
  form.parts.push_back({PartKind::hamiltonian, "H", {}, h, {}});
  for (std::size_t i = 0; i < form.speeds.size(); ++i)
    form.parts.push_back({PartKind::canonical, system.coordinates[i].name + "'", {}, form.rates[i], {}});
  for (std::size_t i = 0; i < form.speeds.size(); ++i) {
    const Expr forces = graph.sub(graph.add(active[i], reactive[i]), dissipative[i]);
    const Expr right = graph.add(forces, slopes[i]);
    form.residual.push_back(graph.sub(form.speed_rates[i], right));
    form.parts.push_back({PartKind::canonical, fmt::format("p.{}'", system.coordinates[i].name), {}, right, {}});
  }
  complete(equations, form, MultiplierRows::kept);
  return form;
}

} // namespace dalembert
