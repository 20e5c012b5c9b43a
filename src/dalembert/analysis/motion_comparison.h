#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/exact/identity.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Model A written over the symbols of model B by a map q_A = f(q_B, t).
struct MappedModel {
  std::size_t coordinates = 0;
  std::size_t constraints = 0;
  std::vector<Expr> residual;  ///< M·v̇ − h, without the forces of constraints; n
  std::vector<Expr> mass;      ///< n×n
  std::vector<Expr> rows;      ///< of the constraints, m×n
  std::vector<Expr> positions; ///< φ of the holonomic constraints
  std::vector<Expr> rates;     ///< φ̇ or g of every constraint
  std::vector<Expr> slopes;    ///< ∂f/∂q_B, n×n_B
};

/// Whether the motions of B are those of A.
struct MotionComparison {
  /// Every motion of B obeys the equations and the constraints of A.
  Answer obeys = Answer::undecided;
  int freedoms = 0;              ///< degrees of freedom of A there
  int other_freedoms = 0;        ///< of B
  int reached = 0;               ///< dimension of the rates of A that B reaches
  bool are_determined = false;   ///< the equations of A determine its accelerations, and those of B do
  bool assumes_positive = false; ///< it holds for positive parameters, those that have a positive value
  std::string note;              ///< why nothing was decided

  [[nodiscard]] bool is_same() const {
    return obeys == Answer::yes && are_determined && freedoms == other_freedoms && reached == freedoms;
  }
};

/// Decides at exact random admissible states of B, with their accelerations, whether multipliers λ exist with
///   M_A·v̇_A − h_A = A_Aᵀ·λ   at   q_A = f, v̇_A = f̈
/// and the constraints of A hold: so are equations that differ by a regular matrix. Where that fails it is asked again
/// with positive parameters: √(l²sin² + l²cos²) = l. Friction is not treated. `sample`: real states of B, see
/// RelaxedMotion. Source: docs/theory/analysis.md (17).
[[nodiscard]] MotionComparison compare_motions(const Equations& b, const MappedModel& a,
                                               const RealSample* sample = nullptr);

} // namespace analysis
} // namespace dalembert
