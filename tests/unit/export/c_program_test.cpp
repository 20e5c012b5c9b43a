#include <dalembert/export/c_names.h>
#include <dalembert/export/c_program.h>
#include <dalembert/program/build_tape.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dalembert {
namespace {

TEST(CNames, of_models_are_words_with_underscores) {
  EXPECT_EQ(c_prefix("DoublePendulum"), "double_pendulum");
  EXPECT_EQ(c_prefix("N2Body"), "n2_body");
  EXPECT_EQ(c_prefix("RLCCircuit"), "rlc_circuit");
  EXPECT_EQ(c_prefix("pendulum"), "pendulum");
  EXPECT_EQ(c_prefix("3Body"), "model_3_body");
}

TEST(CNames, are_made_once_each) {
  CNames names;
  EXPECT_EQ(names.made_of("theta[1]"), "theta_1");
  EXPECT_EQ(names.made_of("theta_1"), "theta_1_2");
  EXPECT_EQ(names.made_of("p[1,2]"), "p_1_2");
}

TEST(CNames, comments_and_strings_cannot_be_ended_from_within) {
  EXPECT_EQ(c_comment("a */ b /* c"), "a * / b / * c");
  EXPECT_EQ(c_comment("two\nlines"), "two lines");
  EXPECT_EQ(c_comment("a \u202E*/ b\u2066"), "a <U+202E>* / b<U+2066>");
  EXPECT_EQ(c_string("a \"b\" \\ ?"), R"("a \"b\" \\ \?")");
}

TEST(CNames, numbers_are_exact_doubles) {
  EXPECT_EQ(c_number(2.0), "2.0");
  EXPECT_EQ(c_number(-0.1), "(-0.1)");
  EXPECT_EQ(c_number(1e300), "1e+300");
  EXPECT_EQ(c_number(0.1 + 0.2), "0.30000000000000004");
}

class CProgram : public ::testing::Test {
protected:
  Graph graph;
  Expr x = graph.symbol("x");
  Expr y = graph.symbol("y");
  CTables tables;

  [[nodiscard]] std::string written(const std::vector<Expr>& outputs, std::size_t begin, std::size_t count) {
    const std::vector<Expr> inputs{x, y};
    const Tape tape = build_tape(graph, inputs, outputs);
    return c_function(
        {"f", {"t", "q"}, outputs_from(begin, count)}, tape,
        [](std::size_t i) { return std::string(i == 0 ? "t" : "q[0]"); }, tables);
  }
};

TEST_F(CProgram, is_one_statement_for_each_instruction) {
  EXPECT_EQ(written({graph.sin(x)}, 0, 1), "static void f(double t, const double *q, double *y) {\n"
                                           "  const double v0 = sin(t);\n"
                                           "  y[0] = v0;\n"
                                           "  (void)t, (void)q, (void)y;\n"
                                           "}\n\n");
}

TEST_F(CProgram, leaves_out_what_its_outputs_do_not_need) {
  const std::vector<Expr> both{graph.apply(Function::exp, x), graph.apply(Function::tanh, y)};
  EXPECT_THAT(written(both, 1, 1), testing::Not(testing::HasSubstr("exp")));
  EXPECT_THAT(written(both, 1, 1), testing::HasSubstr("tanh(q[0])"));
  EXPECT_THAT(written(both, 0, 1), testing::Not(testing::HasSubstr("tanh")));
}

TEST_F(CProgram, of_many_statements_is_cut_into_pieces) {
  Expr value = x;
  for (int i = 0; i < 3200; ++i)
    value = graph.apply(i % 2 == 0 ? Function::atan : Function::sinh, value);
  const std::string text = written({value}, 0, 1);
  EXPECT_THAT(text, testing::HasSubstr("static void f_6(double t, const double *q, double *w)"));
  EXPECT_THAT(text, testing::HasSubstr("  STORAGE double w[3200];\n  f_0(t, q, w);\n  f_1(t, q, w);\n"));
  EXPECT_THAT(text, testing::HasSubstr("  y[0] = w[3199];\n"));
}

} // namespace
} // namespace dalembert
