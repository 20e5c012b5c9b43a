#pragma once

#include <dalembert/analysis/comparison.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace studies {

/// A state at which two models of one system differ, in the coordinates of both; SI units.
struct MotionWitness {
  State first;                              ///< of model A: the image of `second`
  State second;                             ///< of model B
  std::vector<double> first_accelerations;  ///< by the equations of A; empty where its constraints do not hold there
  std::vector<double> second_accelerations; ///< f̈ by the equations of B, in the coordinates of A
  std::optional<std::string> constraint;    ///< of A that does not hold at the state
  double violation = 0.0;                   ///< left minus right of it, or of its rate
};

/// Looks at 40 real states of B, near `initial`: for one where a constraint of A fails, else for that at which the
/// accelerations of A differ most from those of B. A difference below 2·10⁻¹⁴ of the largest acceleration of all
/// states, or one that states 10⁻⁹ away do not show again, is round-off. Nothing where none is left.
[[nodiscard]] std::optional<MotionWitness>
find_motion_witness(const Engine& a, const Engine& b, const InitialState& initial, const ModelComparison& comparison);

} // namespace studies
} // namespace dalembert
