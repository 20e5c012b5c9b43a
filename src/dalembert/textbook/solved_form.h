#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/typesetting/formula_syntax.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace textbook {

/// One unknown of the explicit form, solved: `theta'' = -g*sin(theta)/l`.
struct SolvedUnknown {
  std::string name;             ///< of the acceleration or the multiplier, `x''`, `lambda.blade`
  std::optional<Formula> value; ///< the right-hand side alone; nothing where it is not short
  int nodes = 0;                ///< names, numbers, operators and functions of `value`
};

/// How long the explicit form may become.
struct SolvedLimits {
  int unknowns = 10; ///< accelerations and multipliers that hang together
  int nodes = 120;   ///< of one right-hand side
};

/// Solves the equations symbolically for accelerations and multipliers, form `explicit`:
///   [ M  −Aᵀ ] [ v̇ ]   [ h ]
///   [ A   0  ] [ λ ] = [ γ ]         docs/theory/lagrange.md (3)
/// by fraction-free elimination, group by group of unknowns that hang together; quotients in lowest terms. What holds
/// on the velocity constraints only may be used where it shortens: rates that they give without a division are
/// eliminated.
///
/// Returns one entry per acceleration, then one per multiplier. A value is missing where the limits are passed, where
/// the matrix is singular (redundant constraints), or where friction acts: it makes the solution depend on signs. Every
/// solution is put back into the equations, and the text of every value is read back, by the exact zero test: what is
/// not proved is missing too.
[[nodiscard]] std::vector<SolvedUnknown> solved_form(const Equations& equations, const SolvedLimits& limits = {});

} // namespace textbook
} // namespace dalembert
