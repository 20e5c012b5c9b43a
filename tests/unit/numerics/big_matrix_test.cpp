#include <dalembert/numerics/linear/big_matrix.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dalembert {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr double nothing = 1e-40;

BigMatrix big(std::size_t n, std::initializer_list<double> entries) {
  const std::vector<double> values(entries);
  return BigMatrix(DenseMatrix(n, n, values));
}

std::vector<std::complex<double>> values_of(const BigMatrix& matrix) {
  std::vector<std::complex<double>> out;
  const auto found = eigenvalues_precisely(matrix);
  for (const BigComplex& value : found.value_or(std::vector<BigComplex>{}))
    out.push_back(value.rounded());
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
  });
  return out;
}

TEST(SolvePrecisely, gives_sixty_digits_of_a_third) {
  const auto x = solve_precisely(big(2, {3, 1, 0, 3}), BigMatrix(DenseMatrix(2, 1, std::array<double, 2>{1, 0})));
  ASSERT_TRUE(x);
  const BigFloat rest = x->at(0, 0) * BigFloat(3.0) - BigFloat(1.0);
  EXPECT_LT(std::abs(rest.to_double()), 1e-58); // a few ulps of sixty digits
  EXPECT_TRUE(x->at(1, 0).is_zero());
}

TEST(SolvePrecisely, refuses_a_singular_matrix) {
  EXPECT_FALSE(solve_precisely(big(2, {1, 2, 2, 4}), BigMatrix(2, 1)));
  EXPECT_FALSE(solve_precisely(big(2, {1, 2, 2, 4}), BigMatrix(2, 1), PivotChoice::of_column));
}

TEST(SplitZero, counts_chains_and_keeps_the_rest) {
  // Chains of length 3 and 1 of the eigenvalue 0, beside −7, turned by a regular matrix of whole numbers.
  BigMatrix jordan = big(5, {0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -7});
  const BigMatrix turn = big(5, {1, 2, 0, 1, 3, 0, 1, 4, 1, 0, 2, 0, 1, 0, 1, 1, 1, 0, 5, 2, 0, 3, 1, 0, 1});
  const BigMatrix turned = *solve_precisely(turn, jordan * turn);
  const ZeroEigenvalue found = split_zero(turned, nothing);
  EXPECT_THAT(found.chains, ElementsAre(3, 1));
  EXPECT_EQ(found.multiplicity(), 4U);
  ASSERT_EQ(found.rest.rows, 1U);
  EXPECT_DOUBLE_EQ(found.rest.at(0, 0).to_double(), -7.0);
}

TEST(SplitZero, leaves_small_eigenvalues_beside_large_ones) {
  const ZeroEigenvalue found = split_zero(big(3, {2e4, 0, 0, 0, 0, 1, 0, -1e-12, 0}), nothing);
  EXPECT_THAT(found.chains, IsEmpty());
  EXPECT_EQ(found.rest.rows, 3U);
}

TEST(EigenvaluesPrecisely, of_a_rotation_have_no_real_part) {
  const auto found = values_of(big(2, {0, -2, 2, 0}));
  EXPECT_THAT(found, ElementsAre(std::complex<double>(0, -2), std::complex<double>(0, 2)));
}

TEST(EigenvaluesPrecisely, of_a_defective_pair_have_no_real_part) {
  // (s² + 1)² = 0 in one chain.
  const auto found = values_of(big(4, {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, -2, 0}));
  ASSERT_THAT(found, SizeIs(4));
  for (const std::complex<double>& s : found) {
    EXPECT_EQ(s.real(), 0.0);
    EXPECT_DOUBLE_EQ(std::abs(s.imag()), 1.0);
  }
}

TEST(EigenvaluesPrecisely, of_the_companion_matrix_of_six_whole_roots) {
  const auto found = values_of(big(6, {21, -175, 735, -1624, 1764, -720, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,
                                       0,  0,    1,   0,     0,    0,    0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0}));
  ASSERT_THAT(found, SizeIs(6));
  for (std::size_t k = 0; k < 6; ++k)
    EXPECT_EQ(found[k], std::complex<double>(static_cast<double>(k + 1), 0.0));
}

TEST(EigenvectorsPrecisely, of_a_double_value_are_two) {
  const BigMatrix a = big(3, {2, 0, 0, 0, 2, 0, 1, 0, 5});
  const auto found = eigenvectors_precisely(a, {BigFloat(2.0), BigFloat(0.0)});
  ASSERT_THAT(found, SizeIs(2));
  for (const auto& x : found)
    EXPECT_NEAR(std::abs(x[0] + 3.0 * x[2]), 0.0, 1e-15); // vectors are rounded to doubles
}

} // namespace
} // namespace dalembert
