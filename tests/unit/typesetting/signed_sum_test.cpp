#include <dalembert/typesetting/formula_reader.h>
#include <dalembert/typesetting/signed_sum.h>

#include <gtest/gtest.h>

#include <string>

namespace {

using dalembert::read_formula;
using dalembert::signed_sum;
using dalembert::SignedFormula;
using dalembert::summands_of;
using dalembert::written;

/// The summands with their signs, one behind the other: `+a -b`.
std::string listed(const std::string& text) {
  std::string out;
  for (const SignedFormula& summand : summands_of(read_formula(text)))
    out += (out.empty() ? "" : " ") + std::string(summand.is_negative ? "-" : "+") + written(summand.formula);
  return out;
}

TEST(SignedSum, has_its_summands_with_their_signs) {
  EXPECT_EQ(listed("a + 2*b - c/d"), "+a +2*b -c/d");
  EXPECT_EQ(listed("-a + b"), "-a +b");
  EXPECT_EQ(listed("-k/m*(x - y)"), "-k/m*(x - y)");
  EXPECT_EQ(listed("x^2 - sin(a - b)"), "+x^2 -sin(a - b)");
}

TEST(SignedSum, what_is_no_sum_is_one_summand) {
  for (const char* text :
       {"x", "2*x*(a + b)", "(a - b)", "f(a + b)", "a = b - c", "a < b", "sum(i in 1..n: x[i] - y[i])"})
    EXPECT_EQ(listed(text), std::string("+") + text);
}

TEST(SignedSum, is_put_together_as_it_was_taken_apart) {
  for (const char* text : {"a + b - c", "-a - b", "-x", "x", "1/2*m*v^2 + k*(x - y)^2", "-2*s^3 + 4*g/(5*r)"})
    EXPECT_EQ(written(signed_sum(summands_of(read_formula(text)))), text);
}

} // namespace
