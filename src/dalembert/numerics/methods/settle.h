#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace numerics {

/// Repeats `correct`, which returns the size of its correction, until rounding is reached. False where it is not.
/// Corrections may turn as they shrink, and then one of them is larger than that before: only several that do not fall
/// below the least one are rounding, but for those as small as the rounding of a few operations.
template <class Correct>
bool settle(const Correct& correct) {
  constexpr int most = 60;         ///< of corrections that are larger than `settled`
  constexpr int longest = 200;     ///< of all
  constexpr double settled = 1e-9; ///< corrections that large that no longer fall are no rounding
  constexpr double unit = 1e-14;   ///< those that small are
  constexpr int several = 4;
  constexpr double rounding = 1e-17;
  double before = std::numeric_limits<double>::infinity();
  double least = before;
  int since_least = 0;
  double last_contraction = 1; // the first correction is large for reasons of its own: its ratio alone says little
  for (int i = 0; i < most || (i < longest && before < settled); ++i) {
    const double size = correct();
    if (!std::isfinite(size)) return false;
    if (size == 0) return true;
    const double contraction = size / before;
    since_least = size < least ? 0 : since_least + 1;
    least = std::min(least, size);
    if (i > 0 && size * std::max(contraction, last_contraction) < rounding) return true;
    if (i > 2 && size < settled && contraction >= 1 && (size < unit || since_least >= several)) return true;
    if (i > 2 && size >= settled && contraction > 10) return false;
    if (i > 0) last_contraction = contraction;
    before = size;
  }
  return before < settled;
}

} // namespace numerics
} // namespace dalembert
