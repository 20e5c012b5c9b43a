#include <dalembert/api/session.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace dalembert::test {
namespace {

/// A random model with a count: masses alike or not, neighbours or all pairs coupled, swinging or sliding, damped,
/// driven, constrained member by member.
std::string random_family(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto chance = [&random](int out_of) { return random() % static_cast<std::uint64_t>(out_of) == 0; };
  const auto one_of = [&random](const std::vector<std::string>& all) { return all[random() % all.size()]; };
  const std::string mass = one_of({"m", "m[i]"});
  const std::string stiffness = one_of({"k", "k[i]"});
  const bool has_base = chance(2);
  std::string out = fmt::format("model Family{}\ncount n = 3\nparam m{}, k{}, l, g, c, b\ncoord x[1..n]{}\n", seed,
                                mass == "m" ? "" : "[1..n]", stiffness == "k" ? "" : "[1..n]", has_base ? ", y" : "");
  const std::string base = has_base ? "y" : "0";
  out += fmt::format("let X[i in 0..n] = if i = 0 then {} else X[i-1] + l*{}\n", base,
                     one_of({"sin(x[i])", "x[i]", "x[i]^2"}));
  std::string kinetic = fmt::format("sum(i in 1..n: 1/2*{}*x[i]'^2)", mass);
  if (has_base) kinetic += " + 1/2*b*y'^2";
  if (chance(2)) kinetic += fmt::format(" + sum(i in 1..n: 1/2*{}*X[i]'^2)", mass);
  out += "kinetic T = " + kinetic + "\n";
  const std::vector<std::string> potentials{fmt::format("sum(i in 1..n: 1/2*{}*x[i]^2)", stiffness),
                                            fmt::format("sum(i in 2..n: 1/2*{}*(x[i] - x[i-1])^2)", stiffness),
                                            fmt::format("sum(i in 1..n: {}*g*cos(x[i]))", mass),
                                            "sum(i in 1..n: sum(j in 1..n: b*x[i]*x[j]))",
                                            "sum(i in 1..n: sum(j in 1..n: g*cos(x[i] - x[j])))",
                                            "sum(i in 1..n-1: g*cos(x[i+1] - x[i]))",
                                            fmt::format("sum(i in 1..n: {}*g*X[i])", mass)};
  out += fmt::format("potential V = {} + {}\n", one_of(potentials), one_of(potentials));
  if (chance(2)) out += "dissipation D = sum(i in 2..n: 1/2*c*(x[i]' - x[i-1]')^2)\n";
  if (chance(3)) out += "force F[i in 1..n] on x[i] = b*cos(x[i])\n";
  if (chance(4)) out += "coord z[1..n]\nconstraint hold[i in 1..n]: z[i]' = b*x[i]'\n";
  return out;
}

/// What is proved for two to six members is right for seven and eight as well.
TEST(Families, of_random_models_hold_beyond_the_sizes_they_are_proved_for) {
  constexpr int models = 120;
  int found = 0;
  for (std::uint64_t seed = 1; seed <= models; ++seed) {
    const std::string text = random_family(seed);
    Session session("family.mech", text);
    const std::optional<FamilyForm>& form = session.families();
    if (!form) continue;
    ++found;
    for (const int size : {7, 8}) {
      Session larger("family.mech", text, {fmt::format("n={}", size)});
      EXPECT_TRUE(holds_for(*form, larger.equations(), size)) << text;
    }
  }
  EXPECT_GT(found, 9 * models / 10);
}

} // namespace
} // namespace dalembert::test
