#include <dalembert/exact/sign_judge.h>

#include "particle.h"

#include <gtest/gtest.h>

#include <vector>

namespace dalembert {
namespace {

/// L₁·L₂ − Σ Mᵢ² > 0 beside L₁ > 0, L₂ > 0 and the same: they differ where both L are negative, whatever the Mᵢ are.
TEST(SignNeeds, leave_out_what_was_negative_by_chance) {
  Particle p;
  Graph& g = p.graph;
  const Expr l1 = g.symbol("L1");
  const Expr l2 = g.symbol("L2");
  std::vector<Expr> positive{l1, l2};
  Expr surplus = g.mul(l1, l2);
  for (const char* const name : {"M1", "M2", "M3", "M4", "M5", "M6"}) {
    positive.push_back(g.symbol(name));
    surplus = g.sub(surplus, g.square(positive.back()));
  }
  for (const Expr symbol : positive) {
    Parameter parameter;
    parameter.symbol = symbol;
    p.system->parameters.push_back(parameter);
  }
  SignJudge judge(*p.system, positive, {});
  const std::vector<Expr> said{surplus};
  const std::vector<Expr> meant{l1, l2, surplus};
  EXPECT_EQ(judge.needed_to_agree(meant, AllPositive(g, said), AllPositive(g, meant)), (std::vector<Expr>{l1, l2}));
}

} // namespace
} // namespace dalembert
