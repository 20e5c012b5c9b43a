#pragma once

#include <dalembert/analysis/identity.h>
#include <dalembert/derivation/equations.h>

#include <vector>

namespace dalembert {

/// A one-parameter family of changes δt = τ, δqᵢ = ξᵢ that changes L·dt by a total derivative df only, and what it
/// keeps:
///   ξ·∂L/∂q + (ξ̇ − v·τ̇)·∂L/∂v + τ·∂L/∂t + L·τ̇ = ḟ
///   J = p·ξ − h·τ − f,     J̇ = (Q − ∂D/∂v + Aᵀλ + friction)·(ξ − v·τ)
struct Symmetry {
  Expr time;                   ///< τ(t)
  std::vector<Expr> positions; ///< ξ(q,t)
  Expr gauge;                  ///< f(q,t)
  Expr quantity;               ///< J
  Expr rate;                   ///< J̇ by forces and constraints
  Identity is_conserved = Identity::undecided;
};

/// Finds the symmetries of L among polynomials and trigonometric functions.
///
/// Ansatz: τ in {1, t, t²}; ξ in {1, t} and, for lengths x, {x, t·x, t², t³, sin θ, cos θ}; for angles θ sines and
/// cosines of the other angles, bare and times cot or 1/sin, and of their own over a length; f in products of up to two
/// lengths and powers of t. Systems of many coordinates get a poorer one: AnsatzReach. The determining equation is
/// linear in the coefficients: its null space is found at exact random points modulo the prime, the coefficients are
/// recognised as fractions times parameters, and every symmetry is proved by the zero test. Combinations that forces
/// and constraints leave alone are taken first (the total momentum where single momenta change). Nothing for more than
/// some 25 coordinates. Source: docs/theory/analysis.md (12), (13).
[[nodiscard]] std::vector<Symmetry> symmetries(const Equations& equations);

} // namespace dalembert
