#include <dalembert/derivation/form_table.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include "printed_model.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string_view>
#include <vector>

namespace dalembert::test {
namespace {

/// The sleigh in its own speeds u (along the blade) and ω, with S = ½ m a_G² + ½ I_G ω̇², the energy of the
/// accelerations, as a function of u̇ and ω̇ on the constraint.
class SleighOfGibbsAndAppell : public testing::Test {
protected:
  SleighOfGibbsAndAppell()
      : model_("seeds/s0_chaplygin_sleigh.mech"),
        graph_(*model_.equations.system->graph),
        hamel_(derive_form(model_.equations, Form::hamel)) {}

  [[nodiscard]] Expr parameter(std::string_view name) const {
    for (const Parameter& p : model_.equations.system->parameters)
      if (p.name == name) return p.symbol;
    throw std::runtime_error("no such parameter");
  }

  /// a_G from the position of G by two sweeps along the motion ẋ = u cos θ, ẏ = u sin θ, θ̇ = ω.
  [[nodiscard]] Expr acceleration_energy() {
    const System& system = *model_.equations.system;
    const Expr theta = system.coordinates[2].position;
    const Expr u = hamel_.speeds[0];
    const Expr w = hamel_.speeds[1];
    const std::vector<Seed> motion{{system.coordinates[0].position, graph_.mul(u, graph_.cos(theta))},
                                   {system.coordinates[1].position, graph_.mul(u, graph_.sin(theta))},
                                   {theta, w},
                                   {u, hamel_.speed_rates[0]},
                                   {w, hamel_.speed_rates[1]}};
    const Expr b = parameter("b");
    const std::vector<Expr> centre{graph_.add(system.coordinates[0].position, graph_.mul(b, graph_.cos(theta))),
                                   graph_.add(system.coordinates[1].position, graph_.mul(b, graph_.sin(theta)))};
    const std::vector<Expr> a = directional(graph_, directional(graph_, centre, motion), motion);
    const Expr about_centre = graph_.sub(parameter("I_C"), graph_.mul(parameter("m"), graph_.square(b)));
    const Expr twice = graph_.add(graph_.mul(parameter("m"), graph_.add(graph_.square(a[0]), graph_.square(a[1]))),
                                  graph_.mul(about_centre, graph_.square(hamel_.speed_rates[1])));
    return graph_.scale(Rational(1, 2), twice);
  }

  PrintedModel model_;
  Graph& graph_;
  MotionForm hamel_;
};

TEST_F(SleighOfGibbsAndAppell, slopes_of_the_acceleration_energy_are_hamels_equations) {
  const std::vector<Expr> slopes = gradient(graph_, acceleration_energy(), hamel_.speed_rates);
  ASSERT_EQ(slopes.size(), hamel_.residual.size());
  for (std::size_t r = 0; r < slopes.size(); ++r)
    EXPECT_TRUE(are_equal(graph_, slopes[r], hamel_.residual[r])) << r;
}

TEST_F(SleighOfGibbsAndAppell, the_speeds_change_as_the_books_say) {
  const std::vector<Expr> slopes = gradient(graph_, acceleration_energy(), hamel_.speed_rates);
  const Expr u = hamel_.speeds[0];
  const Expr w = hamel_.speeds[1];
  const Expr m = parameter("m");
  const Expr b = parameter("b");
  // u̇ = b ω², ω̇ = −m b u ω/(I_G + m b²)
  const std::vector<Replacement> solved{
      {hamel_.speed_rates[0], graph_.mul(b, graph_.square(w))},
      {hamel_.speed_rates[1], graph_.neg(graph_.div(graph_.product({m, b, u, w}), parameter("I_C")))}};
  for (const Expr slope : slopes)
    EXPECT_TRUE(is_zero(graph_, substitute(graph_, slope, solved)));
}

} // namespace
} // namespace dalembert::test
