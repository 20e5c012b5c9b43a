#pragma once

#include <dalembert/analysis/classification.h>
#include <dalembert/derivation/equations.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// Classifies the constraints of `equations`.
///
/// The open directions X (A·X = 0, the time as one more coordinate where it appears) are closed under brackets [X, Y];
/// rank and closure are found at exact random points modulo 2⁶¹ − 1. A row is integrable where it vanishes on the
/// closure (Frobenius, Chow), so rows are integrable as a set where they are. Rows that are nonlinear in the rates
/// count as non-holonomic and are left out of the closure.
/// Cost: one symbolic elimination of A and O(d²) brackets of n components each; given up beyond `most_brackets`, and
/// where brackets grow beyond a fixed number of nodes: the rows are then `undecided`. Source:
/// docs/theory/constraints.md (3).
[[nodiscard]] Classification classify(const Equations& equations, int most_brackets = 400);

} // namespace analysis
} // namespace dalembert
