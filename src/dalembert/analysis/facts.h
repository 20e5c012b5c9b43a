#pragma once

#include <dalembert/analysis/rate_split.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/exact/motion_judge.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {

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

/// What is said about a system from its symbols alone.
struct Facts {
  RateSplit kinetic;              ///< T, or L where it was given directly
  bool splits_lagrangian = false; ///< `kinetic` is the split of L
  MassFacts mass;
  bool is_rheonomic = false; ///< T, V, D, a force or a constraint changes with the time
  bool loses_time = false;   ///< the time appears in one of these, and drops out of its value
  std::vector<MomentumFacts> momenta;
  EnergyFacts energy;
  FictitiousForces fictitious;
  std::vector<OutsideSource> outside; ///< of a system in which the time does not appear
};

/// Gathers the facts of `equations`. Whatever holds on motions only is decided at exact random admissible points, so
/// that constraints, forces and frictions count: by `judge`, of these equations. Cost: one modular solution of the
/// equations of motion per point.
/// Source: docs/theory/analysis.md (1)–(4).
[[nodiscard]] Facts analyse(const Equations& equations, MotionJudge& judge);
[[nodiscard]] Facts analyse(const Equations& equations);

} // namespace dalembert
