#pragma once

#include <dalembert/analysis/motion_comparison.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/exact/identity.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// How two models of one system compare under q_A = f(q_B, t). All expressions are over the symbols of B.
struct ModelComparison {
  enum class Lagrangian {
    same,     ///< L_A = L_B
    gauge,    ///< L_A − L_B is a total derivative: other momenta and energy function, the same equations
    different ///< neither: the equations may still agree up to a matrix
  };
  Lagrangian lagrangian = Lagrangian::different;
  Expr difference;                   ///< L_A − L_B
  std::optional<Expr> gauge;         ///< F with L_A − L_B = dF/dt, where it was found
  std::vector<Expr> equation_defect; ///< d/dt ∂Δ/∂v − ∂Δ/∂q of the difference, per coordinate of B
  std::vector<Expr> force_defect; ///< ∂q_A/∂q_B ᵀ·(Q_A − ∂D_A/∂v) − (Q_B − ∂D_B/∂v), per coordinate of B
  bool has_same_forces = true;
  /// Every constraint of A holds on the motions of B.
  Answer keeps_constraints = Answer::yes;
  std::vector<std::string> broken_constraints;
  Expr energy_difference;          ///< h_A − h_B
  bool has_same_rows = false;      ///< constraints and frictions are the same, by place, and so is the dimension
  bool has_frictions = false;      ///< in one of them
  MotionComparison motion;         ///< by accelerations, friction left out
  std::vector<Expr> positions;     ///< q_A = f
  std::vector<Expr> rates;         ///< ḟ
  std::vector<Expr> accelerations; ///< f̈

  /// True where it is shown that both have the same motions.
  [[nodiscard]] bool has_same_motion() const {
    const bool has_same_equations = lagrangian != Lagrangian::different && has_same_forces;
    return (has_same_equations && has_same_rows) || (!has_frictions && motion.is_same());
  }
};

/// Compares model A with model B; `map` has q_A in terms of q_B and t for each coordinate of A, in the graph of B.
/// Parameters, unknown functions and the time are the same where they have the same name.
///   E_i[L_A(f, ḟ, t)] = Σⱼ ∂fⱼ/∂qᵢ · E_j[L_A]      (Lagrange's equations are covariant)
/// Equations that do not differ by Lagrange's expressions alone are compared by their accelerations: compare_motions.
/// `sample`: real states of B, see MotionJudge. Source: docs/theory/analysis.md (16), (17).
[[nodiscard]] ModelComparison compare(const Equations& a, const Equations& b, const std::vector<Expr>& map,
                                      const RealSample* sample = nullptr);

} // namespace analysis
} // namespace dalembert
