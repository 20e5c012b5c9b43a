#pragma once

#include <vector>

namespace dalembert {
inline namespace numerics {

/// weight · k_stage, an entry of a row of a Butcher tableau; entries that are zero are left out.
struct TableauEntry {
  int stage;
  double weight;
};
using TableauRow = std::vector<TableauEntry>;

/// An embedded explicit Runge–Kutta pair with dense output; stages count from 0.
///
///   kᵢ = f(t + cᵢ h, y + h Σⱼ aᵢⱼ kⱼ),   y₁ = y + h Σ bᵢ kᵢ,   k_s = f(t + h, y₁) with s = `stages`
///
/// Stages after s serve the dense output only. With Δ = y₁ − y, r₁ = h k₀ − Δ, r₂ = Δ − h k_s − r₁ and the further
/// r₃… = h Σ dᵢ kᵢ, the state at t + θh is y + θ(Δ + (1−θ)(r₁ + θ(r₂ + (1−θ)(r₃ + …)))).
struct Tableau {
  int order = 0;
  int stages = 0;
  std::vector<double> nodes;     ///< c, of all stages
  std::vector<TableauRow> rows;  ///< a, of all stages; row s is b
  TableauRow error;              ///< weights of the estimate
  TableauRow coarse_error;       ///< of a second, coarser estimate that stretches the first; empty: none
  std::vector<TableauRow> dense; ///< d, for r₃ on
  // Step controller: h ← h · safety · err^(−exponent) · previous err^(weight), Hairer, Nørsett, Wanner I and II, IV.2.
  double step_exponent = 0;
  double previous_weight = 0;
  double shrink_limit = 0.2; ///< least ratio of two steps after an error test
  double growth_limit = 10;  ///< largest
};

/// Dormand–Prince 5(4). Source: J. Comput. Appl. Math. 6 (1980) 19–26; dense output of order 4 by Shampine, in Hairer,
/// Nørsett, Wanner, Solving Ordinary Differential Equations I, II.6.
[[nodiscard]] const Tableau& dormand_prince5();

/// Dormand–Prince 8(5,3), "DOP853", dense output of order 7. Source: Hairer, Nørsett, Wanner, II.5 and II.6.
[[nodiscard]] const Tableau& dormand_prince8();

} // namespace numerics
} // namespace dalembert
