#pragma once

#include <functional>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Two neighbouring doubles between which a function changes its sign; 0 counts as positive.
struct SignChange {
  double before = 0.0;
  double behind = 0.0;
  bool is_rising = false; ///< from negative to positive
};

struct SignChanges {
  std::vector<SignChange> found; ///< in order
  bool is_resolved = true;       ///< false where the function changes faster than it was looked at
};

/// Finds the changes of sign of f on [begin, end]. The interval is halved until a parabola through three points
/// predicts f between them and leaves room for one root at most; each root is then enclosed by bisection. Two roots
/// closer than about 10⁻⁴ of the interval, and a touch of 0, count as roots only where f has another sign at the vertex
/// between them. A value that is not a number counts as negative.
/// Cost: 23 evaluations where f is smooth and keeps away from 0, about 60 more for each root, about 10⁵ at most.
[[nodiscard]] SignChanges sign_changes(const std::function<double(double)>& f, double begin, double end);

} // namespace numerics
} // namespace dalembert
