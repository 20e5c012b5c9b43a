#include <dalembert/analysis/identity.h>
#include <dalembert/analysis/row_proof.h>
#include <dalembert/analysis/truth.h>
#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <memory>
#include <utility>

namespace dalembert {

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

/// The motion on every branch of its frictions, each made when first wanted.
class EveryMotion {
public:
  EveryMotion(const Equations& equations, const RealSample* sample) : equations_(equations), sample_(sample) {}

  /// Whether a claim vanishes on all of them.
  Answer holds(Expr claim) {
    Answer out = Answer::yes;
    for (std::size_t i = 0; i < branches(); ++i) {
      const Answer found = test(i).holds(claim);
      if (found == Answer::no) return found;
      if (found == Answer::undecided) out = found;
    }
    return out;
  }

  /// True where exact points may see a difference that the reals do not have.
  bool may_misjudge(Expr claim) {
    const std::vector<Expr> one{claim};
    return has_real_branches(*equations_.system->graph, one) || motions_.front()->own_branches().size() > 0 ||
           has_tables();
  }
  [[nodiscard]] bool has_tables() const { return !equations_.system->tables.empty(); }
  [[nodiscard]] bool fails_at_real_state(Expr claim) const {
    return sample_ != nullptr && failure_in(*sample_, *equations_.system->graph, claim).has_value();
  }

  /// True where real states say nothing against a proof.
  [[nodiscard]] bool has_rounded_states() const { return sample_ != nullptr && spans_rounding(*sample_); }

  [[nodiscard]] bool is_contradicted(Expr claim) const {
    return sample_ != nullptr && dalembert::is_contradicted(*sample_, *equations_.system->graph, claim);
  }

private:
  static constexpr unsigned signs_of_a_friction = 2; // of slip and normal force
  [[nodiscard]] std::size_t branches() const {
    return std::size_t{1} << (signs_of_a_friction * equations_.frictions.size());
  }

  TruthTest& test(std::size_t index) {
    while (tests_.size() <= index) {
      std::vector<FrictionBranch> frictions(equations_.frictions.size());
      for (std::size_t f = 0; f < frictions.size(); ++f) {
        const std::size_t bits = tests_.size() >> (signs_of_a_friction * f);
        frictions[f] = {(bits & 1U) != 0 ? -1 : 1, (bits & 2U) != 0 ? -1 : 1};
      }
      motions_.push_back(std::make_unique<RelaxedMotion>(equations_, std::move(frictions), sample_));
      tests_.push_back(std::make_unique<TruthTest>(*motions_.back()));
    }
    return *tests_[index];
  }

  const Equations& equations_;
  const RealSample* sample_;
  std::vector<std::unique_ptr<RelaxedMotion>> motions_;
  std::vector<std::unique_ptr<TruthTest>> tests_;
};

/// What the exact points say, and the real states where these know more.
Answer judged(EveryMotion& motion, Expr claim, bool has_sample) {
  switch (motion.holds(claim)) {
  case Answer::yes:
    if (motion.is_contradicted(claim))
      throw InternalError("an exact proof and a real state of the motion contradict one another");
    if (!motion.fails_at_real_state(claim)) return Answer::yes;
    return motion.has_rounded_states() ? Answer::undecided : Answer::no;
  case Answer::no:
    if ((!has_sample && !motion.has_tables()) || !motion.may_misjudge(claim) || motion.fails_at_real_state(claim))
      return Answer::no;
    return Answer::undecided;
  case Answer::undecided:
    return motion.fails_at_real_state(claim) ? Answer::no : Answer::undecided;
  }
  return Answer::undecided;
}

} // namespace

std::vector<Answer> judge_on_motions(const Equations& equations, const std::vector<Expr>& claims,
                                     const RealSample* sample) {
  const Graph& graph = *equations.system->graph;
  EveryMotion motion(equations, sample);
  std::vector<Answer> out;
  for (const Expr claim : claims) {
    Answer verdict = graph.is_zero(claim) ? Answer::yes : judged(motion, claim, sample != nullptr);
    if (verdict == Answer::undecided && is_zero(graph, claim)) verdict = Answer::yes;
    out.push_back(verdict);
  }
  return out;
}

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
  const Answer equal = judge_on_motions(equations, {*claim}, sample).front();
  if (check.relation == Comparison::equal) return equal;
  if (equal != Answer::yes) return Answer::undecided;
  const bool is_strict = check.relation == Comparison::less || check.relation == Comparison::greater;
  return is_strict ? Answer::no : Answer::yes;
}

} // namespace dalembert
