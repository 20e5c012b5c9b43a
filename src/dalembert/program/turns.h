#pragma once

namespace dalembert {
inline namespace program {

struct SineAndCosine {
  double sine;
  double cosine;
};

/// Sine and cosine of an angle in rad within 0.8 units in the last place: with the same bits on every processor, and in
/// vectors (jit/turns.h).
[[nodiscard]] SineAndCosine sine_and_cosine(double angle);

} // namespace program
} // namespace dalembert
