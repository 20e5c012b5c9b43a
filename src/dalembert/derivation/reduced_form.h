#pragma once

#include <dalembert/derivation/motion_form.h>
#include <dalembert/derivation/speed_frame.h>

#include <string>

namespace dalembert {
inline namespace derivation {

/// Starts a form on the speeds of `frame`: its kinematics, with the lines that say which speeds were chosen and what
/// the other rates are in terms of them.
[[nodiscard]] MotionForm form_on(const Equations& equations, const SpeedFrame& frame, std::string name);

/// What the equation of speed `r` is said to be of: the coordinate whose rate it is, or the declared speed.
[[nodiscard]] std::string label_of(const System& system, const SpeedFrame& frame, int r);

} // namespace derivation
} // namespace dalembert
