#include <dalembert/families/index_pattern.h>
#include <dalembert/families/written_out.h>
#include <dalembert/typesetting/formula_reader.h>

#include <gmock/gmock.h>

namespace dalembert {
namespace {

const IndexValues values{{"n", 3}, {"i", 2}};

std::optional<std::string> text_of(const char* generic, std::span<const Definition> definitions = {}) {
  const std::optional<Formula> out = written_out(read_formula(generic), values, definitions);
  return out ? std::optional(written(*out)) : std::nullopt;
}

TEST(WrittenOut, sums_become_their_terms_and_indices_numbers) {
  EXPECT_EQ(text_of("m[i]*sum(j in 1..n: l[j]*cos(theta[i] - theta[j])')"),
            "m[2]*((l[1]*cos(theta[2] - theta[1])') + (l[2]*cos(theta[2] - theta[2])') + (l[3]*cos(theta[2] - "
            "theta[3])'))");
  EXPECT_EQ(text_of("sum(j in i+2..n: x[j])"), "0");
  EXPECT_EQ(text_of("(n + 1 - max(i,1))*x[n-1]''"), "(3 + 1 - 2)*x[2]''");
}

TEST(WrittenOut, defined_names_become_what_they_mean) {
  const std::vector<Definition> definitions{{read_formula("M[k]"), read_formula("sum(j in k..n: m[j])")}};
  EXPECT_EQ(text_of("M[max(i,3)]", definitions), "(((m[3])))");
  EXPECT_EQ(text_of("sum(j in 2..n: M[j])", definitions), "(((((m[2]) + (m[3])))) + ((((m[3])))))");
}

TEST(WrittenOut, an_index_without_a_value_has_no_text) {
  EXPECT_FALSE(text_of("x[j]").has_value());
  EXPECT_FALSE(text_of("sum(j: x[j])").has_value());
  EXPECT_FALSE(text_of("x[i").has_value());
  EXPECT_EQ(index_value("min(i+1, n)*2 - 1", values), 5);
  EXPECT_FALSE(index_value("i n", values).has_value());
}

TEST(IndexText, is_the_simplest_index_that_fits) {
  IndexNames names;
  names.size = 6;
  const auto sample = [](int own, int bound, int value) { return IndexSample{own, bound, value}; };
  EXPECT_EQ(index_text(names, {sample(2, 1, 1), sample(3, 5, 1)}), "1");
  EXPECT_EQ(index_text(names, {sample(2, 1, 6), sample(3, 5, 6)}), "n");
  EXPECT_EQ(index_text(names, {sample(2, 1, 1), sample(3, 5, 2)}), "i-1");
  EXPECT_EQ(index_text(names, {sample(2, 1, 2), sample(3, 5, 5), sample(4, 4, 4)}), "max(i,j)");
  EXPECT_EQ(index_text(names, {sample(2, 1, 2), sample(3, 5, 4), sample(4, 4, 1)}), std::nullopt);
}

} // namespace
} // namespace dalembert
