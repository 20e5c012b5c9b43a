#include <dalembert/derivation/form_refusal.h>
#include <dalembert/derivation/form_sweeps.h>
#include <dalembert/derivation/forms.h>
#include <dalembert/derivation/matrix_inverse.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace derivation {

namespace {

/// What keeps the momentum of a coordinate from being constant, in words; empty where nothing does.
std::string obstacle(const Equations& equations, std::size_t i) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  bool is_known = true;
  const auto acts = [&graph, &is_known](Expr e) {
    if (graph.is_zero(e)) return false;
    const Answer vanishes = zero_test(graph, std::vector<Expr>{e}).verdict;
    is_known = is_known && vanishes != Answer::undecided;
    return vanishes == Answer::no;
  };
  if (acts(equations.potential_forces[i])) return "it occurs in L";
  if (acts(equations.generalized_forces[i])) return "a force acts on it";
  if (acts(equations.dissipative_forces[i])) return "its motion is damped";
  for (int k = 0; k < equations.constraint_matrix.rows; ++k)
    if (acts(equations.constraint_matrix.at(k, static_cast<int>(i))))
      return fmt::format("the constraint {} acts on it", system.constraints[static_cast<std::size_t>(k)].name);
  for (std::size_t f = 0; f < equations.frictions.size(); ++f)
    if (acts(equations.frictions[f].column[i]))
      return fmt::format("the friction {} acts on it", system.frictions[f].name);
  return is_known ? std::string() : "not decided within the work limit whether L and the forces depend on it";
}

/// One reduction: q splits into cyclic coordinates c with constant momenta and the others r.
class Routh {
public:
  explicit Routh(const Equations& equations)
      : equations_(equations), system_(*equations.system), graph_(*system_.graph) {
    form_.system = equations.system;
    form_.name = "routh";
  }

