#pragma once

#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/result.h>

#include <optional>
#include <span>

namespace dalembert::inline simulation {

/// Where the residual E of every equation is no more than what rounding of the state makes of it,
///   |Eᵢ| ≤ 64 ε Sᵢ,   Sᵢ = Σⱼ |∂Eᵢ/∂qⱼ qⱼ| + |∂Eᵢ/∂vⱼ vⱼ|,
/// returns the largest |Eᵢ|/Sᵢ; nothing where one is larger. Strong springs and dampers nearly cancel one another and
/// leave a net force that their rounding is large beside. `inputs` hold the state solved. Cost: the derivatives of the
/// equations, which are made when they are first needed.
[[nodiscard]] std::optional<double> rounding_residual(const Engine& engine, std::span<const double> inputs,
                                                      const Evaluation& at);

} // namespace dalembert::inline simulation
