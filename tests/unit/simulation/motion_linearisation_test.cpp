// The equations of motion linearised by their entries: row by row where rows are short, along directions else.
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/motion/motion_linearisation.h>
#include <dalembert/simulation/solving/dynamics.h>

#include "study_builder.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dalembert::test {
namespace {

/// Masses on springs of third order and dampers along a line, the first on a wall: mass 1 + i, stiffness 3.
struct SpringLine : StudyBuilder {
  explicit SpringLine(int count) : StudyBuilder("SpringLine") {
    Graph& all = graph();
    Expr before = all.zero();
    Expr rate_before = all.zero();
    for (int i = 0; i < count; ++i) {
      Expr v;
      const Expr x = coordinate("x" + std::to_string(i), v);
      energy(EnergyKind::kinetic, all.scale(Rational(1 + i, 2), all.square(v)));
      const Expr stretch = all.sub(x, before);
      energy(EnergyKind::potential, all.scale(Rational(3, 4), all.square(all.square(stretch))));
      energy(EnergyKind::dissipation, all.scale(Rational(1, 2), all.square(all.sub(v, rate_before))));
      before = x;
      rate_before = v;
    }
  }
};

/// Points on light links, angles from the vertical: all rows hold all angles.
struct Links : StudyBuilder {
  explicit Links(int count) : StudyBuilder("Links") {
    Graph& all = graph();
    Expr x = all.zero();
    Expr y = all.zero();
    for (int i = 0; i < count; ++i) {
      Expr v;
      const Expr angle = coordinate("a" + std::to_string(i), v);
      x = all.add(x, all.mul(all.cos(angle), v)); // rates of the point
      y = all.add(y, all.mul(all.sin(angle), v));
      energy(EnergyKind::kinetic, all.scale(Rational(1, 2), all.add(all.square(x), all.square(y))));
      energy(EnergyKind::potential, all.scale(Rational(-10), all.cos(angle)));
    }
  }
};

/// A state of the motion that is solved, and the equations linearised there.
struct Linearised {
  explicit Linearised(const StudyBuilder& of) : engine(of.engine()), motion(engine, 1e-9) {
    State state{0.0, {}, {}};
    for (std::size_t i = 0; i < engine.coordinates(); ++i) {
      state.q.push_back(0.3 * static_cast<double>(i) + 0.1 * std::sin(static_cast<double>(i)));
      state.v.push_back(std::cos(static_cast<double>(3 * i)));
    }
    motion.start(state, nullptr);
    const OdeProblem problem = motion.problem();
    EXPECT_TRUE(problem.second_order);
    EXPECT_TRUE(problem.second_order->linearise(0.0, motion.packed(), values));
  }
  Engine engine;
  Motion motion;
  LinearisedMotion values;
};

TEST(MotionLinearisation, short_rows_have_the_entries_of_neighbours_alone) {
  constexpr std::size_t n = 40;
  const SpringLine line(n);
  Linearised at(line);
  EXPECT_TRUE(at.engine.matrices->get().is_by_rows);
  const MotionPattern& pattern = *at.values.pattern;
  ASSERT_EQ(pattern.columns.size(), 3 * n - 2);
  const std::vector<double> y = at.motion.packed();
  const auto stiffness = [&](std::size_t spring) { // 9 stretch²
    const double stretch = y[spring] - (spring > 0 ? y[spring - 1] : 0.0);
    return 9 * stretch * stretch;
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t entry = pattern.begins[i]; entry < pattern.begins[i + 1]; ++entry) {
      const std::size_t j = pattern.columns[entry];
      const bool is_last = i + 1 == n;
      const double k = i == j ? stiffness(i) + (is_last ? 0.0 : stiffness(i + 1)) : -stiffness(std::max(i, j));
      const double d = i == j ? (is_last ? 1.0 : 2.0) : -1.0;
      // Exact derivatives: rounding of a few products.
      EXPECT_NEAR(at.values.by_position[entry], k, 1e-12 * (1 + std::abs(k)));
      EXPECT_NEAR(at.values.by_rate[entry], d, 1e-14); // exact: ulps of 2
      // Exact: ulps of up to 40.
      EXPECT_NEAR(at.values.by_acceleration[entry], i == j ? 1.0 + static_cast<double>(i) : 0.0, 1e-12);
    }
}

TEST(MotionLinearisation, programs_of_short_rows_grow_as_their_number) {
  const auto operations = [](int n) {
    const SpringLine line(n);
    return line.engine().matrices->get().operations;
  };
  EXPECT_LT(operations(400), 4.1 * operations(100));
}

TEST(MotionLinearisation, long_rows_are_derivatives_along_directions) {
  constexpr std::size_t n = 13; // not a multiple of the directions at once
  const Links links(n);
  Linearised at(links);
  EXPECT_FALSE(at.engine.matrices->get().is_by_rows);
  ASSERT_EQ(at.values.by_position.size(), n * n);
  const std::vector<double> derivatives = [&] {
    const std::shared_ptr<const Executor> program = at.engine.derivatives->get();
    return evaluated_once(*program, at.motion.inputs().first(program->inputs()));
  }();
  for (std::size_t i = 0; i < n * n; ++i) {
    // The same derivatives along several directions at once: rounding of sums over 13 links.
    EXPECT_NEAR(at.values.by_position[i], derivatives[i], 1e-11 * (1 + std::abs(derivatives[i])));
    // Likewise.
    EXPECT_NEAR(at.values.by_rate[i], derivatives[n * n + i], 1e-11 * (1 + std::abs(derivatives[n * n + i])));
    EXPECT_NEAR(at.values.by_acceleration[i], at.motion.dynamics().mass()[i], 1e-12); // the same sums: rounding
  }
}

} // namespace
} // namespace dalembert::test
