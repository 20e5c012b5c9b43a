#pragma once

#include <dalembert/derivation/equations.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// What a line of a form says.
enum class PartKind : std::uint8_t {
  speed,               ///< u = …, one of the chosen or declared speeds in terms of the rates
  dependent_rate,      ///< v = …, a rate in terms of the independent ones
  kinematics,          ///< q̇ = X·u + y
  momentum,            ///< p = ∂L/∂v, or the constant momentum of a cyclic coordinate
  reduced_lagrangian,  ///< L with the constraints inserted
  hamiltonian,         ///< H(q, p, t)
  routhian,            ///< R = L − Σ p·v over the cyclic coordinates
  effective_potential, ///< −R at rest of the remaining coordinates
  equation,            ///< motion = forces
  canonical,           ///< q̇ = ∂H/∂p, ṗ = −∂H/∂q + …
  naive_equation,      ///< what inserting the constraints into L gives
  correction,          ///< what the naive equation lacks on its right-hand side
  structure,           ///< cˢ(k, r) ≠ 0 with [X_k, X_r] = Σ cˢ(k, r)·X_s
};

/// One line of a form: `name = value`, or for equations `left = right`.
struct FormPart {
  PartKind kind = PartKind::equation;
  std::string name; ///< what is defined; of an equation the coordinate or speed it belongs to
  Expr left;        ///< of an equation: motion
  Expr right;       ///< of an equation: forces; else the value
  int leader = -1;  ///< the place of the speed whose rate leads an equation
  Expr apart = {};  ///< a summand of a value that may be printed by itself; 0 for none
  [[nodiscard]] bool is_equation() const { return kind == PartKind::equation || kind == PartKind::naive_equation; }
};

/// The equations of motion in one shape for every form:
///   v = q̇ = X(q,t)·u + y(q,t)
///   W·u̇ = f(q,u,t) + Bᵀλ,   C·u̇ = g(q,u,t)
/// Forms without multipliers have no rows C; `multipliers` is then the way back to λ.
/// Shapes: X n×k, y n, W k×k symmetric, f k, C and B m×k (or empty), g m. Friction forces stand in f by their symbols.
/// Source: docs/theory/forms.md (1).
struct MotionForm {
  std::shared_ptr<const System> system;
  std::string name;                     ///< `eliminated`, `hamel`, …
  std::vector<Expr> speeds;             ///< symbols u
  std::vector<Expr> speed_rates;        ///< symbols u̇
  std::vector<Expr> speed_values;       ///< u in terms of t, q, v, p
  ExprMatrix kinematic_matrix;          ///< X
  std::vector<Expr> kinematic_drift;    ///< y
  std::vector<Expr> rates;              ///< X·u + y, what stands for v
  std::vector<Expr> convective;         ///< v̇ at u̇ = 0
  std::vector<Expr> residual;           ///< left minus right of the dynamics, in t, q, u, u̇, λ, F
  ExprMatrix mass;                      ///< W
  std::vector<Expr> forcing;            ///< f
  ExprMatrix reaction_matrix;           ///< B
  ExprMatrix constraint_matrix;         ///< C
  std::vector<Expr> constraint_forcing; ///< g
  std::vector<Expr> multipliers;        ///< λ in t, q, v, v̇, F, p where there are no rows; 0 for a redundant one
  bool has_redundant_rows = false;      ///< λ is then one choice of many
  bool is_refuted = false;              ///< its `naive_equation` lines are wrong for this system
  std::vector<FormPart> parts;          ///< what a reader is shown, in this order
  std::vector<std::string> notes;       ///< sentences that belong to it
};

/// The coordinates whose rates are to be the independent speeds; empty leaves the choice to the form.
using IndependentCoordinates = std::vector<int>;

} // namespace derivation
} // namespace dalembert
