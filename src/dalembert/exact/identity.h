#pragma once

#include <dalembert/base/answer.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/exact/real_sample.h>
#include <dalembert/mechanics/study.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace exact {

/// Decides whether `left = right` (or `X = const`) of a check holds on every motion of the system, by exact evaluation
/// at random admissible points. `yes`: at every admissible state, up to a probability of about (degree/2⁶¹)³; `no`: not
/// at every admissible state, though it may hold along one motion. An inequality is decided where its sides are equal
/// on every motion. Checks of run quantities (work, drift, impulses) are undecided. `sample`: see MotionJudge.
/// Source: docs/theory/zero_test.md (4).
[[nodiscard]] Answer judge(const Study& study, const Equations& equations, const Check& check,
                           const RealSample* sample = nullptr);

/// False where a check speaks of a run as a whole (work, drift, impulses).
[[nodiscard]] bool speaks_of_states(const Study& study, const Equations& equations, const Check& check);

/// Proves a check that is a multiple of one equation of motion, or an identity, without points and states: at a cost
/// that does not grow with the system. False says nothing.
[[nodiscard]] bool follows_from_one_row(const Study& study, const Equations& equations, const Check& check);

/// The two sides of a check that speaks of a state (of `X = const` dX/dt and 0), for real states; nothing where it
/// speaks of a run, or an impact, or is an inequality.
[[nodiscard]] std::optional<std::pair<Expr, Expr>> sides(const Study& study, const Equations& equations,
                                                         const Check& check);

} // namespace exact
} // namespace dalembert
