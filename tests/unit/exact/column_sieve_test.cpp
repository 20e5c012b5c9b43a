#include <dalembert/base/random_stream.h>
#include <dalembert/exact/column_sieve.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace dalembert {
namespace {

using Row = std::vector<Residue>;

Row row(std::initializer_list<std::uint64_t> entries) {
  return {entries.begin(), entries.end()};
}

TEST(ColumnSieve, rules_out_what_a_batch_forces_to_zero) {
  ColumnSieve sieve(4);
  EXPECT_TRUE(sieve.add(row({0, 1, 2, 0})));
  EXPECT_TRUE(sieve.add(row({0, 3, 4, 0})));
  EXPECT_FALSE(sieve.add(row({0, 5, 6, 0}))) << "two rows determine both unknowns";
  sieve.close_batch();
  EXPECT_EQ(sieve.kept(), (std::vector<std::size_t>{0, 3}));
}

TEST(ColumnSieve, leaves_columns_out_of_later_batches) {
  ColumnSieve sieve(3);
  EXPECT_TRUE(sieve.add(row({1, 0, 0})));
  sieve.close_batch();
  EXPECT_EQ(sieve.entries(row({7, 1, 1})), 2U);
  EXPECT_TRUE(sieve.add(row({7, 1, 1})));
  sieve.close_batch();
  EXPECT_EQ(sieve.kept(), (std::vector<std::size_t>{1, 2})) << "x1 + x2 = 0 has a solution";
  EXPECT_TRUE(sieve.rows().back().front().is_zero());
}

/// Its rows on the columns that are kept have the null space of all rows.
TEST(ColumnSieve, keeps_the_null_space) {
  constexpr std::size_t columns = 12;
  RandomStream random(3);
  ColumnSieve sieve(columns);
  std::vector<Row> all;
  for (std::size_t batch = 0; batch < 3; ++batch) {
    bool adds = true;
    while (adds) { // unknowns 3·batch … 3·batch + 4, of which some stand in two batches, and one relation too few
      Row next(columns);
      Residue sum;
      for (std::size_t c = 3 * batch; c < 3 * batch + 5; ++c) {
        next[c] = Residue(random());
        if (c > 3 * batch) sum += next[c];
      }
      next[3 * batch] = -sum; // all equal is a solution
      all.push_back(next);
      adds = sieve.add(next);
    }
    sieve.close_batch();
  }
  const ResidueNullSpace expected = residue_null_space(all, columns);
  const std::vector<std::size_t> kept = sieve.kept();
  std::vector<Row> rest;
  for (const Row& full : sieve.rows()) {
    Row& to = rest.emplace_back();
    for (const std::size_t c : kept)
      to.push_back(full[c]);
  }
  const ResidueNullSpace found = residue_null_space(rest, kept.size());
  ASSERT_EQ(found.vectors.size(), expected.vectors.size());
  for (std::size_t v = 0; v < found.vectors.size(); ++v) {
    EXPECT_EQ(kept[found.free[v]], expected.free[v]);
    for (std::size_t c = 0; c < columns; ++c) {
      const auto place = std::ranges::find(kept, c);
      const Residue value =
          place == kept.end() ? Residue() : found.vectors[v][static_cast<std::size_t>(place - kept.begin())];
      EXPECT_EQ(value, expected.vectors[v][c]) << v << ' ' << c;
    }
  }
}

} // namespace
} // namespace dalembert
