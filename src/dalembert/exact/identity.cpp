#include <dalembert/derivation/meanings.h>
#include <dalembert/exact/identity.h>
#include <dalembert/exact/motion_judge.h>
#include <dalembert/exact/row_proof.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>

#include <utility>

namespace dalembert {
inline namespace exact {

namespace {

/// The expression that must vanish, or nothing where the check speaks of the run as a whole.
std::optional<Expr> claim_of(const Study& study, const Equations& equations, const Check& check) {
  Graph& graph = *study.system.graph;
  const Expr raw = check.is_constant ? check.left : graph.sub(check.left, check.right);
  const Expr claim = substitute(graph, raw, meanings(study, equations));
  for (const Derived& derived : study.derived)
    if (is_history(derived.kind) && depends(graph, claim, derived.symbol)) return std::nullopt;
  for (const Impact& impact : study.system.impacts)
    if (depends(graph, claim, impact.symbol)) return std::nullopt;
  if (!check.is_constant) return claim;
  if (depends(graph, claim, equations.accelerations) || depends(graph, claim, study.system.multipliers()))
    return std::nullopt;
  std::vector<Seed> motion{{study.system.time, graph.one()}};
  for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
    motion.push_back({study.system.coordinates[i].position, equations.speeds[i]});
    motion.push_back({equations.speeds[i], equations.accelerations[i]});
  }
  return directional(graph, claim, motion);
}

} // namespace

std::optional<std::pair<Expr, Expr>> sides(const Study& study, const Equations& equations, const Check& check) {
  if (check.relation != Comparison::equal) return std::nullopt;
  const std::optional<Expr> claim = claim_of(study, equations, check);
  if (!claim) return std::nullopt;
  if (check.is_constant) return std::pair(*claim, study.system.graph->zero());
  return std::pair(check.left, check.right);
}

bool speaks_of_states(const Study& study, const Equations& equations, const Check& check) {
  return claim_of(study, equations, check).has_value();
}

bool follows_from_one_row(const Study& study, const Equations& equations, const Check& check) {
  if (check.relation != Comparison::equal) return false;
  const std::optional<Expr> claim = claim_of(study, equations, check);
  return claim && follows_from_one_row(equations, *claim);
}

Answer judge(const Study& study, const Equations& equations, const Check& check, const RealSample* sample) {
  const std::optional<Expr> claim = claim_of(study, equations, check);
  if (!claim) return Answer::undecided;
  const Answer equal = MotionJudge(equations, sample).vanishes(*claim);
  if (check.relation == Comparison::equal) return equal;
  if (equal != Answer::yes) return Answer::undecided;
  const bool is_strict = check.relation == Comparison::less || check.relation == Comparison::greater;
  return is_strict ? Answer::no : Answer::yes;
}

} // namespace exact
} // namespace dalembert
