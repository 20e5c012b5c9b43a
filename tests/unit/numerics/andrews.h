#pragma once

#include <span>
#include <vector>

namespace dalembert::test {

/// Andrews' squeezing mechanism, written out by hand: 7 angles, 3 loops (6 holonomic rows), driven by a constant
/// torque.
///
/// Source: Test Set for IVP Solvers (Mazzia, Magherini; Bari, release 2.4); Schiehlen (ed.), Multibody Systems
/// Handbook, 1990; Hairer, Wanner, Solving Ordinary Differential Equations II, VII.7. Signs: M a = f + Aᵀ λ, rows left
/// minus right.
class Andrews {
public:
  static constexpr int n = 7;
  static constexpr int m = 6;

  static void mass(std::span<const double> q, std::span<double> matrix);
  static void rows(std::span<const double> q, std::span<double> residual);
  static void jacobian(std::span<const double> q, std::span<double> a);
  /// h of M a − Aᵀ λ = h and γ of A a = γ.
  static void loads(std::span<const double> q, std::span<const double> v, std::span<double> h, std::span<double> gamma);

  static std::vector<double> initial_state(); ///< q, v
  static constexpr double end = 0.03;         ///< s
  /// End values from quadruple-precision extrapolation, to the digits on which two tolerances agree.
  static std::vector<double> end_positions();
  static std::vector<double> end_multipliers();
};

} // namespace dalembert::test
