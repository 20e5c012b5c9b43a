#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <optional>
#include <span>

namespace dalembert {
inline namespace lowering {

/// Returns an expression equal to `e` in which sums of turned lengths are multiplied out, sin² is 1 − cos², what
/// cancels is gone, and common factors stand before what is left (Horner's scheme in whatever most terms share): what
/// derivatives of energies hold twice with opposite signs is not computed. These are sums that hold sines or cosines,
/// and outside of them none of `places`, time and coordinates. All other sums stay as they are, because a difference of
/// large numbers must not be multiplied out; so do arguments of functions, denominators and powers. Nothing where there
/// would be more than `most` terms on the way.
/// Cost: O(most²) operations of the graph.
[[nodiscard]] std::optional<Expr> multiplied_out(Graph& graph, Expr e, std::span<const Expr> places, std::size_t most);

/// Does so with each of `entries` in which something cancels, and leaves the
/// others as they are. Sums that stand in several places of the entries stay
/// whole: those of a chain hold all links behind one. `most`: terms of an
/// entry. Cost: O(nodes of the entries), and O(most²) for each entry.
void cancel_terms(Graph& graph, std::span<Expr> entries, std::span<const Expr> places, std::size_t most);

} // namespace lowering
} // namespace dalembert
