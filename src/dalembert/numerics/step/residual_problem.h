#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace dalembert {
inline namespace numerics {

/// A motion by the residual of its equations with multipliers, stabilised (Gear, Gupta, Leimkuhler), of index 1 by
/// taking the integrals of the multipliers as unknowns (Gear 2006): x = (q, v, Λ, Γ), Λ̇ = λ, Γ̇ = μ,
///   0 = q̇ − v − Gᵀμ,   0 = M·v̇ − h − Aᵀλ,   0 = ψ(t, q, v),   0 = φ(t, q)
/// Λ has one entry for each row ψ, Γ one for each φ; both start at 0.
struct ResidualProblem {
  std::size_t multipliers = 0; ///< entries of Λ and Γ together
  /// Writes the residual of x and ẋ. May throw SolveError ("not here").
  std::function<void(double t, std::span<const double> x, std::span<const double> slope, std::span<double> residual)>
      residual = {};
  /// Writes ∂residual/∂x + c·∂residual/∂ẋ, column by column.
  std::function<void(double t, double c, std::span<const double> x, std::span<const double> slope,
                     std::span<double> matrix)>
      jacobian = {};
  /// Writes λ and μ at the state y = (q, v, …).
  std::function<void(double t, std::span<const double> y, std::span<double> multipliers)> start = {};
};

} // namespace numerics
} // namespace dalembert
