#pragma once

#include <dalembert/base/answer.h>
#include <dalembert/expr/graph.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

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
  std::string looked_for;       ///< which kinds of changes
  bool is_richest = true;       ///< the richest ansatz was searched: none was left out for its size
  std::size_t of_positions = 0; ///< independent ones that change the positions alone, by ξ(q), and L by df(q,t)
  std::string room; ///< what Noether's equation leaves room for, in functions that are not looked for; mostly empty
  std::vector<std::string> notes; ///< what is known to be missing; empty where all within the ansatz were found
};

} // namespace analysis
} // namespace dalembert
