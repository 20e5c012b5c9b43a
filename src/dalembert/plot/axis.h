#pragma once

#include <string>
#include <vector>

namespace dalembert {
inline namespace plot {

/// One mark of an axis: where, and what is written there.
struct Tick {
  double value = 0.0; ///< in the unit of the data
  std::string text;
};

/// A numbered axis from `low` to `high`. A tick's text t stands for the value offset + t·10^power.
struct Axis {
  double low = 0.0;
  double high = 1.0;
  double offset = 0.0; ///< not 0 only where the data vary little about a large value
  int power = 0;       ///< a multiple of 3
  std::vector<Tick> ticks;
};

/// How far the axis goes beyond the data: not at all; a little on both sides; the same, but data of one sign that reach
/// near zero end at zero.
enum class Margin { none, around, to_zero };

/// Chooses an axis for data between `low` and `high` with about `wanted` ticks at 1, 2 or 5 times a power of ten.
/// Data that vary by no more than the share `resolution` of their size count as constant and get an interval about
/// them.
[[nodiscard]] Axis make_axis(double low, double high, int wanted, Margin margin, double resolution = 1e-13);

/// Numbers the ticks of an axis whose limits are given.
[[nodiscard]] Axis with_limits(double low, double high, int wanted);

/// Prints 10^power with raised digits, `10⁻³`; empty for 1.
[[nodiscard]] std::string power_of_ten_text(int power);

} // namespace plot
} // namespace dalembert
