#include <dalembert/plot/axis.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace dalembert {
namespace {

std::vector<std::string> texts(const Axis& axis) {
  std::vector<std::string> out;
  for (const Tick& tick : axis.ticks)
    out.push_back(tick.text);
  return out;
}

TEST(axis, ticks_are_round_and_inside) {
  const Axis axis = make_axis(0.0, 30.0, 6, Margin::none);
  EXPECT_EQ(texts(axis), (std::vector<std::string>{"0", "5", "10", "15", "20", "25", "30"}));
  EXPECT_EQ(axis.low, 0.0);
  EXPECT_EQ(axis.high, 30.0);
}

TEST(axis, minus_is_a_minus_sign_and_zero_has_none) {
  EXPECT_EQ(texts(make_axis(-0.25, 0.25, 4, Margin::none)),
            (std::vector<std::string>{"−0.2", "−0.1", "0.0", "0.1", "0.2"}));
}

TEST(axis, has_a_few_ticks_whatever_the_range) {
  for (int decade = -12; decade <= 12; ++decade)
    for (double span = 1.0; span < 10.0; span *= 1.07) {
      const double high = span * std::pow(10.0, decade);
      for (const int wanted : {3, 5, 8}) {
        const auto count = make_axis(-high / 3, high, wanted, Margin::to_zero).ticks.size();
        EXPECT_GE(count, 2U) << high;
        EXPECT_LE(count, 2U * static_cast<unsigned>(wanted)) << high;
      }
    }
}

TEST(axis, text_times_power_plus_offset_is_the_value) {
  for (const double size : {1e-9, 3e-4, 0.7, 20.0, 5e5, 1e12})
    for (const double centre : {0.0, 1.0, 1e6}) {
      const Axis axis = make_axis(centre - size, centre + size, 6, Margin::around);
      for (const Tick& tick : axis.ticks) {
        std::string text = tick.text;
        if (text.starts_with("−")) text.replace(0, std::string("−").size(), "-");
        // Texts have the digits that tell ticks apart; beside a large offset an ulp of it.
        EXPECT_NEAR(std::stod(text) * std::pow(10.0, axis.power) + axis.offset, tick.value,
                    1e-9 * size + 1e-15 * std::abs(tick.value));
      }
    }
}

TEST(axis, takes_out_a_power_of_a_thousand_where_numbers_are_huge_or_small) {
  EXPECT_EQ(make_axis(0.0, 3e6, 5, Margin::none).power, 6);
  EXPECT_EQ(make_axis(0.0, 3e-4, 5, Margin::none).power, -6);
  EXPECT_EQ(make_axis(0.0, 9000.0, 5, Margin::none).power, 0);
  EXPECT_EQ(make_axis(0.0, 0.05, 5, Margin::none).power, 0);
}

TEST(axis, takes_out_an_offset_where_the_data_hardly_vary) {
  const Axis axis = make_axis(4.905, 4.905 + 1e-9, 5, Margin::around);
  // The offset may lie beside the data, within a hundred times their range.
  EXPECT_NEAR(axis.offset, 4.905, 1e-7);
  EXPECT_LT(axis.power, 0);
  EXPECT_EQ(make_axis(4.0, 5.0, 5, Margin::none).offset, 0.0);
}

TEST(axis, constant_data_get_an_interval_about_them) {
  for (const double value : {0.0, 1.962, -3e8, 1e-12}) {
    const Axis axis = make_axis(value, value, 5, Margin::to_zero);
    EXPECT_LT(axis.low, value);
    EXPECT_GT(axis.high, value);
    EXPECT_GE(axis.ticks.size(), 2U);
  }
  // What differs by roundings only is constant, too.
  const Axis axis = make_axis(1.0, 1.0 + 1e-15, 5, Margin::around);
  EXPECT_GT(axis.high - axis.low, 0.5);
}

TEST(axis, what_varies_less_than_the_resolution_is_constant) {
  const Axis noise = make_axis(2.0, 2.0 + 1e-10, 5, Margin::around, 1e-9);
  EXPECT_EQ(noise.offset, 0.0);
  EXPECT_GT(noise.high - noise.low, 1.0);
  // The axis stays within a hundred times the range of the data.
  EXPECT_LT(make_axis(2.0, 2.0 + 1e-8, 5, Margin::around, 1e-9).high - 2.0, 1e-6);
}

TEST(axis, data_of_one_sign_near_zero_stand_on_zero) {
  EXPECT_EQ(make_axis(0.1, 2.0, 5, Margin::to_zero).low, 0.0);
  EXPECT_EQ(make_axis(-2.0, -0.1, 5, Margin::to_zero).high, 0.0);
  EXPECT_GT(make_axis(1.0, 2.0, 5, Margin::to_zero).low, 0.9);
  EXPECT_LT(make_axis(0.1, 2.0, 5, Margin::around).low, 0.1);
}

TEST(axis, powers_of_ten_are_printed_raised) {
  EXPECT_EQ(power_of_ten_text(0), "");
  EXPECT_EQ(power_of_ten_text(-3), "10⁻³");
  EXPECT_EQ(power_of_ten_text(12), "10¹²");
}

} // namespace
} // namespace dalembert
