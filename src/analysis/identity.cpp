#include <dalembert/analysis/admissible_point.h>
#include <dalembert/analysis/draws.h>
#include <dalembert/analysis/identity.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>

namespace dalembert {

namespace {

constexpr std::uint64_t states = 3;

/// The expression that must vanish, or nothing where the check speaks of the run as a whole.
std::optional<Expr> claim_of(const Study& study, const Equations& equations, const Check& check) {
  Graph& graph = *study.system.graph;
  if (check.relation != Comparison::equal) return std::nullopt;
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

/// Narrows `verdicts` (all `proved` before the first branch) by the states of one branch.
void judge_branch(const AdmissiblePoints& points, unsigned branch, std::vector<Identity>& verdicts) {
  std::uint64_t wanted = states;
  std::uint64_t seen = 0;
  bool has_too_many_signs = false;
  for (std::uint64_t seed = 1; seed <= draws::most_tries && seen < wanted && !has_too_many_signs; ++seed) {
    const std::optional<AdmissiblePoints::Values> values = points.values(seed, branch);
    if (!values) continue;
    has_too_many_signs = values->signs > draws::most_signs;
    wanted = states << (2 * std::min(values->signs, draws::most_signs));
    ++seen;
    for (std::size_t i = 0; i < verdicts.size() && !has_too_many_signs; ++i)
      if (!values->claims[i].is_zero()) verdicts[i] = Identity::not_always;
  }
  if (seen >= wanted && !has_too_many_signs) return;
  for (Identity& verdict : verdicts)
    if (verdict == Identity::proved) verdict = Identity::undecided;
}

std::vector<Identity> judge_at_points(const Equations& equations, const std::vector<Expr>& claims) {
  const AdmissiblePoints points(equations, claims);
  if (!points.is_solvable() || points.branches() > draws::most_branches)
    return std::vector<Identity>(claims.size(), Identity::undecided);
  std::vector<Identity> verdicts(claims.size(), Identity::proved);
  for (unsigned branch = 0; branch < points.branches(); ++branch)
    judge_branch(points, branch, verdicts);
  return verdicts;
}

} // namespace

std::vector<Identity> judge_on_motions(const Equations& equations, const std::vector<Expr>& claims) {
  const Graph& graph = *equations.system->graph;
  std::vector<Expr> open;
  for (const Expr claim : claims)
    if (!graph.is_zero(claim)) open.push_back(claim);
  const std::vector<Identity> together = open.empty() ? std::vector<Identity>() : judge_at_points(equations, open);
  std::vector<Identity> out;
  std::size_t next = 0;
  for (const Expr claim : claims) {
    Identity verdict = graph.is_zero(claim) ? Identity::proved : together[next++];
    // One claim that needs many signs, or has no value, must not spoil the others.
    if (verdict == Identity::undecided && open.size() > 1) verdict = judge_at_points(equations, {claim}).front();
    if (verdict == Identity::undecided && is_zero(graph, claim)) verdict = Identity::proved;
    out.push_back(verdict);
  }
  return out;
}

std::optional<std::pair<Expr, Expr>> sides(const Study& study, const Equations& equations, const Check& check) {
  const std::optional<Expr> claim = claim_of(study, equations, check);
  if (!claim) return std::nullopt;
  if (check.is_constant) return std::pair(*claim, study.system.graph->zero());
  return std::pair(check.left, check.right);
}

Identity judge(const Study& study, const Equations& equations, const Check& check) {
  const std::optional<Expr> claim = claim_of(study, equations, check);
  if (!claim) return Identity::undecided;
  return judge_on_motions(equations, {*claim}).front();
}

} // namespace dalembert
