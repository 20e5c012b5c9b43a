#pragma once

#include <dalembert/expr/graph.h>

#include <vector>

namespace dalembert {
inline namespace exact {

/// True where no product of some of the `radicands` is a number times a square of a function of their symbols: then an
/// identity that holds with one choice of the signs of their square roots holds with all (the field extension by these
/// roots has every change of signs as an automorphism). Decided by Legendre symbols at random points: those of a square
/// do not change. False where a radicand holds a root or a sign of its own. `positive`: symbols that are squares.
/// A wrong answer `true` is impossible, a wrong `false` has probability about 2^(k − 64). Source: docs/theory/prove.md,
/// section 1.
[[nodiscard]] bool are_independent(const Graph& graph, const std::vector<Expr>& radicands,
                                   const std::vector<Expr>& positive);

/// True where every even root in `expressions` is a square root.
[[nodiscard]] bool has_square_roots_only(const Graph& graph, const std::vector<Expr>& expressions);

} // namespace exact
} // namespace dalembert
