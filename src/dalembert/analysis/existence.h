#pragma once

#include <dalembert/exact/sign_judge.h>
#include <dalembert/expr/graph.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// A condition on the parameters and speeds of a steady motion.
struct SymbolicCondition {
  enum class Relation { less, at_most, not_equal };
  Expr left;
  Relation relation = Relation::less;
  Expr right;
};

/// Says where `values` are real: √u where u ≥ 0, acos c and asin c where −1 ≤ c ≤ 1, log u where u > 0. What always
/// holds by the signs of `judge` is left out, quotients are cleared of denominators that are positive.
[[nodiscard]] std::vector<SymbolicCondition> existence(const System& system, const std::vector<Expr>& values,
                                                       SignJudge& judge);

/// Returns the parameters whose positive sign the conditions of `values` rest on: those in them, and those by which
/// they were divided.
[[nodiscard]] std::vector<Expr> signs_of_existence(Graph& graph, const std::vector<SymbolicCondition>& conditions,
                                                   const std::vector<Expr>& values, SignJudge& judge);

/// The quantity ≥ 0 that `condition` asks for.
[[nodiscard]] Expr surplus(Graph& graph, const SymbolicCondition& condition);

/// Returns u > 0 (or u ≥ 0) as a comparison of its positive terms with its negative ones: a − b > 0 is b < a.
[[nodiscard]] SymbolicCondition compared(const System& system, Expr u, SymbolicCondition::Relation relation,
                                         const std::vector<Expr>& positive);

} // namespace analysis
} // namespace dalembert
