#pragma once

#include <dalembert/exact/sign_judge.h>
#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// The symbols that the values of `expressions` change with: not c of k² + c² − c².
[[nodiscard]] std::vector<Expr> symbols_of_values(Graph& graph, const std::vector<Expr>& expressions);

/// Returns what vanishes where `e` does, without factors that are proved not to and hold symbols of `held` alone: these
/// are not 0 in any case, while the coupling c of two equal oscillators may be. 1 where nothing is left.
[[nodiscard]] Expr vanishing_part(const System& system, SignJudge& judge, const std::vector<Expr>& held, Expr e);

/// Drops what vanishes with a symbol among the others: c·x beside c.
void drop_implied(Graph& graph, std::vector<Expr>& all);

} // namespace analysis
} // namespace dalembert
