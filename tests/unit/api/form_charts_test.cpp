// Forms on independent speeds choose others where those they have do not determine the rates.
#include <dalembert/api/session.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dalembert {
namespace {

/// A knife edge with the coordinates declared in this order.
std::string sleigh(const std::string& order) {
  return fmt::format(R"(model Sleigh
param m = 2, J = 0.3, a = 0.2
coord {}
kinetic T = 1/2*m*((x' - a*theta'*sin(theta))^2 + (y' + a*theta'*cos(theta))^2) + 1/2*J*theta'^2
constraint blade: -x'*sin(theta) + y'*cos(theta) = 0
simulate 0..1
)",
                     order);
}

class EverySpeed : public testing::TestWithParam<std::string> {};

// Along x the rate of y is 0 whatever x′ is, and x′ does not follow from y′ (and the other way round along y).
TEST_P(EverySpeed, gives_way_where_it_does_not_determine_the_rates) {
  for (const double angle : {0.0, 1.5707963267948966}) {
    const std::vector<std::string> names =
        GetParam().front() == 'x' ? std::vector<std::string>{"x", "y"} : std::vector<std::string>{"y", "x"};
    State at;
    at.t = 0.0;
    at.q = {0.0, 0.0, angle};
    at.v = {0.0, 0.0, 1.5};
    at.v[(names[0] == "x") == (angle == 0.0) ? 0 : 1] = 0.7;
    Session lagrange("sleigh.mech", sleigh(GetParam()));
    const Evaluation wanted = lagrange.evaluate(at);
    Session session("sleigh.mech", sleigh(GetParam()));
    session.set_form(Form::eliminated);
    const Evaluation found = session.evaluate(at);
    ASSERT_EQ(found.accelerations.size(), wanted.accelerations.size());
    for (std::size_t i = 0; i < wanted.accelerations.size(); ++i)
      // Solved from other unknowns: rounding, times the condition of a 3 by 3 matrix.
      EXPECT_NEAR(found.accelerations[i], wanted.accelerations[i], 1e-12) << GetParam() << " at " << angle;
  }
}

INSTANTIATE_TEST_SUITE_P(FormCharts, EverySpeed, testing::Values("x, y, theta", "y, x, theta"));

} // namespace
} // namespace dalembert
