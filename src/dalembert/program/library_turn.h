#pragma once

namespace dalembert {
inline namespace program {

/// Angles in rad that the program reduces itself; it asks the C library about larger ones.
inline constexpr double largest_reduced_angle = 0x1p30;

/// Sine and cosine of the C library.
void library_turn(double angle, double& sine, double& cosine);

} // namespace program
} // namespace dalembert
