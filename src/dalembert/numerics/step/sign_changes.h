#pragma once

#include <cstddef>
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
  bool is_resolved = true;       ///< false where the function changes faster than it could be looked at
};

/// How a function is looked at.
struct SignSearchOptions {
  /// Into how many parts the interval is divided first: one for each part of a period that the function may have.
  std::size_t pieces = 1;
  double noise = 0.0; ///< what rounding makes of a value
};

/// Finds the changes of sign of f on [begin, end]. Each piece is halved until a parabola through three points predicts
/// f between them and leaves room for one root at most, or for two beside its vertex, where f is asked; each root is
/// then enclosed by bisection. A touch of 0 counts where f has the other sign at the vertex. A value that is not a
/// number counts as negative. Cost: 23 evaluations where f is smooth and keeps away from 0, about 60 more for each
/// root, about 10⁵ at most; with more pieces about 5 for each, and 10⁵ or 100 for each at most.
[[nodiscard]] SignChanges sign_changes(const std::function<double(double)>& f, double begin, double end,
                                       const SignSearchOptions& options = {});

} // namespace numerics
} // namespace dalembert
