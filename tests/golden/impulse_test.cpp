#include <dalembert/textbook/impulse_form.h>

#include "printed_model.h"

#include <gmock/gmock.h>

namespace dalembert::test {
namespace {

std::vector<std::string> texts(const std::vector<std::optional<PlainEquation>>& lines) {
  std::vector<std::string> out;
  for (const auto& line : lines)
    out.push_back(line ? line->text() : "");
  return out;
}

TEST(ImpulseForm, pinned_rods_that_strike_a_stop_obey_the_textbooks_five_equations) {
  const PrintedModel model("seeds/s4_rods_impact.mech");
  const ImpulseForm form = impulse_form(model.equations);
  EXPECT_THAT(texts(form.balances),
              testing::ElementsAre("m*jump(x1') = impulse(lambda.pin) - stop", "m*jump(x2') + impulse(lambda.pin) = 0",
                                   "m*a*jump(theta1')/3 = impulse(lambda.pin) + stop",
                                   "m*a*jump(theta2')/3 = impulse(lambda.pin)"));
  EXPECT_THAT(texts(form.persistences),
              testing::ElementsAre("jump(x1') - jump(x2') + a*(jump(theta1') + jump(theta2')) = 0"));
  EXPECT_THAT(texts(form.restitutions),
              testing::ElementsAre("a*jump(theta1') - jump(x1') = (e + 1)*(x1' - a*theta1')"));
}

TEST(ImpulseForm, a_law_that_is_no_linear_equation_has_no_line) {
  const PrintedModel model("seeds/s4_rods_impact_energy.mech");
  EXPECT_THAT(texts(impulse_form(model.equations).restitutions), testing::ElementsAre(""));
}

TEST(ImpulseForm, the_mass_matrix_is_collected_as_in_the_equations_of_motion) {
  const PrintedModel model("gallery/double_pendulum.mech");
  EXPECT_EQ(texts(impulse_form(model.equations).balances).at(0),
            "(m1 + m2)*l1*jump(theta1') + m2*l2*cos(theta1 - theta2)*jump(theta2') = 0");
}

} // namespace
} // namespace dalembert::test
