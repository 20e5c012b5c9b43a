#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert::inline numerics {

/// Repeats `correct`, which returns the size of its correction, until rounding is reached. False where it is not.
template <class Correct>
bool settle(const Correct& correct) {
  constexpr int most = 60;
  constexpr double settled = 1e-9; ///< a correction that large that no longer falls is no rounding
  constexpr double rounding = 1e-17;
  double before = std::numeric_limits<double>::infinity();
  double last_contraction = 1; // the first correction is large for reasons of its own: its ratio alone says little
  for (int i = 0; i < most; ++i) {
    const double size = correct();
    if (!std::isfinite(size)) return false;
    if (size == 0) return true;
    const double contraction = size / before;
    if (i > 0 && size * std::max(contraction, last_contraction) < rounding) return true;
    if (contraction >= 1 && size < settled && i > 2) return true;
    if (contraction > 10 && i > 2) return false;
    if (i > 0) last_contraction = contraction;
    before = size;
  }
  return before < settled;
}

} // namespace dalembert::inline numerics
