#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// A friction that sticks, where amounts z leave its force open: f = force + Σ zₖ·force_by[k], N likewise. It holds
/// while |f| ≤ N; f is in the scale of its coefficients, of a friction along a line with the second component 0.
struct OpenHold {
  std::array<double, 2> force{};
  double normal = 0.0; ///< N ≥ 0
  std::vector<std::array<double, 2>> force_by;
  std::vector<double> normal_by;
};

/// Amounts, and what they give.
struct EvenShares {
  std::vector<double> amounts;
  double margin = 0.0;        ///< the smallest N − |f|, which no other amounts make larger
  std::vector<double> weight; ///< of each friction in that bound; the sum is 1
};

/// Returns the amounts z that leave the largest smallest margin min (N − |f|): the forces that hold all frictions if
/// any forces do, which is so where the margin is not negative. The weights are the speeds, but for a common factor, of
/// the mechanism by which they break away where it is 0. Found by an interior point method to some 1e-12 of the forces;
/// amounts that nothing bounds stay near 0. Cost: about 60 steps of Newton's method in as many unknowns as amounts.
[[nodiscard]] EvenShares even_shares(const std::vector<OpenHold>& holds, std::size_t amounts);

} // namespace simulation
} // namespace dalembert
