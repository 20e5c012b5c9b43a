// Elimination over any field: factors that multiply to the matrix, the rank, the choice of pivots.
#include <dalembert/base/rational.h>
#include <dalembert/numerics/linear/big_matrix.h>
#include <dalembert/numerics/linear/elimination.h>

#include <gtest/gtest.h>

#include <array>

namespace dalembert {
namespace {

/// The first entry that is not 0, row by row.
std::optional<PivotPlace> first_nonzero(const Matrix<Rational>& a, std::size_t k) {
  for (std::size_t i = k; i < a.rows; ++i)
    for (std::size_t j = k; j < a.columns; ++j)
      if (!a.at(i, j).is_zero()) return PivotPlace{i, j};
  return std::nullopt;
}

TEST(Elimination, takes_a_rational_matrix_apart_exactly) {
  const std::array<int, 12> numbers = {0, 2, 1, 3, 4, 6, 2, 8, 4, 10, 4, 14}; // the third row: twice the first + second
  Matrix<Rational> a(3, 4);
  for (std::size_t e = 0; e < numbers.size(); ++e)
    a.entries[e] = Rational(numbers[e]);
  const Factorisation<Rational> parts = factorise(a, first_nonzero);
  ASSERT_EQ(parts.rank, 2U);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      Rational sum(0);
      for (std::size_t k = 0; k < parts.rank; ++k) {
        const Rational left = i < k ? Rational(0) : i == k ? Rational(1) : parts.entries.at(i, k);
        const Rational right = k > j ? Rational(0) : parts.entries.at(k, j);
        sum = sum + left * right;
      }
      EXPECT_EQ(sum, a.at(parts.rows[i], parts.columns[j])) << i << " " << j;
    }
}

TEST(Elimination, solves_alike_with_pivots_of_the_rest_and_of_a_column) {
  const std::array<double, 9> numbers = {0, 2, 1, 1, 1, 0, 3, 0, 4};
  const BigMatrix a(DenseMatrix(3, 3, numbers));
  const BigMatrix right(DenseMatrix(3, 1, std::array<double, 3>{7, 3, 15})); // x = (1, 2, 3)
  for (const PivotChoice choice : {PivotChoice::of_rest, PivotChoice::of_column}) {
    const std::optional<BigMatrix> x = solve_precisely(a, right, choice);
    ASSERT_TRUE(x);
    for (std::size_t i = 0; i < 3; ++i)
      // A few ulps of sixty digits.
      EXPECT_NEAR((x->at(i, 0) - BigFloat(static_cast<double>(i + 1))).to_double(), 0.0, 1e-58);
  }
}

} // namespace
} // namespace dalembert
