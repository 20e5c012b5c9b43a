#include <dalembert/analysis/admissible_point.h>
#include <dalembert/analysis/identity.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>

namespace dalembert {

namespace {

constexpr std::uint64_t states = 3;
constexpr std::uint64_t most_tries = 400; // three signs want 192 states, and half the points lack a root
constexpr unsigned most_branches = 64;
constexpr std::size_t most_signs = 3;

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

/// Looks at enough states of one branch: zero everywhere, not zero somewhere, or no state found.
Identity judge_branch(const AdmissiblePoints& points, unsigned branch) {
  std::uint64_t wanted = states;
  std::uint64_t seen = 0;
  for (std::uint64_t seed = 1; seed <= most_tries && seen < wanted; ++seed) {
    const std::optional<AdmissiblePoints::Values> values = points.values(seed, branch);
    if (!values) continue;
    if (values->signs > most_signs) return Identity::undecided;
    wanted = states << (2 * values->signs);
    ++seen;
    if (!values->claims.front().is_zero()) return Identity::not_always;
  }
  return seen >= wanted ? Identity::proved : Identity::undecided;
}

} // namespace

Identity judge(const Study& study, const Equations& equations, const Check& check) {
  const std::optional<Expr> claim = claim_of(study, equations, check);
  if (!claim) return Identity::undecided;
  const AdmissiblePoints points(equations, std::vector<Expr>{*claim});
  if (!points.is_solvable() || points.branches() > most_branches) return Identity::undecided;
  for (unsigned branch = 0; branch < points.branches(); ++branch)
    if (const Identity found = judge_branch(points, branch); found != Identity::proved) return found;
  return Identity::proved;
}

} // namespace dalembert
