// What is called true must be true along runs: random claims about models with roots, redundant rows and redundant
// coordinates, proved by the judge and sampled as checks of a run that knows nothing of the proof.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/simulation/run/run.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace dalembert {
namespace {

constexpr unsigned seed = 20261122;

/// A model text whose initial values are random, and true equations about it with names that may be wrapped in roots.
struct Family {
  std::string text;                 ///< {0}, {1}: random initial values
  std::vector<std::string> claims;  ///< {} is where a wrapped name goes
  std::vector<std::string> wrapped; ///< names and their like
};

const std::vector<Family>& families() {
  static const std::vector<Family> all{
      {"model Pendulum\nparam m = 1, l = 1, g = 9.81\ncoord theta\nkinetic T = 1/2*m*l^2*theta'^2\n"
       "potential V = -m*g*l*cos(theta)\ninitial theta = {0}, theta' = {1}\nsimulate 0..1\n",
       {"l*theta'' + g*{} = 0", "theta''*{} = -g/l*sin(theta)^2", "{}*theta'^2 = sin(theta)*theta'^2"},
       {"sin(theta)"}},
      {"model Spring\nparam m = 1, k = 30, a = 1\ncoord x\nkinetic T = 1/2*m*x'^2\n"
       "potential V = 1/2*k*(sqrt(x^2 + a^2) - a)^2\ninitial x = {0}, x' = {1}\nsimulate 0..1\n",
       {"m*x'' + k*{}*(1 - a/sqrt(x^2 + a^2)) = 0", "sqrt({}^2 + a^2) = sqrt(x^2 + a^2)", "{}*x'' = x*x''"},
       {"x"}},
      {"model Crank\nparam L = 1, m = 1, F = 0.7\ncoord x, y, q, r\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
       "force push = F on y\nconstraint a1: x = L*cos(q)\nconstraint a2: y = L*sin(q)\n"
       "constraint b1: x = L*cos(r)\nconstraint b2: y = L*sin(r)\n"
       "initial q = {0}, r = {0}, x ~ cos({0}), y ~ sin({0}), q' ~ {1}\nsimulate 0..1\n",
       {"{} = y", "{}' = 0", "{}'' = 0", "x^2 + {}^2 = L^2", "x*x' + {}*y' = 0", "{} = L*sin(q)"},
       {"y", "x"}},
      {"model Twice\nparam m = 2, g = 9.81, L = 1\ncoord x, y, s\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
       "potential V = m*g*y\nconstraint rod: x^2 + y^2 = L^2\nconstraint sum: s = x + y\n"
       "constraint again: 2*s = 2*x + 2*y\ninitial x ~ sin({0}), y ~ -cos({0}), x' ~ {1}\nsimulate 0..0.5\n",
       {"s - {} = y", "{}' = s' - y'", "{}*x'' + y*y'' + x'^2 + y'^2 = 0", "{} = sqrt(L^2 - y^2)", "s'' = {}''"},
       {"x"}}};
  return all;
}

class Draw {
public:
  explicit Draw(unsigned start) : random_(start) {}
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }
  double value() {
    const double size = std::uniform_real_distribution<double>(0.2, 1.2)(random_);
    return below(2) == 0 ? size : -size;
  }
  std::string wrapped(const std::string& name) {
    const std::vector<std::string> forms{"{}",           "sqrt({0}^2)",      "abs({})",
                                         "-sqrt({0}^2)", "-abs({})",         "(({0}^2)^2)^(1/4)",
                                         "-({})",        "max({0}, -({0}))", "sqrt({0}^4)/abs({0})"};
    return "(" + fmt::format(fmt::runtime(forms[below(forms.size())]), name) + ")";
  }

private:
  std::mt19937 random_;
};

/// True where the claim, sampled along a run of the model, fails by far.
bool fails_along_run(const std::string& model, const std::string& claim) {
  Session session("model", model + "check " + claim + " { tolerance = 1e-4 }\n");
  RunOptions options;
  options.tolerance = 1e-10;
  const RunResult result = run(session.engine(), options);
  return result.checks.at(0).status == CheckStatus::fails;
}

TEST(Judge, calls_nothing_true_that_fails_along_a_run) {
  Draw draw(seed);
  int held = 0;
  int refused = 0;
  for (int i = 0; i < 120; ++i) {
    const Family& family = families()[draw.below(families().size())];
    const std::string model = fmt::format(fmt::runtime(family.text), draw.value(), draw.value());
    const std::string name = draw.wrapped(family.wrapped[draw.below(family.wrapped.size())]);
    const std::string claim = fmt::format(fmt::runtime(family.claims[draw.below(family.claims.size())]), name);
    if (claim.find(")'") != std::string::npos && claim.find("max") != std::string::npos) continue;
    SCOPED_TRACE(fmt::format("seed {}, claim {} of\n{}", i, claim, model));
    Session session("model", model);
    session.ask(claim);
    Verdict verdict = Verdict::undecided;
    ASSERT_NO_THROW(verdict = session.judgement().verdict);
    (is_true(verdict) ? held : refused) += 1;
    if (is_true(verdict)) {
      EXPECT_FALSE(fails_along_run(model, claim));
    }
  }
  EXPECT_GT(held, 20);
  EXPECT_GT(refused, 20);
}

} // namespace
} // namespace dalembert
