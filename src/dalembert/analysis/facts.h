#pragma once

#include <dalembert/analysis/rate_split.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/exact/motion_judge.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// The kinetic energy, or L where it was given directly, by powers of the rates.
struct KineticSplit {
  RateSplit split;
  bool is_of_lagrangian = false;
};

/// Whether the time appears in T, V, D, a force or a constraint.
struct TimeDependence {
  bool is_rheonomic = false; ///< their values change with it
  bool drops_out = false;    ///< it appears, and drops out of the values
};

/// How a coordinate enters the energy: what its mass matrix says.
struct MassFacts {
  Answer is_diagonal = Answer::yes; ///< orthogonal coordinates
  Answer changes_with_position = Answer::no;
  Answer changes_with_time = Answer::no;
  Answer changes_with_speed = Answer::no; ///< as where L is not quadratic in the rates
  [[nodiscard]] Answer is_constant() const;
};

/// ṗ = ∂L/∂q + Q − ∂D/∂v + Σₖ λₖ aₖ + friction, for one coordinate.
struct MomentumFacts {
  std::size_t coordinate = 0;
  bool is_cyclic = false;                          ///< ∂L/∂q vanishes identically
  Answer is_conserved = Answer::undecided;         ///< the sum of all terms vanishes on every motion
  Expr momentum;                                   ///< p = ∂L/∂v
  Expr rate;                                       ///< all terms of ṗ together
  std::optional<Expr> of_potential = std::nullopt; ///< ∂L/∂q where it does not vanish
  std::optional<Expr> of_forces = std::nullopt;
  std::optional<Expr> of_dissipation = std::nullopt; ///< −∂D/∂v
  std::optional<Expr> of_constraints = std::nullopt;
  std::optional<Expr> of_friction = std::nullopt;
};

/// One term of ḣ.
struct PowerTerm {
  enum class Source { explicit_time, force, dissipation, constraint, friction };
  Source source = Source::force;
  std::string name; ///< of the force, constraint or friction
  Expr power;       ///< with its sign in ḣ, W
};

/// The energy function h = Σ v·∂L/∂v − L, and what changes it.
struct EnergyFacts {
  Expr energy_function;
  Answer is_conserved = Answer::undecided;
  std::optional<Answer> is_total; ///< h = T + V on every motion; nothing where L was given directly
  std::vector<PowerTerm> balance; ///< the terms of ḣ that do not vanish on every motion
};

/// What can supply energy to a system in whose equations the time does not appear.
struct OutsideSource {
  enum class Kind {
    moving_frame, ///< T holds terms that are not quadratic in the rates, and h is not T + V
    constraint,   ///< a row that does work
    force,        ///< a force whose power is not shown to be ≤ 0
    input,        ///< an input, which may follow any course
  };
  Kind kind = Kind::force;
  std::string name; ///< of the constraint, force or input
};

/// The generalized forces that a moving frame makes, from T₁ = a(q,t)·v and T₀(q,t); one entry per coordinate.
///   Coriolis     Σⱼ (∂aⱼ/∂qᵢ − ∂aᵢ/∂qⱼ)·vⱼ
///   Euler        −∂aᵢ/∂t
///   centrifugal  ∂T₀/∂qᵢ
struct FictitiousForces {
  std::vector<Expr> coriolis;
  std::vector<Expr> euler;
  std::vector<Expr> centrifugal;
  [[nodiscard]] bool any(const Graph& graph) const;
};

// Each function decides at exact random points what holds identically, and asks `judge`, of these equations, for what
// holds on motions only, so that constraints, forces and frictions count. Cost: one modular solution of the equations
// of motion per point. Source: docs/theory/analysis.md (1)–(4).

[[nodiscard]] KineticSplit kinetic_split(const System& system);
[[nodiscard]] TimeDependence time_dependence(const System& system);
[[nodiscard]] MassFacts mass_facts(const Equations& equations);
/// One for each coordinate.
[[nodiscard]] std::vector<MomentumFacts> momentum_facts(const Equations& equations, MotionJudge& judge);
[[nodiscard]] EnergyFacts energy_facts(const Equations& equations, MotionJudge& judge);
/// What may supply energy to a system although it is not rheonomic.
[[nodiscard]] std::vector<OutsideSource> outside_sources(const System& system, const EnergyFacts& energy);
[[nodiscard]] FictitiousForces fictitious_forces(const System& system);

} // namespace analysis
} // namespace dalembert