  MotionForm take() {
    split();
    add_kinematics();
    add_convective(equations_, form_);
    const FormSweeps sweeps(equations_, form_);
    add_routhian(sweeps);
    add_equations(sweeps);
    complete(equations_, form_, MultiplierRows::kept);
    return std::move(form_);
  }

private:
  void split() {
    if (depends(graph_, equations_.mass().entries, system_.rates()))
      refuse_form(system_, "routh", {.reason = "the kinetic energy is not quadratic in the rates"});
    std::string reasons;
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i) {
      const std::string why = obstacle(equations_, i);
      (why.empty() ? cyclic_ : others_).push_back(i);
      if (!why.empty())
        reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "\n", system_.coordinates[i].name, why);
    }
    if (cyclic_.empty())
      refuse_form(system_, "routh",
                  {.reason = "no coordinate is cyclic and free of forces, damping and constraints", .note = reasons});
    for (const std::size_t i : others_) {
      form_.speeds.push_back(system_.coordinates[i].rate);
      form_.speed_rates.push_back(system_.coordinates[i].acceleration);
      form_.speed_values.push_back(system_.coordinates[i].rate);
    }
    for (const std::size_t i : cyclic_) {
      form_.speeds.push_back(graph_.symbol("p." + system_.coordinates[i].name));
      form_.speed_rates.push_back(graph_.symbol("p." + system_.coordinates[i].name + "'"));
      form_.speed_values.push_back(equations_.momenta[i]);
    }
  }

  [[nodiscard]] Expr mass(std::size_t i, std::size_t j) const {
    return equations_.mass().at(static_cast<int>(i), static_cast<int>(j));
  }

  /// v_c = M_cc⁻¹·(p_c − b_c − M_cr·v_r); the other rates are speeds themselves.
  void add_kinematics() {
    const auto n = static_cast<int>(system_.coordinates.size());
    const auto count = static_cast<int>(cyclic_.size());
    ExprMatrix block(count, count, graph_.zero());
    for (int a = 0; a < count; ++a)
      for (int b = 0; b < count; ++b)
        block.at(a, b) = mass(cyclic_[static_cast<std::size_t>(a)], cyclic_[static_cast<std::size_t>(b)]);
    const std::optional<MatrixInverse> found = inverse(graph_, block);
    if (!found)
      refuse_form(system_, "routh",
                  {.reason = "the constant momenta do not determine the rates of the cyclic coordinates"});
    std::vector<Replacement> rest;
    for (const Expr v : system_.rates())
      rest.push_back({v, graph_.zero()});
    const std::vector<Expr> offset = substitute(graph_, equations_.momenta, rest);
    form_.kinematic_matrix = ExprMatrix(n, n, graph_.zero());
    form_.kinematic_drift.assign(static_cast<std::size_t>(n), graph_.zero());
    const auto kept = static_cast<int>(others_.size());
    for (int r = 0; r < kept; ++r)
      form_.kinematic_matrix.at(static_cast<int>(others_[static_cast<std::size_t>(r)]), r) = graph_.one();
    for (int a = 0; a < count; ++a) {
      const auto row = static_cast<int>(cyclic_[static_cast<std::size_t>(a)]);
      for (int b = 0; b < count; ++b) {
        const std::size_t other = cyclic_[static_cast<std::size_t>(b)];
        const Expr entry = found->inverse.at(a, b);
        form_.kinematic_matrix.at(row, kept + b) = entry;
        Expr& drift = form_.kinematic_drift[static_cast<std::size_t>(row)];
        drift = graph_.sub(drift, graph_.mul(entry, offset[other]));
        for (int r = 0; r < kept; ++r) {
          Expr& cell = form_.kinematic_matrix.at(row, r);
          cell = graph_.sub(cell, graph_.mul(entry, mass(other, others_[static_cast<std::size_t>(r)])));
        }
      }
    }
    for (int i = 0; i < n; ++i) {
      Expr rate = form_.kinematic_drift[static_cast<std::size_t>(i)];
      for (int r = 0; r < n; ++r)
        rate = graph_.add(rate, graph_.mul(form_.kinematic_matrix.at(i, r), form_.speeds[static_cast<std::size_t>(r)]));
      form_.rates.push_back(rate);
    }
  }

  /// R = L − Σ p_c·v_c with the cyclic rates replaced.
  void add_routhian(const FormSweeps& sweeps) {
    Expr routhian = sweeps.at_speeds(equations_.energy.lagrangian);
    std::vector<Replacement> rest;
    for (std::size_t r = 0; r < others_.size(); ++r)
      rest.push_back({form_.speeds[r], graph_.zero()});
    for (std::size_t a = 0; a < cyclic_.size(); ++a) {
      const Expr momentum = form_.speeds[others_.size() + a];
      const Coordinate& coordinate = system_.coordinates[cyclic_[a]];
      routhian = graph_.sub(routhian, graph_.mul(momentum, form_.rates[cyclic_[a]]));
      form_.parts.push_back({PartKind::momentum, "p." + coordinate.name, {}, equations_.momenta[cyclic_[a]]});
      form_.notes.push_back(fmt::format("{} is cyclic: p.{} is constant", coordinate.name, coordinate.name));
    }
    const Expr effective = graph_.neg(substitute(graph_, routhian, rest));
    for (const Expr v : system_.rates())
      rest.push_back({v, graph_.zero()});
    const Expr potential = graph_.neg(substitute(graph_, equations_.energy.lagrangian, rest));
    form_.parts.push_back({PartKind::routhian, "R", {}, routhian, -1, graph_.sub(potential, effective)});
    form_.parts.push_back({PartKind::effective_potential, "V_eff", {}, effective, -1, potential});
  }

  void add_equations(const FormSweeps& sweeps) {
    // ∂R/∂v_r = ∂L/∂v_r and ∂R/∂q_r = ∂L/∂q_r at the cyclic rates that the momenta give: the smaller way to both.
    const std::vector<Expr> momenta = sweeps.at_speeds(equations_.momenta);
    const std::vector<Expr> slopes = sweeps.at_speeds(equations_.potential_forces);
    const std::vector<Expr> dissipative = sweeps.at_speeds(equations_.dissipative_forces);
    const std::vector<Expr> active = sweeps.at_speeds(sweeps.active_forces());
    const std::vector<Expr> reactive = sweeps.at_speeds(equations_.constraint_forces);
    for (std::size_t r = 0; r < others_.size(); ++r) {
      const std::size_t i = others_[r];
      // The momenta of the cyclic coordinates are constants here, so their rates are dropped.
      std::vector<Replacement> constant;
      for (std::size_t a = others_.size(); a < form_.speeds.size(); ++a)
        constant.push_back({form_.speed_rates[a], graph_.zero()});
      const Expr inertia = substitute(graph_, sweeps.in_time(momenta[i]), constant);
      const Expr motion = graph_.add(graph_.sub(inertia, slopes[i]), dissipative[i]);
      const Expr forces = graph_.add(active[i], reactive[i]);
      form_.residual.push_back(graph_.sub(motion, forces));
      form_.parts.push_back({PartKind::equation, system_.coordinates[i].name, motion, forces, static_cast<int>(i)});
    }
    for (std::size_t a = 0; a < cyclic_.size(); ++a) {
      form_.residual.push_back(form_.speed_rates[others_.size() + a]);
      form_.parts.push_back(
          {PartKind::kinematics, system_.coordinates[cyclic_[a]].name + "'", {}, form_.rates[cyclic_[a]]});
    }
  }

  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  std::vector<std::size_t> cyclic_;
  std::vector<std::size_t> others_;
  MotionForm form_;
};

} // namespace

MotionForm derive_routh(const Equations& equations, const IndependentCoordinates&) {
  return Routh(equations).take();
}

} // namespace derivation
} // namespace dalembert
