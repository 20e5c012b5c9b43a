#pragma once

#include <dalembert/results/result.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/engine/engine.h>

namespace dalembert {
inline namespace simulation {

/// Returns the work, J, that forces which nearly cancel one another do separately over displacements that a run of this
/// tolerance does not see,
///   Σᵢ Sᵢ δᵢ,   Sᵢ = Σⱼ |∂Eᵢ/∂qⱼ qⱼ| + |∂Eᵢ/∂vⱼ vⱼ|,   δᵢ the absolute tolerance of qᵢ
/// with the equations E as in `rounding_residual.h`. Forces that are declared, a weight on a spring, are in no
/// potential whose size would tell. `at`: a state that was solved. 0 where the engine has no derivatives.
[[nodiscard]] double work_of_unseen_motion(const Engine& engine, const Evaluation& at, const RunTolerance& tolerance);

} // namespace simulation
} // namespace dalembert
