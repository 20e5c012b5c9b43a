// Exact linear algebra on matrices of expressions.
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/derivation/matrix_inverse.h>

#include "small_system.h"

#include <optional>
#include <vector>

namespace dalembert::test {
namespace {

class ExactMatrices : public SmallSystem {
protected:
  ExprMatrix matrix(int rows, int columns, const std::vector<Expr>& entries) {
    ExprMatrix out(rows, columns, g().zero());
    out.entries = entries;
    return out;
  }
  Expr a_ = g().symbol("a");
  Expr b_ = g().symbol("b");
  Expr c_ = g().symbol("c");
};

TEST_F(ExactMatrices, are_solved_where_there_is_one_solution) {
  const Expr zero = g().zero();
  // x + a·y = 1, b·y = 2, and their sum again
  const ExprMatrix left = matrix(3, 2, {n(1), a_, zero, b_, n(1), g().add(a_, b_)});
  const LinearSolution found = solve_overdetermined(g(), left, matrix(3, 1, {n(1), n(2), n(3)}));
  EXPECT_TRUE(found.is_consistent);
  EXPECT_EQ(found.is_determined, (std::vector<bool>{true, true}));
  const Expr y = g().div(n(2), b_);
  expect_equal(found.solution.entries, {g().sub(n(1), g().mul(a_, y)), y}, "solution");
}

TEST_F(ExactMatrices, without_a_solution_are_told) {
  const LinearSolution found = solve_overdetermined(g(), matrix(2, 1, {n(1), a_}), matrix(2, 1, {b_, c_}));
  EXPECT_FALSE(found.is_consistent);
  const LinearSolution same = solve_overdetermined(g(), matrix(2, 1, {n(1), a_}), matrix(2, 1, {b_, g().mul(a_, b_)}));
  EXPECT_TRUE(same.is_consistent);
}

TEST_F(ExactMatrices, leave_free_unknowns_at_0_and_say_so) {
  const LinearSolution found = solve_overdetermined(g(), matrix(1, 2, {n(1), a_}), matrix(1, 1, {b_}));
  EXPECT_TRUE(found.is_consistent);
  EXPECT_EQ(found.is_determined, (std::vector<bool>{false, false}));
  const Expr sum = g().add(found.solution.entries[0], g().mul(a_, found.solution.entries[1]));
  expect_equal(sum, b_, "the row");
}

TEST_F(ExactMatrices, have_no_null_space_within_less_than_its_work) {
  const ExprMatrix rows = matrix(2, 4, {a_, b_, c_, n(1), b_, c_, a_, g().mul(a_, c_)});
  EXPECT_FALSE(null_space_within(g(), rows, 3));
  const std::optional<NullSpace> found = null_space_within(g(), rows, 1000);
  ASSERT_TRUE(found);
  expect_equal(found->basis.entries, null_space(g(), rows).basis.entries, "basis");
}

TEST_F(ExactMatrices, have_a_null_space_that_identities_count_in) {
  const Expr phi = g().symbol("phi");
  const Expr s = g().sin(phi);
  const Expr c = g().cos(phi);
  // Rows (c, s, 0) and (c·s, 1 − c², 0): the second is s times the first.
  const ExprMatrix rows = matrix(2, 3, {c, s, g().zero(), g().mul(c, s), g().sub(n(1), g().square(c)), g().zero()});
  const NullSpace found = null_space(g(), rows);
  ASSERT_EQ(found.basis.rows, 3);
  ASSERT_EQ(found.basis.columns, 2);
  ASSERT_EQ(found.independent.size(), 2U);
  for (int k = 0; k < 2; ++k) {
    for (int row = 0; row < rows.rows; ++row) {
      Expr sum = g().zero();
      for (int i = 0; i < 3; ++i)
        sum = g().add(sum, g().mul(rows.at(row, i), found.basis.at(i, k)));
      expect_equal(sum, g().zero(), "A·x");
    }
    for (int other = 0; other < 2; ++other)
      expect_equal(found.basis.at(found.independent[static_cast<std::size_t>(other)], k), n(k == other ? 1 : 0),
                   "independent entries");
  }
}

TEST_F(ExactMatrices, are_inverted_by_adjugate_and_determinant) {
  const ExprMatrix m = matrix(2, 2, {a_, b_, b_, c_});
  const auto found = inverse(g(), m);
  ASSERT_TRUE(found);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      Expr sum = g().zero();
      for (int k = 0; k < 2; ++k)
        sum = g().add(sum, g().mul(m.at(i, k), found->inverse.at(k, j)));
      expect_equal(sum, n(i == j ? 1 : 0), "M·M⁻¹");
      expect_equal(g().mul(found->determinant, found->inverse.at(i, j)), found->adjugate.at(i, j), "adjugate");
    }
  expect_equal(found->determinant, g().sub(g().mul(a_, c_), g().square(b_)), "det M");
  EXPECT_FALSE(inverse(g(), matrix(2, 2, {a_, b_, g().mul(c_, a_), g().mul(c_, b_)})));
}

TEST_F(ExactMatrices, have_minors_with_the_sign_of_rising_columns) {
  const ExprMatrix m = matrix(2, 3, {a_, b_, c_, n(1), n(2), n(3)});
  const std::vector<std::vector<int>> choices{{0, 1}, {0, 2}, {1, 2}};
  const std::vector<std::optional<Expr>> found = minors(g(), m, choices);
  ASSERT_EQ(found.size(), 3U);
  for (const std::optional<Expr>& minor : found)
    ASSERT_TRUE(minor);
  expect_equal(*found[0], g().sub(g().scale(Rational(2), a_), b_), "columns 1, 2");
  expect_equal(*found[1], g().sub(g().scale(Rational(3), a_), c_), "columns 1, 3");
  expect_equal(*found[2], g().sub(g().scale(Rational(3), b_), g().scale(Rational(2), c_)), "columns 2, 3");
}

TEST_F(ExactMatrices, tell_independent_rows) {
  GenericRows rows(g());
  EXPECT_TRUE(rows.add({a_, b_}));
  EXPECT_FALSE(rows.add({g().mul(c_, a_), g().mul(c_, b_)}));
  EXPECT_EQ(rows.rank(), 1);
  EXPECT_TRUE(rows.add({a_, c_}));
  EXPECT_FALSE(rows.add({n(1), n(1)}));
  EXPECT_EQ(rows.rank(), 2);
}

} // namespace
} // namespace dalembert::test
