// The kernels of sine and cosine against MPFR.
#include <dalembert/jit/turns.h>
#include <dalembert/program/library_turn.h>
#include <dalembert/program/turns.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mpfr.h>
#include <numbers>
#include <random>
#include <vector>

namespace dalembert {
namespace {

using Vector = std::vector<double>;

/// A number of MPFR with so many bits that the reduction of any double leaves enough.
class Wide {
public:
  Wide() { mpfr_init2(number_, 1300); }
  ~Wide() { mpfr_clear(number_); }
  Wide(const Wide&) = delete;
  Wide& operator=(const Wide&) = delete;
  mpfr_ptr get() { return number_; }

private:
  mpfr_t number_;
};

enum class Turn { sine, cosine };

/// The error of `found` in units in the last place of the exact value.
double error_in_ulps(Turn turn, double angle, double found) {
  static Wide exact;
  static Wide difference;
  mpfr_set_d(difference.get(), angle, MPFR_RNDN);
  if (turn == Turn::sine)
    mpfr_sin(exact.get(), difference.get(), MPFR_RNDN);
  else
    mpfr_cos(exact.get(), difference.get(), MPFR_RNDN);
  mpfr_sub_d(difference.get(), exact.get(), found, MPFR_RNDN);
  if (mpfr_zero_p(difference.get()) != 0) return 0.0;
  constexpr mpfr_exp_t bits = 53;
  constexpr mpfr_exp_t smallest = -1073; // exponent of the smallest number, mantissa in [1/2, 1)
  const mpfr_exp_t exponent = std::max(mpfr_get_exp(exact.get()) - bits + 1, smallest) - 1;
  mpfr_div_2si(difference.get(), difference.get(), exponent, MPFR_RNDN);
  return std::abs(mpfr_get_d(difference.get(), MPFR_RNDN));
}

struct Both {
  Vector sines;
  Vector cosines;
};

Both turned(Instructions instructions, Vector angles) {
  const std::size_t count = angles.size();
  const std::size_t padded = (count + turn_padding - 1) / turn_padding * turn_padding;
  angles.resize(padded);
  Both out{Vector(padded), Vector(padded)};
  turn_function(instructions, count)(angles.data(), out.sines.data(), out.cosines.data(), count);
  out.sines.resize(count);
  out.cosines.resize(count);
  return out;
}

void expect_accurate(const Vector& angles) {
  for (const double angle : angles) {
    const auto [sine, cosine] = sine_and_cosine(angle);
    ASSERT_LT(error_in_ulps(Turn::sine, angle, sine), 0.8) << angle;
    ASSERT_LT(error_in_ulps(Turn::cosine, angle, cosine), 0.8) << angle;
  }
  for (const Instructions set : {Instructions::avx2, Instructions::avx512}) {
    if (set > best_instructions()) continue;
    const Both found = turned(set, angles);
    for (std::size_t i = 0; i < angles.size(); ++i) {
      const auto [sine, cosine] = sine_and_cosine(angles[i]);
      ASSERT_EQ(found.sines[i], sine) << angles[i];
      ASSERT_EQ(found.cosines[i], cosine) << angles[i];
    }
  }
}

TEST(Turns, angles_of_every_size_are_accurate) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> mantissa(-2, 2);
  Vector angles;
  for (int exponent = -1074; exponent < 1023; ++exponent)
    for (int k = 0; k < 4; ++k)
      angles.push_back(std::ldexp(mantissa(random), exponent));
  expect_accurate(angles);
}

TEST(Turns, usual_angles_are_accurate) {
  std::mt19937_64 random(2);
  Vector angles;
  for (const double size : {0.8, 7.0, 100.0, 1e5})
    for (int k = 0; k < 5000; ++k)
      angles.push_back(std::uniform_real_distribution<double>(-size, size)(random));
  expect_accurate(angles);
}

TEST(Turns, angles_next_to_multiples_of_a_right_angle_are_accurate) {
  std::mt19937_64 random(3);
  Vector angles;
  for (int k = 0; k < 5000; ++k) {
    const double multiple = std::floor(std::ldexp(1.0, k % 30) * std::uniform_real_distribution<double>(1, 2)(random));
    const double angle = multiple * (std::numbers::pi / 2);
    angles.insert(angles.end(), {angle, std::nextafter(angle, 0.0), -std::nextafter(angle, 2 * angle)});
  }
  expect_accurate(angles);
}

TEST(Turns, angles_about_the_largest_that_is_reduced_are_accurate) {
  Vector angles;
  for (double angle = largest_reduced_angle, other = angle; angles.size() < 200;) {
    angles.insert(angles.end(), {angle, -other});
    angle = std::nextafter(angle, std::numeric_limits<double>::infinity());
    other = std::nextafter(other, 0.0);
  }
  expect_accurate(angles);
}

TEST(Turns, bits_do_not_depend_on_how_many_angles_there_are) {
  for (const Instructions set : {Instructions::avx2, Instructions::avx512}) {
    if (set > best_instructions()) continue;
    for (std::size_t count = 1; count < 40; ++count) {
      std::mt19937_64 random(count);
      Vector angles(count);
      for (double& angle : angles)
        angle = std::uniform_real_distribution<double>(-9, 9)(random);
      if (count % 3 == 0) angles[count / 2] = 1e15; // the library's
      const Both found = turned(set, angles);
      for (std::size_t i = 0; i < count; ++i) {
        const auto [sine, cosine] = sine_and_cosine(angles[i]);
        EXPECT_EQ(found.sines[i], sine) << angles[i];
        EXPECT_EQ(found.cosines[i], cosine) << angles[i];
      }
    }
  }
}

TEST(Turns, special_angles_are_those_of_the_library) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const Vector angles = {0.0, -0.0, inf, 1.0, -inf, std::nan(""), 5e-324, -5e-324, 1e-310, 1e300};
  for (const Instructions set : {Instructions::avx2, Instructions::avx512}) {
    if (set > best_instructions()) continue;
    const Both found = turned(set, angles);
    for (std::size_t i = 0; i < angles.size(); ++i) {
      const double sine = std::sin(angles[i]);
      EXPECT_EQ(std::isnan(found.sines[i]), std::isnan(sine)) << angles[i];
      EXPECT_EQ(std::isnan(found.cosines[i]), std::isnan(sine)) << angles[i];
      if (std::isnan(sine)) continue;
      EXPECT_EQ(found.sines[i], sine) << angles[i];
      EXPECT_EQ(std::signbit(found.sines[i]), std::signbit(sine)) << angles[i];
      EXPECT_EQ(found.cosines[i], std::cos(angles[i])) << angles[i];
    }
  }
}

TEST(Turns, sines_have_the_opposite_sign_at_the_opposite_angle) {
  std::mt19937_64 random(4);
  Vector angles(800);
  for (double& angle : angles)
    angle = std::uniform_real_distribution<double>(0, 50)(random);
  Vector opposite = angles;
  for (double& angle : opposite)
    angle = -angle;
  if (best_instructions() == Instructions::none) GTEST_SKIP() << "no vectors";
  const Both one = turned(best_instructions(), angles);
  const Both other = turned(best_instructions(), opposite);
  for (std::size_t i = 0; i < angles.size(); ++i) {
    EXPECT_EQ(one.sines[i], -other.sines[i]);
    EXPECT_EQ(one.cosines[i], other.cosines[i]);
  }
}

} // namespace
} // namespace dalembert
