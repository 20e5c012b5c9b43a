#include <dalembert/base/errors.h>
#include <dalembert/exact/motion_judge.h>
#include <dalembert/exact/truth.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/zero_test.h>

namespace dalembert {
inline namespace exact {

MotionJudge::MotionJudge(const Equations& equations, const RealSample* sample)
    : equations_(equations), sample_(sample) {}

MotionJudge::~MotionJudge() = default;

Answer MotionJudge::vanishes(Expr claim) {
  const Graph& graph = *equations_.system->graph;
  if (graph.is_zero(claim)) return Answer::yes;
  Answer verdict = Answer::undecided;
  try {
    verdict = judged(claim);
  } catch (...) { // what was interrupted is not used again
    tests_.clear();
    motions_.clear();
    throw;
  }
  return verdict == Answer::undecided && is_zero(graph, claim) ? Answer::yes : verdict;
}

std::vector<Answer> MotionJudge::vanish(std::span<const Expr> claims) {
  std::vector<Answer> out;
  out.reserve(claims.size());
  for (const Expr claim : claims)
    out.push_back(vanishes(claim));
  return out;
}

/// What the exact points say, and the real states where these know more.
Answer MotionJudge::judged(Expr claim) {
  switch (holds(claim)) {
  case Answer::yes:
    if (sample_ != nullptr && is_contradicted(*sample_, *equations_.system->graph, claim))
      throw InternalError("an exact proof and a real state of the motion contradict one another");
    if ((branches() == 1 && test(0).is_seen_in_reals()) || !fails_at_real_state(claim)) return Answer::yes;
    return spans_rounding(*sample_) ? Answer::undecided : Answer::no; // rounded states say nothing against a proof
  case Answer::no:
    if ((sample_ == nullptr && !has_tables()) || !may_misjudge(claim) || fails_at_real_state(claim)) return Answer::no;
    return Answer::undecided;
  case Answer::undecided:
    return fails_at_real_state(claim) ? Answer::no : Answer::undecided;
  }
  return Answer::undecided;
}

/// Whether a claim vanishes on every branch.
Answer MotionJudge::holds(Expr claim) {
  Answer out = Answer::yes;
  for (std::size_t i = 0; i < branches(); ++i) {
    const Answer found = test(i).holds(claim);
    if (found == Answer::no) return found;
    if (found == Answer::undecided) out = found;
  }
  return out;
}

/// True where exact points may see a difference that the reals do not have.
bool MotionJudge::may_misjudge(Expr claim) {
  const Expr written_out = motions_.front()->written_out(claim);
  return has_real_branches(*equations_.system->graph, {&written_out, 1}) ||
         motions_.front()->own_branches().size() > 0 || has_tables();
}

bool MotionJudge::has_tables() const {
  return !equations_.system->tables.empty();
}

bool MotionJudge::fails_at_real_state(Expr claim) const {
  return sample_ != nullptr && failure_in(*sample_, *equations_.system->graph, claim).has_value();
}

std::size_t MotionJudge::branches() const {
  return friction_branch_count(equations_.frictions.size());
}

TruthTest& MotionJudge::test(std::size_t branch) {
  while (tests_.size() <= branch) {
    motions_.push_back(std::make_unique<RelaxedMotion>(
        equations_, friction_branch(equations_.frictions.size(), tests_.size()), sample_));
    tests_.push_back(std::make_unique<TruthTest>(*motions_.back()));
  }
  return *tests_[branch];
}

} // namespace exact
} // namespace dalembert
