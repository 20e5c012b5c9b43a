// What `analyse` says about every model, put to the judge: rates of momenta, symmetries and energy, splits of T.
#include <dalembert/analysis/facts.h>
#include <dalembert/analysis/koenig.h>
#include <dalembert/analysis/momentum_equation.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/api/session.h>
#include <dalembert/exact/motion_judge.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace dalembert::test {
namespace {

std::vector<std::string> models() {
  std::vector<std::string> out;
  for (const auto* const folder : {"/models/seeds", "/models/gallery"})
    for (const auto& entry : std::filesystem::directory_iterator(std::string(DALEMBERT_SOURCE_DIR) + folder))
      if (entry.path().extension() == ".mech") out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

class FactsOf : public testing::TestWithParam<std::string> {
protected:
  FactsOf() : session_(Session::open(GetParam())), equations_(session_.equations()), graph_(*equations_.system->graph) {
    motion_.push_back({equations_.system->time, graph_.one()});
    for (const Coordinate& c : equations_.system->coordinates) {
      motion_.push_back({c.position, c.rate});
      motion_.push_back({c.rate, c.acceleration});
    }
  }

  [[nodiscard]] Expr change(Expr e) { return directional(graph_, e, motion_); }

  void expect_on_motions(const std::vector<Expr>& claims, const char* what) {
    const std::vector<Answer> verdicts = MotionJudge(equations_).vanish(claims);
    for (std::size_t i = 0; i < verdicts.size(); ++i)
      EXPECT_NE(verdicts[i], Answer::no) << what << " " << i;
  }

  Session session_;
  const Equations& equations_;
  Graph& graph_;
  std::vector<Seed> motion_;
};

TEST_P(FactsOf, momenta_and_energy_change_at_the_rates_that_are_told) {
  MotionJudge judge(equations_);
  std::vector<Expr> claims;
  for (const MomentumFacts& m : momentum_facts(equations_, judge))
    claims.push_back(graph_.sub(change(m.momentum), m.rate));
  expect_on_motions(claims, "momentum");
  const EnergyFacts energy = energy_facts(equations_, judge);
  Expr power = graph_.zero();
  for (const PowerTerm& term : energy.balance)
    power = graph_.add(power, term.power);
  expect_on_motions({graph_.sub(change(energy.energy_function), power)}, "energy");
}

TEST_P(FactsOf, what_symmetries_keep_changes_at_the_rate_that_is_told) {
  const std::vector<Symmetry> found = symmetries(equations_).found;
  std::vector<Expr> claims;
  claims.reserve(found.size());
  for (const Symmetry& s : found)
    claims.push_back(graph_.sub(change(s.quantity), s.rate));
  expect_on_motions(claims, "symmetry");
}

TEST_P(FactsOf, momenta_along_the_constraints_change_at_the_rates_that_are_told_without_multipliers) {
  std::vector<Expr> claims;
  MotionJudge judge(equations_);
  const std::vector<Symmetry> found = symmetries(equations_, judge).found;
  for (const MomentumEquation& m : momentum_equations(equations_, found, judge)) {
    claims.push_back(graph_.sub(change(m.quantity), m.rate));
    claims.push_back(graph_.sub(m.rate, m.rate_on_constraints));
  }
  expect_on_motions(claims, "momentum equation");
}

TEST_P(FactsOf, koenigs_parts_are_the_kinetic_energy) {
  const auto split = koenig_split(equations_);
  if (!split) return;
  Expr sum = split->relative;
  for (const Expr v : split->velocity)
    sum = graph_.add(sum, graph_.scale(Rational(1, 2), graph_.mul(split->mass, graph_.square(v))));
  EXPECT_TRUE(are_equal(graph_, sum, equations_.energy.kinetic));
}

INSTANTIATE_TEST_SUITE_P(Models, FactsOf, testing::ValuesIn(models()),
                         [](const auto& model) { return std::filesystem::path(model.param).stem().string(); });

} // namespace
} // namespace dalembert::test
