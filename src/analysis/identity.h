#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/mechanics/study.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {

enum class Identity {
  proved,     ///< holds at every admissible state, up to a probability of about (degree/2⁶¹)³
  not_always, ///< is not true at every admissible state; it may hold along one motion
  undecided,  ///< cannot be treated exactly
};

/// Decides whether `left = right` (or `X = const`) of a check holds on every motion of the system, by exact evaluation
/// at random admissible points. Checks of run quantities (work, drift, impulses) and inequalities are undecided.
/// Source: docs/theory/zero_test.md (4).
[[nodiscard]] Identity judge(const Study& study, const Equations& equations, const Check& check);

/// The two sides of a check that speaks of a state (of `X = const` dX/dt and 0), for real states; nothing where it
/// speaks of a run, or an impact, or is an inequality.
[[nodiscard]] std::optional<std::pair<Expr, Expr>> sides(const Study& study, const Equations& equations,
                                                         const Check& check);

/// Decides for each of `claims` (in t, q, v, v̇, λ, friction forces, p) whether it vanishes on every motion of the
/// system, in the same way. Claims that vanish identically are proved also where the points cannot be found.
[[nodiscard]] std::vector<Identity> judge_on_motions(const Equations& equations, const std::vector<Expr>& claims);

} // namespace dalembert
