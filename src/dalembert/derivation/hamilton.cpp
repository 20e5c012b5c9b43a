#include <dalembert/derivation/form_refusal.h>
#include <dalembert/derivation/form_sweeps.h>
#include <dalembert/derivation/forms.h>
#include <dalembert/derivation/matrix_inverse.h>
#include <dalembert/expr/depends.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace derivation {

namespace {

/// Refuses a Lagrangian that is not quadratic in the rates, or whose momenta do not determine them.
MatrixInverse inverted_mass(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  if (depends(graph, equations.mass().entries, system.rates()))
    refuse_form(system, "hamilton",
                {.reason = "the kinetic energy is not quadratic in the rates, so H(q, p, t) has no closed form"});
  if (std::optional<MatrixInverse> found = inverse(graph, equations.mass())) return std::move(*found);
  refuse_form(system, "hamilton",
              {.reason = "the mass matrix is singular, so the momenta do not determine the rates",
               .note = "a coordinate whose rate does not occur in T, or a combination of rates without inertia"});
}

/// p − b, the momenta without what they are at rest, b = ∂L/∂v at v = 0.
std::vector<Expr> moving_momenta(const Equations& equations, const MotionForm& form,
                                 const std::vector<Replacement>& rest) {
  Graph& graph = *equations.system->graph;
  std::vector<Expr> out = substitute(graph, equations.momenta, rest);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = graph.sub(form.speeds[i], out[i]);
  return out;
}

/// v = M⁻¹·(p − b), each rate over the one determinant.
void add_kinematics(const Equations& equations, const MatrixInverse& mass, const std::vector<Expr>& moving,
                    MotionForm& form) {
  Graph& graph = *equations.system->graph;
  form.kinematic_matrix = mass.inverse;
  for (int i = 0; i < mass.inverse.rows; ++i) {
    Expr numerator = graph.zero();
    Expr drift = graph.zero();
    for (int j = 0; j < mass.inverse.columns; ++j) {
      const auto column = static_cast<std::size_t>(j);
      const Expr offset = graph.sub(form.speeds[column], moving[column]);
      drift = graph.sub(drift, graph.mul(mass.inverse.at(i, j), offset));
      numerator = graph.add(numerator, graph.mul(mass.adjugate.at(i, j), moving[column]));
    }
    form.kinematic_drift.push_back(drift);
    form.rates.push_back(graph.div(numerator, mass.determinant));
  }
}

/// ½·(p − b)ᵀ·M⁻¹·(p − b), over the one determinant.
Expr kinetic_part(const Equations& equations, const MatrixInverse& mass, const std::vector<Expr>& moving) {
  Graph& graph = *equations.system->graph;
  Expr numerator = graph.zero();
  for (int i = 0; i < mass.adjugate.rows; ++i)
    for (int j = 0; j < mass.adjugate.columns; ++j) {
      const Expr pair = graph.mul(moving[static_cast<std::size_t>(i)], moving[static_cast<std::size_t>(j)]);
      numerator = graph.add(numerator, graph.mul(mass.adjugate.at(i, j), pair));
    }
  return graph.scale(Rational(1, 2), graph.div(numerator, mass.determinant));
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
  std::vector<Replacement> rest;
  for (const Expr v : system.rates())
    rest.push_back({v, graph.zero()});
  const MatrixInverse mass = inverted_mass(equations);
  const std::vector<Expr> moving = moving_momenta(equations, form, rest);
  add_kinematics(equations, mass, moving, form);
  add_convective(equations, form);
  const FormSweeps sweeps(equations, form);
  // H = p·v − L, and ∂H/∂q = −∂L/∂q at v(q, p): the smaller way to the same slopes.
  const Expr at_rest = graph.neg(substitute(graph, equations.energy.lagrangian, rest));
  const Expr h = graph.add(kinetic_part(equations, mass, moving), at_rest);
  const std::vector<Expr> slopes = sweeps.at_speeds(equations.potential_forces);
  const std::vector<Expr> slopes_at_rest = substitute(graph, equations.potential_forces, rest);
  const std::vector<Expr> dissipative = sweeps.at_speeds(equations.dissipative_forces);
  const std::vector<Expr> active = sweeps.at_speeds(sweeps.active_forces());
  const std::vector<Expr> reactive = sweeps.at_speeds(equations.constraint_forces);
  for (std::size_t i = 0; i < form.speeds.size(); ++i)
    form.parts.push_back({PartKind::momentum, "p." + system.coordinates[i].name, {}, equations.momenta[i]});
  form.parts.push_back({PartKind::hamiltonian, "H", {}, h, -1, at_rest});
  for (std::size_t i = 0; i < form.speeds.size(); ++i)
    form.parts.push_back({PartKind::canonical, system.coordinates[i].name + "'", {}, form.rates[i]});
  for (std::size_t i = 0; i < form.speeds.size(); ++i) {
    const Expr forces = graph.sub(graph.add(active[i], reactive[i]), dissipative[i]);
    const Expr right = graph.add(forces, slopes[i]);
    form.residual.push_back(graph.sub(form.speed_rates[i], right));
    form.parts.push_back({PartKind::canonical,
                          fmt::format("p.{}'", system.coordinates[i].name),
                          {},
                          right,
                          -1,
                          graph.add(forces, slopes_at_rest[i])});
  }
  complete(equations, form, MultiplierRows::kept);
  return form;
}

} // namespace derivation
} // namespace dalembert
