#pragma once

#include <dalembert/analysis/noether.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// The momentum along directions that the constraints allow, made of symmetries with factors that change with the
/// position:
///   ξ = Σₐ fₐ(q)·ξₐ,  A·ξ = 0:   J = p·ξ,   J̇ = Σₐ ḟₐ·p·ξₐ + (what Q, D, friction and a field do along ξ)
/// No multiplier is in it: the momentum equation of a non-holonomic system.
struct MomentumEquation {
  std::vector<Expr> positions; ///< ξ(q)
  Expr quantity;               ///< J
  Expr rate;                   ///< J̇
  Expr rate_on_constraints;    ///< the same with the dependent rates put in
  Answer is_conserved = Answer::undecided;
};

/// Finds the momentum equations of a system with velocity constraints: for each direction of a basis of ker A whose
/// components change with the position and that the symmetries of L span. `judge`: of these equations. Source:
/// docs/theory/analysis.md (14).
[[nodiscard]] std::vector<MomentumEquation>
momentum_equations(const Equations& equations, const std::vector<Symmetry>& symmetries, MotionJudge& judge);

/// Why momentum equations of a system are not looked for; empty where they are, or where it has no velocity constraint.
[[nodiscard]] std::string momentum_obstacle(const Equations& equations);

} // namespace analysis
} // namespace dalembert
