#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/exact/motion_judge.h>

#include <string>
#include <vector>

namespace dalembert {

/// A one-parameter family of changes δt = τ, δqᵢ = ξᵢ that changes L·dt by a total derivative df only, and what it
/// conserves:
///   ξ·∂L/∂q + (ξ̇ − v·τ̇)·∂L/∂v + τ·∂L/∂t + L·τ̇ = ḟ
///   J = p·ξ − h·τ − f,     J̇ = (Q − ∂D/∂v + Aᵀλ + friction)·(ξ − v·τ)
struct Symmetry {
  Expr time;                   ///< τ(t)
  std::vector<Expr> positions; ///< ξ(q,t)
  Expr gauge;                  ///< f(q,t)
  Expr quantity;               ///< J
  Expr rate;                   ///< J̇ by forces and constraints
  Answer is_conserved = Answer::undecided;
};

/// The symmetries that were found, what was looked for, and what was not searched to the end.
struct SymmetrySearch {
  std::vector<Symmetry> found;
  std::string looked_for;         ///< which kinds of changes
  bool is_richest = true;         ///< the richest ansatz was searched: none was left out for its size
  std::vector<std::string> notes; ///< what is known to be missing; empty where all within the ansatz were found
};

/// Finds the symmetries of L among polynomials and trigonometric functions.
///
/// Ansatz: see AnsatzReach and docs/theory/analysis.md (12); systems of many coordinates get a poorer one. The
/// determining equation is linear in the coefficients: its null space is found at exact random points modulo the prime
/// at which all roots exist, the coefficients are recognised as functions of the parameters, and every symmetry is
/// proved by the zero test. Combinations that forces and constraints leave alone are taken first (the total momentum
/// where single momenta change, E − Ω·L of a ball on a turntable). Of symmetries that conserve nothing (0 = const)
/// one is listed. `judge`: of these equations. Source: docs/theory/analysis.md (12), (13).
[[nodiscard]] SymmetrySearch symmetries(const Equations& equations, MotionJudge& judge);
[[nodiscard]] SymmetrySearch symmetries(const Equations& equations);

} // namespace dalembert
