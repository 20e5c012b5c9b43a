#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <optional>
#include <span>

namespace dalembert {
inline namespace simulation {

/// Where the residual E of every equation is no more than what rounding of the numbers in it makes of it,
///   |Eᵢ| ≤ 64 ε Sᵢ,   Sᵢ = Σₓ |∂Eᵢ/∂x x|  over x = t, q, v and the parameters,
/// returns the largest |Eᵢ|/Sᵢ; nothing where one is larger. Forces that nearly cancel one another, of strong springs
/// and dampers, or at the instant at which a contact opens, leave a net force that their rounding is large beside.
/// `inputs` hold the state solved. The derivatives are differences over a millionth of x, of both sides the smaller
/// one: a force that jumps there is not large for that. Cost: two accounts of the state for each x.
[[nodiscard]] std::optional<double> rounding_residual(const Engine& engine, std::span<const double> inputs,
                                                      const Evaluation& at);

} // namespace simulation
} // namespace dalembert
