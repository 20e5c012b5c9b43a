#pragma once

#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert {
inline namespace exact {

/// Returns the symbols of which the system and `expressions` are made, in ascending order: what no energy, force,
/// constraint, reaction or expression holds, such as a parameter that nothing uses, is not among them.
[[nodiscard]] std::vector<Expr> held_symbols(const System& system, const std::vector<Expr>& expressions);

} // namespace exact
} // namespace dalembert
