#pragma once

#include <dalembert/numerics/linear/kkt_types.h>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// A motion in the form that methods of momenta follow; the states of an OdeProblem with one are y = (q, v, integrals).
///
///   q̇ = v,   dp/dt = f(t, q, v, λ),   p = p(t, q, v),   ∂p/∂v = M,   ∂f/∂λ = Aᵀ
///   φ(t, q) = 0 with ∂φ/∂q = A,   or a row of rates ψ(t, q, v) = 0 with ∂ψ/∂v = A
///
/// All functions may throw SolveError where they have no value.
struct MomentumProblem {
  std::size_t coordinates = 0;       ///< n
  std::vector<bool> is_row_of_rates; ///< for each of the m rows

  struct Values {
    std::span<double> momenta; ///< p, n
    std::span<double> forces;  ///< f, n
    std::span<double> rows;    ///< φ or ψ, m
  };
  std::function<void(double t, std::span<const double> q, std::span<const double> v,
                     std::span<const double> multipliers, const Values& out)>
      evaluate = {};

  struct Linear {
    std::span<double> rates;  ///< φ̇ or ψ, m
    std::span<double> matrix; ///< A, m×n
    std::span<double> mass;   ///< M, n×n
  };
  std::function<void(double t, std::span<const double> q, std::span<const double> v, const Linear& out)> linearise = {};

  /// Writes ∂φ̇/∂q, m×n, of rows of positions; what it writes for rows of rates is not read. Optional: needed where M is
  /// singular.
  std::function<void(double t, std::span<const double> q, std::span<const double> v, std::span<double> gradients)>
      rate_gradients = {};

  KktOptions kkt = {}; ///< what is known of the rank of A
  /// f holds rates that no row speaks of (slips that stick): OdeProblem::project puts the states back onto them.
  bool holds_rates = false;

  [[nodiscard]] std::size_t rows() const { return is_row_of_rates.size(); }
};

} // namespace numerics
} // namespace dalembert
