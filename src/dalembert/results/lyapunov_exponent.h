#pragma once

namespace dalembert {
inline namespace results {

/// An estimate of the largest Lyapunov exponent, 1/s, of a motion over a finite time.
struct LyapunovExponent {
  double value = 0.0; ///< over the second half of the run; NaN where it cannot be had
  double error = 0.0; ///< about one standard error; not below |value| where the run is too short to tell it from 0
};

} // namespace results
} // namespace dalembert
