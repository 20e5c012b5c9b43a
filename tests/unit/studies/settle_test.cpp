#include <dalembert/analysis/facts.h>
#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/studies/settle.h>

#include "../simulation/study_builder.h"

#include <gtest/gtest.h>

namespace dalembert {
namespace {

/// A particle on a line with V = ½·k·x² and a force u·x: what is conserved hangs on the numbers.
struct Spring : test::StudyBuilder {
  Expr x, v;
  explicit Spring(const Rational& stiffness, const Rational& push) : StudyBuilder("Spring") {
    Graph& g = graph();
    x = coordinate("x", v);
    const Expr k = parameter("k", stiffness);
    const Expr u = parameter("u", push);
    energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.square(v)));
    energy(EnergyKind::potential, g.scale(Rational(1, 2), g.mul(k, g.square(x))));
    Force force;
    force.name = "F";
    force.parts.push_back({g.mul(u, v), v}); // power u·v²
    study.system.forces.push_back(force);
    initial(x, Rational(1), true, "x");
    initial(v, Rational(1, 2), true, "x'");
  }

  /// Whether the energy is conserved: by the symbols, and with the numbers.
  [[nodiscard]] std::pair<Answer, Answer> energy_is_conserved() const {
    const Engine made = engine();
    const Equations equations = derived(std::make_shared<const Study>(study));
    MotionJudge judge(equations);
    std::vector<MomentumFacts> momenta = momentum_facts(equations, judge);
    EnergyFacts energy = energy_facts(equations, judge);
    const Answer exact = energy.is_conserved;
    std::vector<Symmetry> none;
    settle_by_real_states({momenta, energy, none}, made, consistent_initial_state(made));
    return {exact, energy.is_conserved};
  }
};

TEST(Settle, leaves_open_what_only_the_numbers_conserve) {
  const auto [exact, settled] = Spring(Rational(2), Rational(0)).energy_is_conserved();
  EXPECT_EQ(exact, Answer::no) << "the power of F is u·v²";
  EXPECT_EQ(settled, Answer::undecided) << "u = 0";
}

TEST(Settle, confirms_what_the_numbers_break) {
  const auto [exact, settled] = Spring(Rational(2), Rational(1, 1000)).energy_is_conserved();
  EXPECT_EQ(exact, Answer::no);
  EXPECT_EQ(settled, Answer::no);
}

} // namespace
} // namespace dalembert
