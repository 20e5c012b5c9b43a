// Texts without bound: deep, long, and senseless ones.
#include <dalembert/language/cursor.h>

#include "parsed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace dalembert::ast {
namespace {

std::string repeated(const std::string& piece, std::size_t count) {
  std::string out;
  out.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i)
    out += piece;
  return out;
}

std::string codes(const Parsed& parsed) {
  std::string out;
  for (const Diagnostic& d : parsed.found)
    out += d.code;
  return out;
}

TEST(Limit, nesting_up_to_the_limit_is_accepted) {
  const std::size_t depth = max_nesting - 1;
  EXPECT_TRUE(Parsed("let a = " + repeated("(", depth) + "b" + repeated(")", depth)).is_accepted());
  EXPECT_TRUE(Parsed("let a = " + repeated("-", depth) + "b").is_accepted());
  EXPECT_TRUE(Parsed("let a = b" + repeated("'", depth)).is_accepted());
}

class TooDeep : public testing::TestWithParam<const char*> {};

TEST_P(TooDeep, is_refused_instead_of_overflowing_the_stack) {
  const std::string piece = GetParam();
  const Parsed parsed("let a = " + repeated(piece, 200000));
  EXPECT_EQ(codes(parsed), "E0110") << piece;
}

INSTANTIATE_TEST_SUITE_P(Pieces, TooDeep,
                         testing::Values("(", "-", "2^", "f(", "b[", "if (", "if a = b then ", "if a = b then c else ",
                                         "|2*", "max(2, ", "sum(i in 1..2: ", "if not (", "(2, "));

TEST(Limit, too_many_primes_are_refused) {
  EXPECT_EQ(codes(Parsed("let a = b" + repeated("'", 1000000))), "E0110");
}

TEST(Limit, nested_loops_are_refused_beyond_the_limit) {
  const Parsed parsed(repeated("for i in 1..2 {\n", 300) + repeated("}\n", 300));
  EXPECT_THAT(codes(parsed), testing::HasSubstr("E0110"));
}

TEST(Limit, a_sum_of_a_million_bytes_is_one_node) {
  const Parsed parsed("let a = b" + repeated("+b", 500000));
  ASSERT_TRUE(parsed.is_accepted());
  const auto& let = std::get<Let>(parsed.tree.statements[0].node);
  EXPECT_EQ(get_if<Chain>(let.value)->rest.size(), 500000U);
  EXPECT_EQ(let.value->height, 2U);
}

TEST(Limit, memory_grows_in_proportion_to_the_text) {
  const std::string piece = "constraint c: x'*sin(theta) - (a + b)*y' = f(t)[2]^2 \"text\"\n";
  const Parsed small(repeated(piece, 100));
  const Parsed large(repeated(piece, 10000));
  ASSERT_TRUE(large.is_accepted());
  // What does not grow with the text is below a thousandth of it.
  EXPECT_NEAR(static_cast<double>(large.tree.arena.used()) / static_cast<double>(small.tree.arena.used()), 100.0, 0.1);
}

TEST(Limit, ten_megabytes_are_read) {
  const std::string piece = "let a = 1/2*m*x'^2\n";
  const std::size_t count = 10'000'000 / piece.size() + 1;
  const Parsed parsed(repeated(piece, count));
  EXPECT_TRUE(parsed.is_accepted());
  EXPECT_EQ(parsed.tree.statements.size(), count);
}

TEST(Limit, only_the_first_errors_of_a_hopeless_file_are_told) {
  const Parsed lines(repeated("x\n", 100000));
  EXPECT_EQ(lines.found.size(), 201U);
  EXPECT_EQ(lines.found.back().code, "E0119");
  const Parsed line("let a = b" + repeated(" b", 100000));
  EXPECT_EQ(line.found.size(), 201U);
  EXPECT_EQ(Parsed(repeated("\"\n", 1000)).found.size(), 201U);
}

TEST(Limit, any_bytes_are_answered) {
  std::mt19937 random(20240229); // fixed, so that a failure can be repeated
  for (int round = 0; round < 200; ++round) {
    std::string text(random() % 300, '\0');
    for (char& c : text)
      c = static_cast<char>(random() % 256);
    const Parsed parsed(text);
    for (const Diagnostic& d : parsed.found) {
      EXPECT_LE(d.span.begin, d.span.end);
      EXPECT_LE(d.span.end, text.size());
    }
  }
}

} // namespace
} // namespace dalembert::ast
