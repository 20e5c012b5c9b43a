#pragma once

#include <dalembert/program/interval.h>

#include <array>

namespace dalembert {
inline namespace program {

/// Enclosures over an interval of one input x: of a function f(x) and of its first two derivatives.
struct IntervalJet {
  RealInterval value;
  RealInterval first;
  RealInterval second;
};

inline constexpr RealInterval no_change{0, 0};
inline constexpr RealInterval exactly_one{1, 1};

[[nodiscard]] constexpr RealInterval point(double x) {
  return {x, x};
}

[[nodiscard]] RealInterval operator/(const RealInterval& a, const RealInterval& b);

/// Encloses the values of a function; `b` is the second argument where there is one.
[[nodiscard]] RealInterval over(Function f, const RealInterval& a, const RealInterval& b = {});
[[nodiscard]] RealInterval root(const RealInterval& a);
[[nodiscard]] RealInterval joined(const RealInterval& a, const RealInterval& b);
/// Returns what lies in both; `a` where rounding has parted them.
[[nodiscard]] RealInterval common(const RealInterval& a, const RealInterval& b);

/// Encloses f′ and f″ over the argument `u`, `f` being the values there; nothing is known of functions with steps.
[[nodiscard]] std::array<RealInterval, 2> slopes_of(Function function, const RealInterval& u, const RealInterval& f);

/// Applies the chain rule to f(u(x)), from f, and f′ and f″ at u.
[[nodiscard]] IntervalJet chained(const RealInterval& f, const std::array<RealInterval, 2>& slopes,
                                  const IntervalJet& u);
[[nodiscard]] IntervalJet sum(const IntervalJet& a, const IntervalJet& b);
[[nodiscard]] IntervalJet negative(const IntervalJet& a);
[[nodiscard]] IntervalJet squared(const IntervalJet& a);
[[nodiscard]] IntervalJet product(const IntervalJet& a, const IntervalJet& b);
[[nodiscard]] IntervalJet quotient(const IntervalJet& a, const IntervalJet& b);
[[nodiscard]] IntervalJet square_root(const IntervalJet& u);
[[nodiscard]] IntervalJet power(const IntervalJet& u, const IntervalJet& exponent);
/// atan2(y, x); `is_smooth` where it does not jump.
[[nodiscard]] IntervalJet direction(const IntervalJet& y, const IntervalJet& x, bool is_smooth);
[[nodiscard]] bool is_constant(const IntervalJet& a);

} // namespace program
} // namespace dalembert
