#include <dalembert/exact/modular_solve.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

const auto refused = [](std::size_t) -> Residue { throw std::logic_error("no unknown is open"); };

TEST(SolveModular, solves_a_regular_system_whose_first_pivot_is_zero) {
  // 2·y = 6, x + y = 4
  const auto x = solve_modular({Residue(0), Residue(2), Residue(1), Residue(1)}, {Residue(6), Residue(4)}, 2, refused);
  ASSERT_TRUE(x);
  EXPECT_EQ((*x)[0], Residue(1));
  EXPECT_EQ((*x)[1], Residue(3));
}

TEST(SolveModular, asks_for_the_unknowns_that_are_left_open_and_meets_the_rows_with_them) {
  // x + 2·y + z = 10 and twice the same: y and z are open
  const std::vector<Residue> row = {Residue(1), Residue(2), Residue(1)};
  std::vector<Residue> matrix = row;
  for (const Residue r : row)
    matrix.push_back(r * Residue(2));
  std::vector<std::size_t> asked;
  const auto x = solve_modular(matrix, {Residue(10), Residue(20)}, 3, [&asked](std::size_t i) {
    asked.push_back(i);
    return Residue(i);
  });
  ASSERT_TRUE(x);
  EXPECT_EQ(asked, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ((*x)[0], Residue(6)); // 10 − 2·1 − 2
}

TEST(SolveModular, finds_contradictions) {
  EXPECT_FALSE(solve_modular({Residue(1), Residue(2)}, {Residue(1), Residue(3)}, 1, refused));
  EXPECT_FALSE(solve_modular({Residue(0)}, {Residue(1)}, 1, refused));
}

} // namespace
} // namespace dalembert
