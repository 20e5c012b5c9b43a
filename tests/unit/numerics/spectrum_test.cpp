#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/spectrum.h>

#include <gmock/gmock.h>

#include <array>
#include <cmath>

namespace dalembert {
namespace {

using ::testing::SizeIs;

TEST(Spectrum, of_a_rotation_is_a_conjugate_pair) {
  const std::array<double, 4> entries{0, -2, 2, 0};
  const Spectrum found = spectrum(DenseMatrix(2, 2, entries));
  ASSERT_THAT(found.values, SizeIs(2));
  EXPECT_NEAR(std::abs(found.values[0] - std::complex<double>(0, 2)), 0.0, 1e-14); // 45 ulps of 1: two unknowns
  EXPECT_NEAR(std::abs(found.values[1] - std::complex<double>(0, -2)), 0.0, 1e-14);
}

TEST(Spectrum, vectors_belong_to_their_values) {
  const std::array<double, 9> entries{1, 2, 0, 0, 3, -1, 4, 0, -2};
  const DenseMatrix a(3, 3, entries);
  const Spectrum found = spectrum(a);
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 3; ++i) {
      std::complex<double> sum = -found.values[k] * found.vectors[k][i];
      for (std::size_t j = 0; j < 3; ++j)
        sum += a.at(i, j) * found.vectors[k][j];
      EXPECT_NEAR(std::abs(sum), 0.0, 1e-13); // three unknowns below 5: ulps of products
    }
}

TEST(PrincipalAxes, diagonalise_both_matrices) {
  const std::array<double, 4> k{3, -1, -1, 1};
  const std::array<double, 4> m{2, 0, 0, 1};
  const DenseMatrix stiffness(2, 2, k);
  const DenseMatrix mass(2, 2, m);
  const PrincipalAxes axes = principal_axes(stiffness, mass);
  EXPECT_NEAR(axes.values[0], 0.5, 1e-14); // two unknowns: 45 ulps of 1
  EXPECT_NEAR(axes.values[1], 2.0, 1e-14);
  const DenseMatrix one = axes.vectors.transposed() * mass * axes.vectors;
  EXPECT_NEAR(norm(one - DenseMatrix::identity(2)), 0.0, 1e-14);
}

TEST(PrincipalAxes, refuse_a_mass_that_is_not_positive) {
  const std::array<double, 4> m{1, 0, 0, -1};
  EXPECT_THROW(static_cast<void>(principal_axes(DenseMatrix::identity(2), DenseMatrix(2, 2, m))), SolveError);
}

TEST(LeastNorm, finds_rank_null_space_and_the_shortest_solution) {
  const std::array<double, 6> entries{1, 1, 0, 2, 2, 0};
  const std::array<double, 2> right{1, 2};
  const LeastNorm found = solve_least_norm(DenseMatrix(2, 3, entries), right);
  EXPECT_EQ(found.rank, 1U);
  EXPECT_EQ(found.null_space.columns, 2U);
  EXPECT_NEAR(found.solution[0], 0.5, 1e-15); // singular values of 3 unknowns: a few ulps
  EXPECT_NEAR(found.solution[1], 0.5, 1e-15);
  EXPECT_NEAR(found.solution[2], 0.0, 1e-15);
}

TEST(SolveSquare, refuses_a_singular_matrix) {
  EXPECT_THROW(static_cast<void>(solve_square(DenseMatrix(2, 2), DenseMatrix::identity(2))), SolveError);
}

/// A chain of springs between walls, each mass held by `ground` as well: the stiffness of a large model.
DenseMatrix chain_stiffness(std::size_t n, double ground) {
  DenseMatrix out(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    out.at(i, i) = 2.0 + ground;
    if (i > 0) out.at(i, i - 1) = -1.0;
    if (i + 1 < n) out.at(i, i + 1) = -1.0;
  }
  return out;
}

TEST(LeastNorm, of_a_large_regular_system_is_its_solution) {
  constexpr std::size_t n = 100;
  const DenseMatrix a = chain_stiffness(n, 0.0);
  std::vector<double> right(n);
  for (std::size_t i = 0; i < n; ++i)
    right[i] = std::sin(static_cast<double>(i));
  const LeastNorm found = solve_least_norm(a, right);
  EXPECT_EQ(found.rank, n);
  EXPECT_EQ(found.null_space.columns, 0U);
  EXPECT_TRUE(is_clearly_regular(a, 1e-9));
  for (std::size_t i = 0; i < n; ++i) {
    double sum = -right[i];
    for (std::size_t j = 0; j < n; ++j)
      sum += a.at(i, j) * found.solution[j];
    EXPECT_NEAR(sum, 0.0, 1e-10); // the residual: rounding of sums of 100 terms of the solution
  }
}

TEST(LeastNorm, of_a_large_singular_system_keeps_its_null_space) {
  constexpr std::size_t n = 100;
  DenseMatrix a = chain_stiffness(n, 0.0);
  a.at(0, 0) = a.at(n - 1, n - 1) = 1.0; // free at both ends: the chain moves as a whole
  const LeastNorm found = solve_least_norm(a, std::vector<double>(n));
  EXPECT_EQ(found.rank, n - 1);
  EXPECT_EQ(found.null_space.columns, 1U);
  EXPECT_FALSE(is_clearly_regular(a, 1e-9));
}

} // namespace
} // namespace dalembert
