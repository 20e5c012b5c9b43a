#include <dalembert/studies/linear_spectrum.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>

namespace dalembert {
namespace {

using testing::ElementsAre;

SteadyState described(std::size_t n, std::initializer_list<double> entries) {
  BigMatrix matrix(n, n);
  std::size_t i = 0;
  for (const double entry : entries)
    matrix.entries[i++] = BigFloat(entry);
  SteadyState out;
  out.is_precise = true;
  describe_spectrum(out, matrix, 1e-40);
  return out;
}

TEST(LinearSpectrum, equal_oscillators_oscillate_unless_one_drives_the_other) {
  EXPECT_EQ(described(4, {0, 0, 1, 0, 0, 0, 0, 1, -4, 0, 0, 0, 0, -4, 0, 0}).motion, LinearMotion::oscillates);
  const SteadyState driven = described(4, {0, 0, 1, 0, 0, 0, 0, 1, -4, 0, 0, 0, 3, -4, 0, 0});
  EXPECT_EQ(driven.motion, LinearMotion::resonates);
  EXPECT_EQ(driven.spectrum.values.size(), 4U);
  for (const std::complex<double> s : driven.spectrum.values)
    EXPECT_EQ(std::abs(s.imag()), 2.0);
}

TEST(LinearSpectrum, different_oscillators_keep_their_frequencies) {
  const SteadyState found = described(4, {0, 0, 1, 0, 0, 0, 0, 1, -4, 0, 0, 0, 3, -9, 0, 0});
  EXPECT_EQ(found.motion, LinearMotion::oscillates);
  ASSERT_EQ(found.spectrum.values.size(), 4U);
  EXPECT_EQ(found.spectrum.values[0], std::complex<double>(0, 2));
  EXPECT_EQ(found.spectrum.values[2], std::complex<double>(0, 3));
}

TEST(LinearSpectrum, a_chain_of_zero_drifts_and_single_ones_are_neutral) {
  const SteadyState free_particle = described(2, {0, 1, 0, 0});
  EXPECT_EQ(free_particle.motion, LinearMotion::drifts);
  EXPECT_THAT(free_particle.zero_chains, ElementsAre(2));
  const SteadyState two = described(2, {0, 0, 0, 0});
  EXPECT_EQ(two.motion, LinearMotion::neutral);
  EXPECT_THAT(two.zero_chains, ElementsAre(1, 1));
  EXPECT_EQ(two.zeros, 2U);
}

TEST(LinearSpectrum, real_parts_decide_before_all_else) {
  EXPECT_EQ(described(2, {0, 1, -2, -3}).motion, LinearMotion::asymptotically_stable);
  EXPECT_EQ(described(2, {0, 1, 2, -1}).motion, LinearMotion::unstable);
  EXPECT_EQ(described(2, {0, 1, 0, -1}).motion, LinearMotion::returns_to_family);
  EXPECT_EQ(described(2, {0, 1, -2, 0.5}).motion, LinearMotion::unstable);
}

} // namespace
} // namespace dalembert
