#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/formula_reader.h>
#include <dalembert/typesetting/formula_tree.h>

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

using namespace dalembert;

TEST(FormulaReader, gives_every_text_back_byte_for_byte) {
  for (const char* text : {"1/2*m*x'^2 = -m*g*sin(theta)", "x-y =0", " a  + b ", "f( x , y )''", "x^-2 + y^(1/2)",
                           "sum(j in i+1..n: a[j] + b[max(i,j)])*c, i in 2..n-1", "(if a < b then c else d)",
                           "D[1,0](phi)(x, t)", "3 [m/s] of °", "((", "a^", "matrix(a, b; c, d)", ""})
    EXPECT_EQ(written(read_formula(text)), text);
}

TEST(FormulaReader, gives_random_pieces_back_byte_for_byte) {
  constexpr std::array<const char*, 30> pieces{"a", "x''", "sin", "sum", "in", "i", "n",   "2", "3.5", "(",
                                               ")", "(",   ")",   " ",   "+",  "-", "*",   "/", "^",   "=",
                                               "<", ",",   ":",   "..",  "'",  "[", "[m]", "…", "θ",   ";"};
  constexpr unsigned seed = 7;
  std::mt19937 random(seed);
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (std::size_t length = random() % 12; length > 0; --length)
      text += pieces.at(random() % pieces.size());
    const Formula formula = read_formula(text);
    EXPECT_EQ(written(formula), text) << "seed " << seed;
    EXPECT_EQ(written_length(formula), text.size()) << text;
  }
}

TEST(FormulaReader, knows_terms_factors_and_divisors) {
  const Formula sum = read_formula("a*b/c - d");
  ASSERT_TRUE(sum.is(Formula::Kind::row));
  ASSERT_EQ(sum.parts.size(), 3U);
  EXPECT_EQ(operator_of(sum.parts[1]), "-");
  const Formula& product = sum.parts[0];
  ASSERT_TRUE(product.is(Formula::Kind::product));
  EXPECT_EQ(operator_of(product.parts[3]), "/");
  EXPECT_EQ(product.parts[4], name_formula("c"));
}

TEST(FormulaReader, knows_sums_over_families_and_ranges) {
  const Formula line = read_formula("sum(j in k..n: m[j]) = 0, k in 1..n");
  EXPECT_TRUE(line.parts.front().is(Formula::Kind::big_sum));
  EXPECT_EQ(line.parts.back(), range_formula(name_formula("k"), number_formula("1"), name_formula("n")));
}

TEST(FormulaReader, makes_the_tree_that_the_makers_make) {
  ProductMaker product;
  product.multiply(rational_formula("1/2"));
  product.multiply(name_formula("m"));
  product.multiply(power_formula(name_formula("x'"), number_formula("2")));
  EXPECT_EQ(product.take(), read_formula("1/2*m*x'^2"));
  EXPECT_EQ(joined_formula(rational_formula("-2/3"), " + ", call_formula("sin", name_formula("x"))),
            read_formula("-2/3 + sin(x)"));
  EXPECT_EQ(sum_formula(range_formula(name_formula("j"), number_formula("1"), name_formula("n")), name_formula("m[j]")),
            read_formula("sum(j in 1..n: m[j])"));
  const Line line{name_formula("a"), fenced_formula(name_formula("b"))};
  EXPECT_EQ(line.equation(), read_formula(line.text()));
  EXPECT_TRUE(Line().is_empty());
}

TEST(Formula, sets_an_exponent_apart_from_its_base_too) {
  Style terminal;
  terminal.unicode = true;
  EXPECT_EQ(formula("x ^2*y", terminal), "x ²·y");
  EXPECT_EQ(formula("a ^ b", terminal), "a ^ b");
  EXPECT_EQ(formula("a^", terminal), "a^");
}
