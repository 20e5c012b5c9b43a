#include <dalembert/base/dimension.h>

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <vector>

namespace dalembert {
namespace {

const Dimension one;
const Dimension kg = Dimension::mass();
const Dimension m = Dimension::length();
const Dimension s = Dimension::time();

TEST(exponent, is_kept_in_lowest_terms_with_a_positive_denominator) {
  EXPECT_EQ(reduced(2, -4), (Exponent{-1, 2}));
  EXPECT_EQ(reduced(0, -7), (Exponent{0, 1}));
  EXPECT_EQ((Exponent{1, 2} + Exponent{1, 3}), (Exponent{5, 6}));
  EXPECT_EQ((Exponent{1, 2} - Exponent{1, 2}), (Exponent{0, 1}));
  EXPECT_EQ((Exponent{2, 3} * Exponent{3, 4}), (Exponent{1, 2}));
}

TEST(exponent, that_does_not_fit_is_refused_and_not_wrapped_round) {
  EXPECT_THROW((void)(Exponent{2'000'000'000, 1} + Exponent{2'000'000'000, 1}), std::overflow_error);
  EXPECT_THROW((void)(Exponent{100'000, 1} * Exponent{100'000, 1}), std::overflow_error);
  EXPECT_THROW((void)(Exponent{1, 99'991} + Exponent{1, 99'989}), std::overflow_error);
  EXPECT_THROW((void)(Exponent{std::numeric_limits<std::int32_t>::max(), 1} + Exponent{1, 1}), std::overflow_error);
}

TEST(dimension, named_ones_are_what_their_definitions_say) {
  EXPECT_EQ(Dimension::force(), kg * m / (s * s));
  EXPECT_EQ(Dimension::energy(), Dimension::force() * m);
  EXPECT_EQ(Dimension::power(), Dimension::energy() / s);
  EXPECT_TRUE((m / m).is_one());
  EXPECT_FALSE(m.is_one());
  EXPECT_EQ((m * m).pow({1, 2}), m);
}

TEST(dimension, prints_what_a_physicist_would_write) {
  const Dimension n = Dimension::force();
  EXPECT_EQ(one.text(), "1");
  EXPECT_EQ(n.text(), "N");
  EXPECT_EQ(Dimension::energy().text(), "J");
  EXPECT_EQ(Dimension::power().text(), "W");
  EXPECT_EQ((n / m).text(), "N/m");
  EXPECT_EQ((n * s / m).text(), "N·s/m");
  EXPECT_EQ((n * s).text(), "N·s");
  EXPECT_EQ((n * m * s).text(), "N·m·s");
  EXPECT_EQ((kg * m * m).text(), "kg·m^2");
  EXPECT_EQ((m / s / s).text(), "m/s^2");
  EXPECT_EQ((one / s).text(), "1/s");
  EXPECT_EQ(m.pow({1, 2}).text(), "m^(1/2)");
  EXPECT_EQ((one / m.pow({3, 2})).text(), "1/m^(3/2)");
  EXPECT_EQ((kg / (m * s)).text(), "kg/(m·s)");
  EXPECT_EQ((n * m * m).text(), "N·m^2");
  EXPECT_EQ((Dimension::energy() / Dimension::temperature()).text(), "J/K");
  EXPECT_EQ((n / (Dimension::current() * s)).text(), "V/m");
}

TEST(dimension, prints_energy_as_a_moment_where_a_moment_is_meant) {
  EXPECT_EQ(Dimension::energy().text(Dimension::Spelling::moment), "N·m");
  EXPECT_EQ(Dimension::force().text(Dimension::Spelling::moment), "N");
}

TEST(dimension, text_reads_back_to_the_same_dimension) {
  std::vector<Dimension> all;
  for (std::int32_t a = -3; a <= 3; ++a)
    for (std::int32_t b = -3; b <= 3; ++b)
      for (std::int32_t c = -4; c <= 4; ++c)
        for (std::int32_t d = -2; d <= 2; ++d)
          all.push_back(kg.pow({a, 1}) * m.pow({b, 2}) * s.pow({c, 1}) * Dimension::current().pow({d, 1}));
  for (const Dimension& dimension : all) {
    UnitError error;
    const auto unit = parse_unit(dimension.text(), error);
    ASSERT_TRUE(unit) << dimension.text() << ": " << error.message;
    EXPECT_EQ(unit->dimension, dimension) << dimension.text();
    EXPECT_TRUE(unit->is_coherent()) << dimension.text();
  }
}

TEST(dimension, knows_the_customary_name_of_a_quantity) {
  EXPECT_EQ(Dimension::force().quantity(), "force");
  EXPECT_EQ(m.quantity(), "length");
  EXPECT_EQ(one.quantity(), "number");
  EXPECT_EQ((kg * kg).quantity(), "");
}

} // namespace
} // namespace dalembert
