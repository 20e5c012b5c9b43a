#include <dalembert/base/dimension.h>

#include <gtest/gtest.h>

#include <numbers>
#include <string>

namespace dalembert {
namespace {

Unit read_unit(std::string_view text) {
  UnitError error;
  const auto unit = parse_unit(text, error);
  EXPECT_TRUE(unit) << text << ": " << error.message;
  return unit.value_or(Unit{});
}

UnitError refuse(std::string_view text) {
  UnitError error;
  EXPECT_FALSE(parse_unit(text, error)) << text;
  EXPECT_FALSE(error.message.empty()) << text;
  EXPECT_LE(error.begin, error.end) << text;
  EXPECT_LE(error.end, text.size()) << text;
  return error;
}

std::string dimension_of(std::string_view text) {
  return read_unit(text).dimension.text();
}

TEST(unit, coherent_si_units_have_factor_one) {
  for (const char* text :
       {"1", "m",   "kg", "s", "A", "K",  "mol", "cd",  "N",         "J",        "W",       "Pa",     "Hz",    "C",
        "V", "Ohm", "Ω",  "F", "H", "Wb", "T",   "rad", "N*m*s/rad", "J/(kg*K)", "m^(1/2)", "kg m^2", "kg·m^2"})
    EXPECT_TRUE(read_unit(text).is_coherent()) << text;
}

TEST(unit, products_read_with_star_dot_and_blank_alike) {
  EXPECT_EQ(dimension_of("kg*m^2"), "kg·m^2");
  EXPECT_EQ(dimension_of("kg m^2"), "kg·m^2");
  EXPECT_EQ(dimension_of("kg·m^2"), "kg·m^2");
  EXPECT_EQ(dimension_of(" kg * m^2 / s^2 \t"), "J");
}

TEST(unit, slash_divides_by_the_one_factor_after_it) {
  EXPECT_EQ(read_unit("J/kg*K").dimension, read_unit("J*K/kg").dimension);
  EXPECT_EQ(read_unit("J/kg/K").dimension, read_unit("J/(kg*K)").dimension);
  EXPECT_EQ(read_unit("N*m*s/rad").dimension, read_unit("N*m*s").dimension);
  EXPECT_EQ(read_unit("m/s s").dimension, read_unit("m").dimension);
}

TEST(unit, powers_are_whole_negative_or_fractions) {
  EXPECT_EQ(dimension_of("s^-1"), "1/s");
  EXPECT_EQ(dimension_of("s^(-1)"), "1/s");
  EXPECT_EQ(dimension_of("m^(1/2)"), "m^(1/2)");
  EXPECT_EQ(dimension_of("m^(-3/2)"), "1/m^(3/2)");
  EXPECT_EQ(dimension_of("(m/s)^2"), read_unit("m^2/s^2").dimension.text());
}

TEST(unit, factors_are_exact) {
  const auto is = [](std::string_view text, std::int64_t numerator, std::int64_t denominator, int pi_power = 0) {
    const Unit unit = read_unit(text);
    EXPECT_EQ(unit.numerator, numerator) << text;
    EXPECT_EQ(unit.denominator, denominator) << text;
    EXPECT_EQ(unit.pi_power, pi_power) << text;
    EXPECT_EQ(unit.decimal_power, 0) << text;
  };
  is("g", 1, 1000);
  is("t", 1000, 1);
  is("mm", 1, 1000);
  is("mm^2", 1, 1'000'000);
  is("km/h", 5, 18);
  is("min", 60, 1);
  is("h", 3600, 1);
  is("d", 86400, 1);
  is("cm^3", 1, 1'000'000);
  is("L", 1, 1000);
  is("bar", 100'000, 1);
  is("%", 1, 100);
  is("GPa", 1'000'000'000, 1);
  is("µm", 1, 1'000'000);
  is("um", 1, 1'000'000);
  is("deg", 1, 180, 1);
  is("°", 1, 180, 1);
  is("rev", 2, 1, 1);
  is("rpm", 1, 30, 1);
  is("deg^2", 1, 32400, 2);
  is("deg/rev", 1, 360, 0);
  is("mrad", 1, 1000);
  is("(cm^2)^(1/2)", 1, 100);
}

TEST(unit, too_large_for_a_fraction_is_kept_with_a_power_of_ten) {
  const Unit ev = read_unit("eV");
  EXPECT_EQ(ev.dimension, Dimension::energy());
  EXPECT_DOUBLE_EQ(ev.factor(), 1.602176634e-19);
  EXPECT_NE(ev.decimal_power, 0);
  EXPECT_DOUBLE_EQ(read_unit("nm^3").factor(), 1e-27);
  EXPECT_FALSE(ev.is_coherent());
}

TEST(unit, factor_is_the_nearest_double) {
  EXPECT_EQ(read_unit("deg").factor(), std::numbers::pi / 180);
  EXPECT_EQ(read_unit("rev").factor(), 2 * std::numbers::pi);
  EXPECT_EQ(read_unit("mm").factor(), 1e-3);
  EXPECT_EQ(read_unit("km/h").factor(), 5.0 / 18.0);
}

TEST(unit, own_name_goes_before_a_prefix) {
  EXPECT_EQ(read_unit("min").dimension, Dimension::time());
  EXPECT_EQ(read_unit("cd").dimension, Dimension::luminosity());
  EXPECT_EQ(read_unit("T").dimension, read_unit("Wb/m^2").dimension);
  EXPECT_EQ(read_unit("Pa").dimension, read_unit("N/m^2").dimension);
  EXPECT_EQ(read_unit("mT").factor(), 1e-3);
  EXPECT_EQ(read_unit("m").dimension, Dimension::length());
}

TEST(unit, unknown_name_is_marked_and_the_nearest_is_offered) {
  const auto offers = [](std::string_view text, std::string_view marked, std::string_view suggestion) {
    const UnitError error = refuse(text);
    EXPECT_EQ(text.substr(error.begin, error.end - error.begin), marked) << text;
    EXPECT_EQ(error.suggestion, suggestion) << text;
    EXPECT_NE(error.message.find(marked), std::string::npos) << error.message;
  };
  offers("Nm", "Nm", "N*m");
  offers("kg*sec^2", "sec", "s");
  offers("newtons", "newtons", "N");
  offers("Kg", "Kg", "kg");
  offers("metres/s", "metres", "m");
  offers("degrees", "degrees", "deg");
  offers("kgm^2", "kgm", "kg*m");
  offers("radd", "radd", "rad");
  offers("kmh", "kmh", "km/h");
  offers("kmin", "kmin", "min");
  offers("banana", "banana", "");
}

TEST(unit, mended_by_its_suggestion_is_accepted) {
  for (const char* text : {"Nm", "m2", "m²/s", "kg*m/s2", "sec", "", "Kg*m"}) {
    const UnitError error = refuse(text);
    std::string mended = text;
    mended.replace(error.begin, error.end - error.begin, error.suggestion);
    UnitError again;
    EXPECT_TRUE(parse_unit(mended, again)) << text << " became " << mended << ": " << again.message;
  }
}

TEST(unit, without_exact_size_is_replaced_by_no_other_size) {
  for (const char* text : {"mm^(1/2)", "kN^(1/2)", "mm^(3/2)"}) {
    const UnitError error = refuse(text);
    EXPECT_EQ(error.suggestion, "") << text;
    EXPECT_NE(error.message.find("convert the number"), std::string::npos) << error.message;
  }
}

TEST(unit, wrong_text_is_refused_with_its_place) {
  EXPECT_EQ(refuse("m**2").begin, 2U);
  EXPECT_EQ(refuse("(m").begin, 0U);
  EXPECT_EQ(refuse("m)").begin, 1U);
  EXPECT_EQ(refuse("m/").begin, 2U);
  EXPECT_EQ(refuse("2 m").begin, 0U);
  EXPECT_EQ(refuse("m^x").begin, 2U);
  EXPECT_EQ(refuse("m^").begin, 2U);
  EXPECT_EQ(refuse("m^(1/0)").begin, 2U);
  EXPECT_EQ(refuse("m^1000").begin, 2U);
  EXPECT_EQ(refuse("m,s").begin, 1U);
  EXPECT_EQ(refuse("m^2^2").begin, 3U);
}

TEST(unit, nested_without_end_is_refused) {
  refuse(std::string(100'000, '(') + "m");
  refuse("((((m^100)^100)^100)^100)^100");
}

} // namespace
} // namespace dalembert
