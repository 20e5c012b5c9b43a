#include <dalembert/plot/axis.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace dalembert {
inline namespace plot {

namespace {

/// Relative spread below which the common part of the data is written once, as an offset.
constexpr double offset_spread = 1e-4;
/// Share of the data's spread that is left free at either end.
constexpr double free_share = 0.05;

double power_of_ten(int n) {
  return std::pow(10.0, n);
}

int decade(double positive) {
  return static_cast<int>(std::floor(std::log10(positive) + 1e-9));
}

/// The step of 1, 2 or 5 times a power of ten that cuts `span` into a number of parts nearest to `wanted`, as a ratio.
double nice_step(double span, int wanted) {
  const double raw = span / wanted;
  const double scale = power_of_ten(decade(raw));
  double best = scale;
  for (const double factor : {2.0, 5.0, 10.0})
    if (std::abs(std::log(factor * scale / raw)) < std::abs(std::log(best / raw))) best = factor * scale;
  return best;
}

/// The round number near the data that is taken out of the ticks; 0 where the data are not a small change of a large
/// value.
double common_offset(double low, double high) {
  const double size = std::max(std::abs(low), std::abs(high));
  const double span = high - low;
  if (span > offset_spread * size) return 0.0;
  const double unit = power_of_ten(decade(span) + 1);
  return std::round((low + high) / 2 / unit) * unit;
}

/// Ticks stay readable without a power of ten from a hundredth to ten thousand.
int common_power(double size) {
  if (size == 0.0 || (size >= 0.01 && size < 1e4)) return 0;
  return 3 * static_cast<int>(std::floor(decade(size) / 3.0));
}

std::string tick_text(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool is_negative = text.front() == '-';
  const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
  if (is_negative) text.erase(0, 1);
  return is_negative && !is_zero ? "\u2212" + text : text;
}

} // namespace

Axis with_limits(double low, double high, int wanted) {
  Axis axis{low, high, common_offset(low, high), 0, {}};
  const double step = nice_step(high - low, wanted);
  const double first = std::ceil((low - axis.offset) / step - 1e-9);
  const double last = std::floor((high - axis.offset) / step + 1e-9);
  axis.power = common_power(std::max(std::abs(first), std::abs(last)) * step);
  const double scaled = step / power_of_ten(axis.power);
  const int decimals = std::max(0, -decade(scaled));
  for (double k = first; k <= last; ++k)
    axis.ticks.push_back({axis.offset + k * step, tick_text(k * scaled, decimals)});
  return axis;
}

Axis make_axis(double low, double high, int wanted, Margin margin, double resolution) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= resolution * size || high - low < 1e-290) {
    const double middle = low + (high - low) / 2;
    const double half = size < 1e-290 ? 1.0 : size / 2;
    return with_limits(middle - half, middle + half, wanted);
  }
  if (margin == Margin::none) return with_limits(low, high, wanted);
  const double extra = free_share * (high - low);
  if (margin == Margin::around) return with_limits(low - extra, high + extra, wanted);
  // Data that are never negative and reach down near zero stand on the zero line.
  const bool stands_on_zero = low >= 0 && low < 0.2 * (high - low);
  const bool hangs_from_zero = high <= 0 && -high < 0.2 * (high - low);
  return with_limits(stands_on_zero ? 0.0 : low - extra, hangs_from_zero ? 0.0 : high + extra, wanted);
}

std::string power_of_ten_text(int power) {
  static constexpr std::string_view raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (power == 0) return {};
  std::string out = power < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(power)))
    out += raised[digit - '0'];
  return out;
}

} // namespace plot
} // namespace dalembert
