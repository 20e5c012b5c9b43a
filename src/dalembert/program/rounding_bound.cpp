#include <dalembert/base/errors.h>
#include <dalembert/program/rounding_bound.h>
#include <dalembert/program/turns.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace program {

namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();

/// A value and how far rounding may have moved it.
struct Bounded {
  double value = 0.0;
  double error = 0.0;
};

Bounded rounded(double value, double carried) {
  return std::isfinite(value) ? Bounded{value, carried + unit * std::abs(value)} : Bounded{value, 0.0};
}

/// The result of `f` of the operands, of which each is off by its error.
template <class F>
Bounded bounded(const std::array<Bounded, 3>& operands, std::size_t count, F f) {
  std::array<double, 3> at{};
  for (std::size_t j = 0; j < 3; ++j)
    at[j] = operands[j].value;
  const double value = f(at);
  double carried = 0.0;
  for (std::size_t j = 0; j < count; ++j) {
    double most = 0.0;
    for (const double sign : {-1.0, 1.0}) {
      std::array<double, 3> moved = at;
      moved[j] += sign * operands[j].error;
      const double change = std::abs(f(moved) - value);
      if (std::isfinite(change)) most = std::max(most, change); // beyond the end of a domain nothing is known
    }
    carried += most;
  }
  return rounded(value, carried);
}

} // namespace

std::vector<double> rounding_bounds(const Tape& tape, std::span<const double> in) {
  ENSURE(in.size() == tape.inputs());
  std::vector<Bounded> values;
  values.reserve(tape.values());
  for (const double constant : tape.constants())
    values.push_back(rounded(constant, 0.0));
  for (const double input : in)
    values.push_back(rounded(input, 0.0));
  for (const Instruction& i : tape.instructions()) {
    const auto count = static_cast<std::size_t>(operand_count(i.operation));
    const std::array<std::uint32_t, 3> places = {i.a, i.b, i.c};
    std::array<Bounded, 3> operands{};
    for (std::size_t j = 0; j < count; ++j)
      operands[j] = values[places[j]];
    values.push_back(
        bounded(operands, count, [&](const std::array<double, 3>& x) { return tape.computed(i, x[0], x[1], x[2]); }));
    if (i.operation == Operation::sincos)
      values.push_back(
          bounded(operands, count, [](const std::array<double, 3>& x) { return sine_and_cosine(x[0]).cosine; }));
  }
  std::vector<double> out;
  for (const std::uint32_t place : tape.output_values())
    out.push_back(values[place].error);
  return out;
}

} // namespace program
} // namespace dalembert
