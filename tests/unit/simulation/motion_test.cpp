#include <dalembert/simulation/motion/motion.h>

#include "pendulum_study.h"

#include <gtest/gtest.h>

namespace dalembert {
namespace {

TEST(Motion, names_what_is_integrated) {
  const Engine engine = test::PendulumStudy().engine();
  Motion motion(engine, 1e-10);
  const OdeProblem problem = motion.problem();
  EXPECT_EQ(problem.name(0), "x");
  EXPECT_EQ(problem.name(1), "y");
  EXPECT_EQ(problem.name(2), "x'");
  EXPECT_EQ(problem.name(3), "y'");
  EXPECT_EQ(problem.name(4), "the work done");
}

} // namespace
} // namespace dalembert
