#pragma once

#include <dalembert/analysis/symmetry.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/exact/motion_judge.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

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

} // namespace analysis
} // namespace dalembert
