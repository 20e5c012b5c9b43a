#pragma once

#include <dalembert/lowering/programs.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/simulation/result.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert::inline exporting {

/// What C source is made of.
struct CModel {
  const Study& study;
  const Programs& programs;
  const Tape& derivatives;               ///< lower_motion_derivatives
  const std::vector<double>& parameters; ///< SI
  std::optional<State> initial;          ///< a consistent state to start from, where there is one
  std::string made_by;                   ///< `dalembert 0.1.0 from pendulum.mech`
};

} // namespace dalembert::inline exporting
