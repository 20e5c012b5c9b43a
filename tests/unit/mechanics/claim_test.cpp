#include <dalembert/mechanics/claim.h>

#include <gtest/gtest.h>

#include <stdexcept>

namespace dalembert {
namespace {

struct Text {
  Graph graph;
  TimeDerivative rates{graph};
  Expr x = graph.symbol("x");
  Expr v = graph.symbol("x'");
  Text() { rates.seed(x, v); }

  Written name(const char* text, Expr value, int dots = 0) const {
    Written out;
    out.kind = WrittenKind::name;
    out.text = text;
    out.value = value;
    out.dots = dots;
    return out;
  }
  Written number(int value) {
    Written out;
    out.text = std::to_string(value);
    out.value = graph.number(value);
    return out;
  }
  static Written of(WrittenKind kind, std::vector<Written> parts) {
    Written out;
    out.kind = kind;
    out.parts = std::move(parts);
    return out;
  }
  static Written inverse(Written w) {
    w.inverse = true;
    return w;
  }
};

TEST(Written, prints_signs_fractions_and_the_brackets_that_it_needs) {
  Text t;
  const Written x = t.name("x", t.x);
  const Written sum = Text::of(WrittenKind::sum, {Text::inverse(x), t.number(2)});
  EXPECT_EQ(text(sum), "-x + 2");
  EXPECT_EQ(text(Text::of(WrittenKind::product, {t.number(3), sum})), "3*(-x + 2)");
  EXPECT_EQ(text(Text::of(WrittenKind::product, {t.number(1), Text::inverse(x), Text::inverse(t.number(2))})),
            "1/(x*2)");
  EXPECT_EQ(text(Text::of(WrittenKind::power, {sum, t.number(2)})), "(-x + 2)^2");
  EXPECT_EQ(text(Text::of(WrittenKind::sum, {x, Text::inverse(sum)})), "x - (-x + 2)");
}

TEST(Written, brackets_a_fraction_and_a_negative_number_beside_an_operator_that_would_split_them) {
  Text t;
  const auto made = [&t](const Rational& value) {
    Written out;
    out.text = value.text();
    out.value = t.graph.number(value);
    return out;
  };
  const Written x = t.name("x", t.x);
  EXPECT_EQ(text(Text::of(WrittenKind::power, {x, made(Rational(1, 3))})), "x^(1/3)");
  EXPECT_EQ(text(Text::of(WrittenKind::power, {x, made(Rational(-2))})), "x^(-2)");
  EXPECT_EQ(text(Text::of(WrittenKind::power, {made(Rational(2, 3)), t.number(2)})), "(2/3)^2");
  EXPECT_EQ(text(Text::of(WrittenKind::product, {x, Text::inverse(made(Rational(1, 3)))})), "x/(1/3)");
  EXPECT_EQ(text(Text::of(WrittenKind::sum, {x, made(Rational(-2))})), "x + (-2)");
  Written gravity = made(Rational(2));
  gravity.text = "2 [m/s^2]";
  EXPECT_EQ(text(Text::of(WrittenKind::power, {gravity, t.number(2)})), "(2 [m/s^2])^2");
}

TEST(Written, stands_for_what_it_says) {
  Text t;
  const Written square = Text::of(WrittenKind::power, {t.name("x", t.x), t.number(2)});
  Written rate = Text::of(WrittenKind::rate, {square});
  rate.dots = 1;
  EXPECT_EQ(value_of(t.graph, t.rates, rate), t.graph.scale(Rational(2), t.graph.mul(t.x, t.v)));
  EXPECT_EQ(value_of(t.graph, t.rates, t.name("x", t.x, 1)), t.v);
  EXPECT_EQ(text(rate), "(x^2)'");
}

TEST(Written, refuses_to_divide_by_0) {
  Text t;
  const Written bad = Text::of(WrittenKind::product, {t.number(1), Text::inverse(t.number(0))});
  EXPECT_THROW(static_cast<void>(value_of(t.graph, t.rates, bad)), std::domain_error);
}

TEST(Claim, prints_its_relation) {
  Text t;
  Claim claim;
  claim.left = t.name("x", t.x, 2);
  claim.right = t.number(0);
  EXPECT_EQ(text(claim), "x'' = 0");
  claim.relation = Comparison::greater_equal;
  EXPECT_EQ(text(claim), "x'' >= 0");
  claim.relation = Comparison::equal;
  claim.is_constant = true;
  EXPECT_EQ(text(claim), "x'' = const");
}

} // namespace
} // namespace dalembert
