#include <dalembert/expr/text.h>
#include <dalembert/textbook/read_back.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

struct Names {
  Graph graph;
  KnownTexts known;
  Names() {
    for (const char* name : {"x", "x'", "x''", "theta[2]'", "lambda.blade", "m"})
      known[name] = graph.symbol(name);
  }
  std::string read(const std::string& text) {
    const auto e = read_back(graph, text, known);
    return e ? dalembert::text(graph, *e) : "unreadable";
  }
};

TEST(ReadBack, operators_bind_as_in_the_model_language) {
  Names n;
  EXPECT_EQ(n.read("-2^2"), "-4");
  EXPECT_EQ(n.read("1/2*4"), "2");
  EXPECT_EQ(n.read("2^3^2"), "512");
  EXPECT_EQ(n.read("2 - 3 - 4"), "-5");
  EXPECT_EQ(n.read("12/(2*3)"), "2");
  EXPECT_EQ(n.read("0.005 + 1e-3"), "0.006");
}

TEST(ReadBack, names_take_indices_members_and_primes) {
  Names n;
  EXPECT_EQ(n.read("theta[2]'"), "theta[2]'");
  EXPECT_EQ(n.read("lambda.blade*x''"), "x''*lambda.blade");
  EXPECT_EQ(n.read("sqrt(x)*sin(x')^2"), "sqrt(x)*sin(x')^2");
}

TEST(ReadBack, a_selection_is_read_whatever_its_parts_are_called) {
  Names n;
  EXPECT_EQ(n.read("2*(if x < m then x' else -1)"), "2*(if x < m then x' else -1)");
  n.known["s"] = n.graph.sqrt(n.known.at("m"));
  EXPECT_EQ(n.read("(if s <= x then (if x = 0 then 1 else s) else x'')"),
            "(if sqrt(m) <= x then (if x = 0 then 1 else sqrt(m)) else x'')");
  for (const char* text : {"(if x then 1 else 2)", "(if x < 1 then 2)", "(if x < 1 else 2)", "(ifx < 1 then 1 else 2)"})
    EXPECT_EQ(n.read(text), "unreadable") << text;
}

TEST(ReadBack, what_is_no_expression_is_refused) {
  Names n;
  for (const char* text : {"", "x +", "(x", "x)", "y", "x y", "sin x", "sin()", "nosuch(x)", "1/0", "x = m", "2..3"})
    EXPECT_EQ(n.read(text), "unreadable") << text;
}

TEST(ReadBack, literal_texts_stand_for_what_they_were_given_for) {
  Names n;
  n.known["x0''(t)"] = n.known.at("m");
  EXPECT_EQ(n.read("2*x0''(t) + x"), "x + 2*m");
}

} // namespace
} // namespace dalembert
