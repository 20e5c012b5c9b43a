#pragma once

#include <dalembert/lowering/parameter_program.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/results/result.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace exporting {

/// A quantity that the model plots and that the state decides.
struct OutputQuantity {
  std::string name; ///< the user's own text: `m*x'`
  Measure measure;
  std::size_t observable = 0; ///< in Programs::observables
};

/// The quantities that a study plots, each once: without coordinates, rates, accelerations, multipliers and reactions
/// by themselves, and without what belongs to a whole run (work, drift) or to an impact.
[[nodiscard]] std::vector<OutputQuantity> output_quantities(const Study& study, const Programs& programs);

/// What C source is made of.
struct CModel {
  const Study& study;
  const Programs& programs;
  const Tape& derivatives;               ///< lower_motion_derivatives
  const ParameterProgram& computed;      ///< lower_parameters
  const std::vector<double>& parameters; ///< SI
  const std::vector<double>& scales;     ///< Engine::scale of each coordinate
  const std::vector<OutputQuantity>& outputs;
  std::optional<State> initial;     ///< a consistent state to start from, where there is one
  std::string made_by;              ///< `dalembert 0.1.0 from pendulum.mech`
  const Tape* directions = nullptr; ///< lower_state_directions of the outputs; absent: no such function
};

} // namespace exporting
} // namespace dalembert
