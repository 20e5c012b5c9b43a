#pragma once

#include <dalembert/base/rational.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace dalembert {
inline namespace expr {

/// How many coherent SI units one unit of a column is, exactly: size · π^pi_power.
struct ColumnUnit {
  Rational size{1};
  int pi_power = 0; ///< 1 for degrees
  [[nodiscard]] double to_double() const;
};

/// A function of one argument given by points: a cubic between two neighbours with the slopes of Fritsch and Butland,
/// so that it is monotone where the points are, has no extremum of its own, and is a straight line where they lie on
/// one. Its first derivative is continuous, the second jumps at the points, the third is constant between them.
/// Source: docs/theory/tables.md.
class TabulatedFunction {
public:
  /// One column of numbers as the file has them, and what they are measured in.
  struct Column {
    std::vector<double> values;
    ColumnUnit unit;
  };
  /// Precondition: equally many finite numbers in both, two at least; those of `argument` increase strictly.
  TabulatedFunction(Column argument, Column value);

  /// False where points are so close together or so far apart that doubles hold no slope between them.
  [[nodiscard]] bool is_usable() const;
  [[nodiscard]] std::size_t size() const { return x_.size(); }
  [[nodiscard]] double first() const { return x_.front(); } ///< of the argument, SI
  [[nodiscard]] double last() const { return x_.back(); }
  [[nodiscard]] double point(std::size_t i) const { return x_[i]; }
  [[nodiscard]] double lowest() const { return lowest_; } ///< value, SI
  [[nodiscard]] double highest() const { return highest_; }
  /// True where `x` lies in the range, to 10⁻¹² of its length: what rounding may add to an end of it.
  [[nodiscard]] bool covers(double x) const { return x >= x_.front() - margin_ && x <= x_.back() + margin_; }

  /// Returns the derivative of `order` at `x`, of order 2 and 3 from the right at a point; NaN outside of the range.
  /// Cost: O(log points).
  [[nodiscard]] double value(std::uint32_t order, double x) const;

  /// Returns on which piece `x` lies, from 0; −1 below the range, one more than the last piece above it.
  [[nodiscard]] double piece(double x) const;

  struct Range {
    double low = 0.0;
    double high = 0.0;
  };
  /// Encloses the values of the derivative of `order` over the part of [low, high] that lies in the range; the whole
  /// line where none does. Cost: O(points/256 + 256).
  [[nodiscard]] Range over(std::uint32_t order, double low, double high) const;

  /// Returns the derivative of `order` at `x` in numbers of another kind (see EvaluatorAs), from the decimals of the
  /// file without rounding; not a number outside of the range.
  template <class Number>
  [[nodiscard]] Number value_as(std::uint32_t order, const Number& x) const;

  friend bool operator==(const TabulatedFunction& a, const TabulatedFunction& b) {
    return a.x_ == b.x_ && a.y_ == b.y_;
  }

private:
  /// y + s·(slope + s·(half_bend + s·sixth)), s = x − x of the point.
  struct Cubic {
    double y, slope, half_bend, sixth;
    [[nodiscard]] double derivative(std::uint32_t order, double s) const;
  };
  static constexpr std::uint32_t orders = 4;
  static constexpr std::size_t block = 256; ///< pieces whose extremes are known together

  [[nodiscard]] std::size_t place(double x) const; ///< of the point at or before `x`, not the last
  [[nodiscard]] Cubic cubic(std::size_t piece) const;
  void extend(Range& range, std::uint32_t order, std::size_t piece, double low, double high) const;
  void find_blocks();
  [[nodiscard]] Rational exact_argument(std::size_t i) const;
  [[nodiscard]] Rational exact_value(std::size_t i) const;
  template <class Number>
  [[nodiscard]] Number exact_slope(std::size_t i) const;
  template <class Number>
  static Number factor(const ColumnUnit& unit);

  Column argument_; ///< as written
  Column value_;
  std::vector<double> x_; ///< SI
  std::vector<double> y_;
  std::vector<double> slope_;
  std::array<std::vector<Range>, orders> blocks_;
  double margin_ = 0.0;
  double lowest_ = 0.0; ///< no extremum lies between the points
  double highest_ = 0.0;
};

/// Returns the slope at a point between two pieces of lengths h0, h1 with the slopes d0, d1 (Fritsch and Butland,
/// weighted as in PCHIP): 0 where they differ in sign, else their weighted harmonic mean.
template <class Number>
[[nodiscard]] Number inner_slope(const Number& h0, const Number& h1, const Number& d0, const Number& d1) {
  const Number zero(0.0);
  const bool is_monotone = (zero < d0 && zero < d1) || (d0 < zero && d1 < zero);
  if (!is_monotone) return Number(0.0);
  const Number two(2.0);
  const Number w0 = two * h1 + h0;
  const Number w1 = h1 + two * h0;
  return (w0 + w1) / (w0 / d0 + w1 / d1);
}

/// Returns the slope at an end: of the parabola through three points, turned back where it would not be monotone. The
/// piece at the end has the length h0 and the slope d0, the next one h1 and d1.
template <class Number>
[[nodiscard]] Number end_slope(const Number& h0, const Number& h1, const Number& d0, const Number& d1) {
  const Number zero(0.0);
  const Number minus(-1.0);
  const auto sign = [&zero](const Number& x) { return zero < x ? 1 : x < zero ? -1 : 0; };
  const Number slope = ((Number(2.0) * h0 + h1) * d0 + minus * h0 * d1) / (h0 + h1);
  if (sign(slope) != sign(d0)) return Number(0.0);
  const Number most = Number(3.0) * d0;
  const bool is_beyond = zero < d0 ? most < slope : slope < most;
  return sign(d0) != sign(d1) && is_beyond ? most : slope;
}

template <class Number>
Number TabulatedFunction::factor(const ColumnUnit& unit) {
  Number out(unit.size);
  for (int i = 0; i < unit.pi_power; ++i)
    out = out * Number::pi();
  for (int i = 0; i > unit.pi_power; --i)
    out = out / Number::pi();
  return out;
}

/// The slope at point i, in units of the file.
template <class Number>
Number TabulatedFunction::exact_slope(std::size_t i) const {
  const auto length = [this](std::size_t k) { return Number(exact_argument(k + 1) - exact_argument(k)); };
  const auto secant = [this, &length](std::size_t k) {
    return Number(exact_value(k + 1) - exact_value(k)) / length(k);
  };
  const std::size_t last = size() - 1;
  if (last == 1) return secant(0);
  if (i == 0) return end_slope(length(0), length(1), secant(0), secant(1));
  if (i == last) return end_slope(length(last - 1), length(last - 2), secant(last - 1), secant(last - 2));
  return inner_slope(length(i - 1), length(i), secant(i - 1), secant(i));
}

template <class Number>
Number TabulatedFunction::value_as(std::uint32_t order, const Number& x) const {
  const std::size_t last = size() - 1;
  const Number minus(-1.0);
  const Number in_file = x / factor<Number>(argument_.unit);
  const Number margin(margin_ / argument_.unit.to_double());
  const auto knot = [this](std::size_t i) { return Number(exact_argument(i)); };
  if (in_file < knot(0) + minus * margin || knot(last) + margin < in_file)
    return Number(std::numeric_limits<double>::quiet_NaN());
  std::size_t low = 0;
  for (std::size_t high = last; high - low > 1;) {
    const std::size_t middle = low + (high - low) / 2;
    (in_file < knot(middle) ? high : low) = middle;
  }
  const Number h(exact_argument(low + 1) - exact_argument(low));
  const Number d = Number(exact_value(low + 1) - exact_value(low)) / h;
  const Number d0 = exact_slope<Number>(low);
  const Number d1 = exact_slope<Number>(low + 1);
  const Number half_bend = (Number(3.0) * d + minus * Number(2.0) * d0 + minus * d1) / h;
  const Number sixth = (d0 + d1 + minus * Number(2.0) * d) / (h * h);
  const Number s = in_file + minus * knot(low);
  Number out(0.0);
  if (order == 0) out = Number(exact_value(low)) + s * (d0 + s * (half_bend + s * sixth));
  if (order == 1) out = d0 + s * (Number(2.0) * half_bend + Number(3.0) * s * sixth);
  if (order == 2) out = Number(2.0) * half_bend + Number(6.0) * s * sixth;
  if (order == 3) out = Number(6.0) * sixth;
  out = out * factor<Number>(value_.unit);
  for (std::uint32_t i = 0; i < order; ++i)
    out = out / factor<Number>(argument_.unit);
  return out;
}

} // namespace expr
} // namespace dalembert
