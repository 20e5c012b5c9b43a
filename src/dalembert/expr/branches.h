#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// Where expressions have several real branches: the bases of even roots (√a is + or −), and arguments whose sign
/// counts.
struct Branches {
  std::vector<Expr> roots; ///< the base of x^(n/d) with even d
  std::vector<Expr> signs; ///< the argument of abs, sign and heaviside; min, max and select themselves
  [[nodiscard]] std::size_t size() const { return roots.size() + signs.size(); }
};

/// Returns the branching nodes of `expressions`, each once, ordered by id.
[[nodiscard]] Branches branches_of(const Graph& graph, std::span<const Expr> expressions);

/// The roots and signs of `places` that a pattern of bits, roots first, turns.
[[nodiscard]] Branches turned_by(std::size_t pattern, const Branches& places);

/// The node whose sign decides the branch of a function such as abs: see Branches.
[[nodiscard]] Expr branching_argument(const Graph& graph, Expr function);

/// True for n/d with even d.
[[nodiscard]] bool has_even_root(const Rational& exponent);

/// True for abs, sign, heaviside, min, max, floor, ceil, round, trunc, the remainder and selections: a derivative says
/// nothing of where their pieces meet, so 2·x + floor(x) is not linear in x for its constant slope.
[[nodiscard]] bool is_switching(const Graph& graph, Expr node);
/// True where it depends on one of `symbols` which piece of a switching node below `root` counts. The derivative of
/// min(x, y) in time switches with x and y, not with their rates.
[[nodiscard]] bool switches_with(const Graph& graph, Expr root, std::span<const Expr> symbols);

/// True where `expressions` hold roots, signs, tables, functions without algebraic form, or sines and exponentials of
/// more than polynomials in symbols: the exact field knows less of them than the reals do.
[[nodiscard]] bool has_real_branches(const Graph& graph, std::span<const Expr> expressions);

/// True where `expressions` hold rational operations, sines, exponentials, and roots and signs of what is no number:
/// what vanishes in the exact field for either root and either sign of each of their branches does so over the reals.
[[nodiscard]] bool is_algebraic_but_for_branches(const Graph& graph, std::span<const Expr> expressions);

} // namespace expr
} // namespace dalembert
