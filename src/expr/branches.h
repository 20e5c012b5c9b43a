#pragma once

#include <dalembert/expr/graph.h>

#include <span>
#include <vector>

namespace dalembert {

/// Where expressions have a real branch: the bases of even roots, √a = ±…, and what is asked for its sign.
struct Branches {
  std::vector<Expr> roots; ///< the base of x^(n/d) with even d
  std::vector<Expr> signs; ///< the argument of abs, sign and heaviside; min, max and select themselves
  [[nodiscard]] std::size_t size() const { return roots.size() + signs.size(); }
};

/// Returns where `expressions` branch, each place once, ordered by id.
[[nodiscard]] Branches branches_of(const Graph& graph, std::span<const Expr> expressions);

/// The node of which a function of signs asks the sign: see Branches.
[[nodiscard]] Expr branching_argument(const Graph& graph, Expr function);

/// True for n/d with even d.
[[nodiscard]] bool has_even_root(const Rational& exponent);

/// True where `expressions` hold roots, signs or functions without algebraic form: the exact field knows less of them
/// than the reals do.
[[nodiscard]] bool has_real_branches(const Graph& graph, std::span<const Expr> expressions);

} // namespace dalembert
