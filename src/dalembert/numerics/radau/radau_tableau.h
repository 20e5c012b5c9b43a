#pragma once

#include <complex>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// The collocation method of Radau IIA with an odd number s of stages: order 2s − 1, stiffly accurate, L-stable.
///
///   zᵢ = h Σⱼ aᵢⱼ f(t + cⱼ h, y + zⱼ),   y₁ = y + z_s,   c_s = 1
///
/// With A⁻¹ = T Λ T⁻¹ the linear equations of a Newton step fall into one real system and (s − 1)/2 complex ones:
///   Δz = x (ξ·R) + 2 Re Σₖ xₖ (ξₖ·R),   R = h A F − z; x, ξ columns and rows of T and T⁻¹
/// Source: Hairer, Wanner, Solving Ordinary Differential Equations II, IV.5 (nodes, A), IV.8 (8.4)–(8.8),
/// (8.16)–(8.19).
struct RadauTableau {
  using Complex = std::complex<double>;
  /// A real eigenvalue of A⁻¹, or one with positive imaginary part that stands for its conjugate too.
  template <class Number>
  struct Block {
    Number value{};             ///< λ
    std::vector<Number> column; ///< x, s
    std::vector<Number> row;    ///< ξ, s
  };

  int stages = 0;
  std::vector<double> nodes;          ///< c, rising, the last is 1
  std::vector<double> matrix;         ///< A, s×s row-major; its last row holds the weights
  std::vector<double> slope_at_begin; ///< of the polynomial through (0, 0) and (cᵢ, zᵢ): h u′(0) = Σ slopeᵢ zᵢ
  std::vector<double> slope_at_end;   ///< the same for h u′(1)
  Block<double> real;
  std::vector<Block<Complex>> pairs;
};

/// Returns the coefficients of 3, 5 or 7 stages, right to the last digits of a double.
[[nodiscard]] const RadauTableau& radau_tableau(int stages);

} // namespace numerics
} // namespace dalembert
