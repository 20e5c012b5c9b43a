#include <dalembert/base/errors.h>
#include <dalembert/expr/tabulated.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

namespace dalembert {
inline namespace expr {

namespace {

constexpr double margin_share = 1e-12; ///< of the range: what rounding may add to an end of it

/// The decimal that a person wrote: the shortest that gives this double.
Rational written_decimal(double value) {
  return Rational::parse(fmt::format("{}", value)).value_or(Rational::from_double(value));
}

/// Each number times the unit. A unit such as mm divides, so that 1 mm is the double next to 0.001.
std::vector<double> in_si_units(const TabulatedFunction::Column& column) {
  const ColumnUnit& scale = column.unit;
  const bool divides = scale.pi_power == 0 && scale.size.numerator().is_one();
  const double divisor = scale.size.denominator().to_double();
  const double factor = scale.to_double();
  std::vector<double> out(column.values.size());
  std::ranges::transform(column.values, out.begin(), [&](double x) { return divides ? x / divisor : x * factor; });
  return out;
}

} // namespace

double ColumnUnit::to_double() const {
  return size.to_double() * std::pow(std::numbers::pi, pi_power);
}

double TabulatedFunction::Cubic::derivative(std::uint32_t order, double s) const {
  switch (order) {
  case 0:
    return y + s * (slope + s * (half_bend + s * sixth));
  case 1:
    return slope + s * (2.0 * half_bend + 3.0 * s * sixth);
  case 2:
    return 2.0 * half_bend + 6.0 * s * sixth;
  case 3:
    return 6.0 * sixth;
  default:
    return 0.0;
  }
}

TabulatedFunction::TabulatedFunction(Column argument, Column value)
    : argument_(std::move(argument)), value_(std::move(value)), x_(in_si_units(argument_)), y_(in_si_units(value_)) {
  ENSURE(x_.size() >= 2 && x_.size() == y_.size());
  const std::size_t last = x_.size() - 1;
  const auto length = [this](std::size_t k) { return x_[k + 1] - x_[k]; };
  const auto secant = [this, &length](std::size_t k) { return (y_[k + 1] - y_[k]) / length(k); };
  margin_ = margin_share * (x_.back() - x_.front());
  slope_.resize(x_.size(), secant(0));
  if (last > 1) {
    slope_[0] = end_slope(length(0), length(1), secant(0), secant(1));
    for (std::size_t i = 1; i < last; ++i)
      slope_[i] = inner_slope(length(i - 1), length(i), secant(i - 1), secant(i));
    slope_[last] = end_slope(length(last - 1), length(last - 2), secant(last - 1), secant(last - 2));
  }
  lowest_ = *std::ranges::min_element(y_);
  highest_ = *std::ranges::max_element(y_);
  find_blocks();
}

bool TabulatedFunction::is_usable() const {
  const auto is_finite = [](const Range& range) { return std::isfinite(range.low) && std::isfinite(range.high); };
  return std::ranges::all_of(blocks_, [&](const auto& of) { return std::ranges::all_of(of, is_finite); }) &&
         std::ranges::adjacent_find(x_, std::greater_equal()) == x_.end();
}

std::size_t TabulatedFunction::place(double x) const {
  const auto inner = x_.begin() + 1;
  return static_cast<std::size_t>(std::upper_bound(inner, x_.end() - 1, x) - inner);
}

TabulatedFunction::Cubic TabulatedFunction::cubic(std::size_t piece) const {
  const double h = x_[piece + 1] - x_[piece];
  const double d = (y_[piece + 1] - y_[piece]) / h;
  const double d0 = slope_[piece];
  const double d1 = slope_[piece + 1];
  return {y_[piece], d0, (3.0 * d - 2.0 * d0 - d1) / h, (d0 + d1 - 2.0 * d) / (h * h)};
}

double TabulatedFunction::value(std::uint32_t order, double x) const {
  if (!covers(x)) return std::numeric_limits<double>::quiet_NaN();
  const double inside = std::clamp(x, x_.front(), x_.back());
  const std::size_t i = place(inside);
  return cubic(i).derivative(order, inside - x_[i]);
}

double TabulatedFunction::piece(double x) const {
  if (std::isnan(x)) return x;
  if (!covers(x)) return x < x_.front() ? -1.0 : static_cast<double>(size() - 1);
  return static_cast<double>(place(x));
}

/// Extends `range` by what the derivative of `order` does on [low, high], which lies on `piece`.
void TabulatedFunction::extend(Range& range, std::uint32_t order, std::size_t piece, double low, double high) const {
  const Cubic c = cubic(piece);
  const auto take = [&](double s) {
    const double at = c.derivative(order, s);
    if (std::isnan(at)) range.high = at;
    range.low = std::min(range.low, at);
    range.high = std::max(range.high, at);
  };
  const double begin = low - x_[piece];
  const double end = high - x_[piece];
  take(begin);
  take(end);
  if (order != 1 || c.sixth == 0.0) return; // the value is monotone on a piece
  const double turn = -c.half_bend / (3.0 * c.sixth);
  if (begin < turn && turn < end) take(turn);
}

void TabulatedFunction::find_blocks() {
  const std::size_t pieces = x_.size() - 1;
  for (std::uint32_t order = 0; order < orders; ++order)
    for (std::size_t first = 0; first < pieces; first += block) {
      Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
      for (std::size_t i = first; i < std::min(first + block, pieces); ++i)
        extend(range, order, i, x_[i], x_[i + 1]);
      blocks_.at(order).push_back(range);
    }
}

TabulatedFunction::Range TabulatedFunction::over(std::uint32_t order, double low, double high) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(low <= x_.back() + margin_) || !(high >= x_.front() - margin_)) return {-infinity, infinity};
  if (order >= orders) return {0.0, 0.0};
  low = std::clamp(low, x_.front(), x_.back());
  high = std::clamp(high, x_.front(), x_.back());
  std::size_t first = place(low);
  if (first > 0 && x_[first] == low) --first; // a jump there has two sides
  const std::size_t last = place(high);
  Range range{infinity, -infinity};
  for (std::size_t i = first; i <= last;) {
    const bool is_whole_block = i % block == 0 && i > first && i + block <= last;
    if (is_whole_block) {
      const Range& known = blocks_.at(order)[i / block];
      range = {std::min(range.low, known.low), std::max(range.high, known.high)};
      i += block;
      continue;
    }
    extend(range, order, i, std::clamp(low, x_[i], x_[i + 1]), std::clamp(high, x_[i], x_[i + 1]));
    ++i;
  }
  // Rounding: of the values themselves, and of the terms that cancel in them.
  const double size = order == 0 ? std::max(std::abs(range.low), std::abs(range.high)) : range.high - range.low;
  const double rounding = 1e-14 * std::max({size, std::abs(range.low), std::abs(range.high)});
  return {range.low - rounding, range.high + rounding};
}

Rational TabulatedFunction::exact_argument(std::size_t i) const {
  return written_decimal(argument_.values[i]);
}

Rational TabulatedFunction::exact_value(std::size_t i) const {
  return written_decimal(value_.values[i]);
}

} // namespace expr
} // namespace dalembert
