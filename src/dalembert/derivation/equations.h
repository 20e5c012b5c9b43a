#pragma once

#include <dalembert/derivation/late_matrix.h>
#include <dalembert/expr/graph.h>
#include <dalembert/mechanics/system.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// The energies of a system and the powers that change them; all in (t, q, v, λ, p), J and W.
///   ḣ = −∂L/∂t + Σ force_power − dissipated + friction power + constraint_power        docs/theory/lagrange.md (7)
struct EnergyAccount {
  Expr kinetic;                     ///< T; L₂ = ½ v·M·v where T is not given, only L
  Expr potential;                   ///< V with its rate-free part only; all of V where it has no value at rest
  Expr lagrangian;                  ///< L
  Expr energy_function;             ///< h = Σ v·∂L/∂v − L
  std::optional<Expr> total;        ///< E = T + V; none where `lagrangian` terms are given
  Expr explicit_time;               ///< ∂L/∂t
  Expr dissipated;                  ///< Σ v·∂D/∂v
  std::vector<Expr> force_power;    ///< Σ Qᵢ·vᵢ of each declared force
  std::vector<Expr> friction_power; ///< F·Σ (∂slip/∂vᵢ)·vᵢ of each friction
  Expr constraint_power;            ///< Σₖ λₖ Σᵢ aₖᵢ·vᵢ
};

/// How far equation (4) fixes a reaction.
enum class Determination { unique, combination };

/// A reaction as a row of K: R = Σₖ K[k]·λₖ, over all multipliers.
struct ReactionRow {
  std::vector<Expr> row;
  Determination determination = Determination::unique;
};

/// A friction force while it slides, F = −μ·|N|·sign(slip) with N = Σₖ normal[k]·λₖ; it acts along `column` = ∂slip/∂u.
struct FrictionBlock {
  Expr slip;
  Expr coefficient;
  std::vector<Expr> column; ///< k entries
  std::vector<Expr> normal; ///< m entries
};

/// A struck contact: c(q,v,t) with its row B = ∂c/∂u.
struct ImpactRow {
  Expr speed;
  std::vector<Expr> row;
};

/// The equations of motion in one shape for every form (docs/theory/lagrange.md (3), (5)):
///   q̇ = X(q,t)·u + y(q,t)
///   M·u̇ = h + Aᵀλ + friction,   A·u̇ = γ
/// Shapes: X n×k, y n, M k×k symmetric, h k, A m×k, γ m. Sign: +Aᵀλ is the force of the constraints on the system.
struct Equations {
  std::shared_ptr<const System> system;
  std::string form;
  std::vector<Expr> speeds;             ///< symbols u (the rates v for form `lagrange`)
  std::vector<Expr> accelerations;      ///< symbols u̇
  ExprMatrix kinematic_matrix;          ///< X
  std::vector<Expr> kinematic_drift;    ///< y
  LateMatrix inertia;                   ///< M; of many coordinates it is made when it is first asked for
  std::vector<Expr> forcing;            ///< h
  ExprMatrix constraint_matrix;         ///< A
  std::vector<Expr> constraint_forcing; ///< γ
  std::vector<Expr> constraint_rates;   ///< velocity-level residual of every row: φ̇, or g
  std::vector<Expr> residual; ///< left minus right of equation (1), with λ and the friction symbols, per coordinate
  std::vector<Expr> momenta;  ///< p = ∂L/∂v
  std::vector<Expr> generalized_forces; ///< Q, declared forces only
  std::vector<Expr> potential_forces;   ///< ∂L/∂q
  std::vector<Expr> dissipative_forces; ///< ∂D/∂v
  std::vector<Expr> constraint_forces;  ///< Qc = Σₖ λₖ aₖᵢ, per coordinate
  EnergyAccount energy;
  std::vector<ReactionRow> reactions;
  std::vector<FrictionBlock> frictions;
  std::vector<ImpactRow> impacts;

  /// M. Makes nodes where it is late: who asks has the graph for itself.
  [[nodiscard]] const ExprMatrix& mass() const { return inertia.get(); }
};

} // namespace derivation
} // namespace dalembert
