#pragma once

#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// Returns the coordinates whose declared range lies above 0, or that are assumed positive.
[[nodiscard]] std::vector<Expr> positive_coordinates(const System& system);

/// Writes a radicand without the symbols on which it depends in form only, and takes `positive` symbols out of the
/// root: √(r²·cos² f + r²·sin² f) is r for r > 0. Cost: one exact zero test for each symbol of each radicand.
[[nodiscard]] std::vector<Expr> with_short_radicands(Graph& graph, const std::vector<Expr>& expressions,
                                                     const std::vector<Expr>& positive);

} // namespace analysis
} // namespace dalembert
