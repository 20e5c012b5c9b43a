#pragma once

#include <dalembert/expr/substitute.h>
#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// The solutions of a set of conditions, branch by branch.
struct ConditionBranches {
  std::vector<std::vector<Replacement>> solutions; ///< what is not replaced has any value
  bool is_complete = true; ///< there are no others, up to whole turns, where factors of parameters alone are not 0;
                           ///< never with inputs, which may be
};

/// Solves conditions f = 0 for `unknowns`, lengths, angles and rates. A condition vanishes with one of its factors; a
/// factor is solved where it is
///   a symbol, sin u or cos u        u with a whole factor of an unknown
///   a·cos θ + b·sin θ + c           with a, b or c zero
///   a·x² + b·x + c                  a, or b where a is zero, free of unknowns or of known sign
///   e^u − e^v
/// √(u²) with a rate in u is taken as u and as −u, where these are not negative; and each root goes on with the other
/// conditions. For an angle its cosine and sine are replaced too. `positive` are above 0. Cost: 200 roots at most;
/// beyond that, and where a factor is none of these, the answer is not complete.
[[nodiscard]] ConditionBranches condition_branches(const System& system, const std::vector<Expr>& conditions,
                                                   const std::vector<Expr>& unknowns,
                                                   const std::vector<Expr>& positive);

} // namespace analysis
} // namespace dalembert
