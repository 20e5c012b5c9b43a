// Derivatives of a motion through the library: a pendulum of small swings by closed forms, and what a stop leaves.
#include <dalembert/dalembert.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using namespace dalembert;

Session small_pendulum() {
  return {"pendulum.mech", "model Pendulum \"of small swings\"\n"
                           "param m = 1 [kg], l = 0.8 [m], g = 9.81 [m/s^2]\n"
                           "coord theta [rad]\n"
                           "kinetic T = 1/2*m*(l*theta')^2\n"
                           "potential V = 1/2*m*g*l*theta^2\n"
                           "initial theta = 0.1 [rad], theta' = 0\n"
                           "simulate 0..3 [s] { tolerance = 1e-12 }\n"};
}

TEST(SensitivitiesTest, SmallPendulumHasItsClosedForms) {
  Session session = small_pendulum();
  const RunResult result = session.run({});
  const Sensitivities found =
      session.sensitivities(result, session.sensitivity_causes({"l", "m", "theta", "theta'"}, {}));
  ASSERT_FALSE(found.end);
  ASSERT_EQ(found.causes.size(), 4U);
  ASSERT_EQ(found.times, result.table.times);
  const double l = 0.8;
  const double w = std::sqrt(9.81 / l);
  for (std::size_t row = 0; row < found.times.size(); ++row) {
    const double t = found.times[row];
    const std::vector<StateSensitivity>& by = found.rows[row];
    EXPECT_NEAR(by[0].q[0], 0.1 * std::sin(w * t) * t * w / (2.0 * l), 1e-10); // 100 tolerances (1e-12)
    EXPECT_NEAR(by[1].q[0], 0.0, 1e-13);                                       // the motion does not know m: rounding
    EXPECT_NEAR(by[2].q[0], std::cos(w * t), 1e-9);      // 1000 tolerances (1e-12): by 0.1 rad at the start
    EXPECT_NEAR(by[2].v[0], -w * std::sin(w * t), 1e-8); // likewise of rates, times ω = 3.5 1/s
    EXPECT_NEAR(by[3].q[0], std::sin(w * t) / w, 1e-9);
  }
}

TEST(SensitivitiesTest, AStopKeepsWhatIsKnown) {
  Session session = small_pendulum();
  const RunResult result = session.run({});
  StopToken stop;
  stop.request();
  const Sensitivities found = session.sensitivities(result, session.sensitivity_causes({"l"}, {}), &stop);
  EXPECT_TRUE(found.is_interrupted);
  ASSERT_TRUE(found.end);
  EXPECT_EQ(found.end->time, 0.0);
  ASSERT_EQ(found.final.size(), 1U);
  EXPECT_EQ(found.final[0].q[0], 0.0);
}

} // namespace
