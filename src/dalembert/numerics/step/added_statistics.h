#pragma once

#include <dalembert/numerics/step/stepper.h>

#include <algorithm>

namespace dalembert {
inline namespace numerics {

/// The counts of two steppers together, as of methods that followed one another; steps are those of both.
[[nodiscard]] inline StepStatistics added(StepStatistics a, const StepStatistics& b) {
  a.accepted += b.accepted;
  a.rejected += b.rejected;
  a.refused += b.refused;
  a.evaluations += b.evaluations;
  a.series += b.series;
  a.jacobians += b.jacobians;
  a.factorisations += b.factorisations;
  if (a.smallest_step == 0 || (b.smallest_step != 0 && b.smallest_step < a.smallest_step))
    a.smallest_step = b.smallest_step;
  a.largest_step = std::max(a.largest_step, b.largest_step);
  return a;
}

} // namespace numerics
} // namespace dalembert
