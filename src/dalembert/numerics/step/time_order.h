#pragma once

#include <limits>

namespace dalembert {
inline namespace numerics {

/// Which of two times a motion reaches first: the earlier one where it is followed forwards in time, the later one
/// where it is followed back.
class TimeOrder {
public:
  TimeOrder() = default;
  /// That of a motion followed from one time to another; forwards where both are one.
  TimeOrder(double from, double to) : sign_(to < from ? -1.0 : 1.0) {}

  [[nodiscard]] bool is_backwards() const { return sign_ < 0.0; }
  [[nodiscard]] double sign() const { return sign_; } ///< 1 forwards, −1 back
  /// True where `a` is reached before `b`; false where either is no number.
  [[nodiscard]] bool precedes(double a, double b) const { return sign_ * a < sign_ * b; }
  /// The same, as an order to sort and search by.
  [[nodiscard]] bool operator()(double a, double b) const { return precedes(a, b); }
  /// Of two times the one that is reached first, or last; `a` where they are one.
  [[nodiscard]] double first(double a, double b) const { return precedes(b, a) ? b : a; }
  [[nodiscard]] double last(double a, double b) const { return precedes(a, b) ? b : a; }
  [[nodiscard]] double never() const { return sign_ * std::numeric_limits<double>::infinity(); }

private:
  double sign_ = 1.0;
};

} // namespace numerics
} // namespace dalembert
