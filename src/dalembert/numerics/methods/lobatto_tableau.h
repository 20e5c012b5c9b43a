#pragma once

#include <dalembert/numerics/linear/dense_matrix.h>

#include <vector>

namespace dalembert {
inline namespace numerics {

/// The pair of Lobatto IIIA (for positions) and IIIB (for momenta) with s stages: order 2s − 2, symmetric, symplectic.
///
///   Qᵢ = q + h Σⱼ aᵢⱼ Vⱼ,   Pᵢ = p + h Σⱼ âᵢⱼ Fⱼ,   q₁ = Q_s,   p₁ = p + h Σⱼ bⱼ Fⱼ;   bᵢ âᵢⱼ + bⱼ aⱼᵢ = bᵢ bⱼ
///
/// a₁ⱼ = 0 and âᵢ_s = 0: the first position is that of the begin, and the last force acts on the end alone.
/// Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, II.1.4, II.2, VII.1.
struct LobattoTableau {
  int stages = 0;
  std::vector<double> nodes;   ///< c, the first is 0, the last 1
  std::vector<double> weights; ///< b
  DenseMatrix positions;       ///< a, s×s
  DenseMatrix momenta;         ///< â, s×s
  /// Inverse of the product of rows 2 … s of a with columns 1 … s − 1 of â: how the forces of a step follow from what
  /// they are to move the positions by.
  DenseMatrix forces_by_shift;
  DenseMatrix rates_by_shift; ///< inverse of a without its first row and column
};

/// Returns the coefficients of 2, 3 or 4 stages, right to the last digits of a double.
[[nodiscard]] const LobattoTableau& lobatto_tableau(int stages);

} // namespace numerics
} // namespace dalembert
