#include "hand_chain.h"

#include <cmath>
#include <utility>

namespace dalembert::bench {

HandChain::HandChain(std::vector<double> masses, std::vector<double> lengths, double gravity)
    : inverse_masses_(std::move(masses)),
      lengths_(std::move(lengths)),
      inverse_lengths_(lengths_),
      gravity_(gravity),
      sines_(lengths_.size()),
      cosines_(lengths_.size()),
      along_(lengths_.size()),
      factors_(lengths_.size()),
      tensions_(lengths_.size()) {
  for (double& mass : inverse_masses_)
    mass = 1 / mass;
  for (double& length : inverse_lengths_)
    length = 1 / length;
}

/// With eᵢ = (sin θᵢ, −cos θᵢ): mᵢ aᵢ = Tᵢ₊₁ eᵢ₊₁ − Tᵢ eᵢ + mᵢ g, and (aᵢ − aᵢ₋₁)·eᵢ = −lᵢ ωᵢ² is one row for each
/// link.
void HandChain::accelerations(std::span<const double> angles, std::span<const double> rates, std::span<double> out) {
  const std::size_t n = lengths_.size();
  for (std::size_t i = 0; i < n; ++i) {
    sines_[i] = std::sin(angles[i]);
    cosines_[i] = std::cos(angles[i]);
  }
  for (std::size_t i = 0; i + 1 < n; ++i)
    along_[i] = sines_[i] * sines_[i + 1] + cosines_[i] * cosines_[i + 1];
  // Down the chain: Tᵢ = factorᵢ Tᵢ₊₁ + remainderᵢ.
  double before = 0; // −(coupling to the link above)
  for (std::size_t i = 0; i < n; ++i) {
    const double own = inverse_masses_[i] + (i > 0 ? inverse_masses_[i - 1] : 0.0);
    double right = lengths_[i] * rates[i] * rates[i] + (i == 0 ? gravity_ * cosines_[0] : 0.0);
    double diagonal = own;
    if (i > 0) {
      before = along_[i - 1] * inverse_masses_[i - 1];
      diagonal -= before * factors_[i - 1];
      right += before * tensions_[i - 1];
    }
    const double inverse = 1 / diagonal;
    factors_[i] = i + 1 < n ? along_[i] * inverse_masses_[i] * inverse : 0.0;
    tensions_[i] = right * inverse;
  }
  for (std::size_t i = n - 1; i-- > 0;)
    tensions_[i] += factors_[i] * tensions_[i + 1];
  for (std::size_t i = 0; i < n; ++i) {
    double across = i == 0 ? -gravity_ * sines_[0] : 0.0;
    if (i + 1 < n)
      across += tensions_[i + 1] * inverse_masses_[i] * (sines_[i + 1] * cosines_[i] - cosines_[i + 1] * sines_[i]);
    if (i > 0)
      across += tensions_[i - 1] * inverse_masses_[i - 1] * (sines_[i - 1] * cosines_[i] - cosines_[i - 1] * sines_[i]);
    out[i] = across * inverse_lengths_[i];
  }
}

} // namespace dalembert::bench
