#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/lowering/views.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/friction_mode.h>
#include <dalembert/simulation/row_solver.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert::inline simulation {

/// Solves the equations of motion where frictions act, with what each of them does:
///
///   [ M  −Bᵀ  −Sᵀ ] [ v̇ ]   [ h ]     B = A − Σ_f μσε normal_f ⊗ column_f,  σ = sign(slip), ε = sign(N), of those that
///   [ A   0    0  ] [ λ ] = [ γ ]     slide; S the columns of those that stick, F their forces, s̄ the rate of their
///   [ S   0    0  ] [ F ]   [ −s̄ ]    slips where nothing accelerates
///
/// At a contact λ ≥ 0 gives ε. Source: docs/theory/lagrange.md (5), (9), (9a).
class FrictionSolver {
public:
  explicit FrictionSolver(const Engine& engine);

  [[nodiscard]] std::size_t size() const { return modes_.size(); }
  /// Evaluates the slips at the state in `inputs`.
  void evaluate(std::span<const double> inputs);

  /// What each friction does.
  [[nodiscard]] const std::vector<FrictionMode>& modes() const { return modes_; }
  void set_modes(const std::vector<FrictionMode>& modes);
  /// How many slide.
  [[nodiscard]] std::size_t sliding() const { return sliding_.size(); }
  /// Of how many of them both signs of the normal force are tried.
  [[nodiscard]] std::size_t signs_to_try() const { return signs_to_try_; }
  /// Those that stick, with the forces at the last state solved.
  [[nodiscard]] const std::vector<HeldSlip>& held() const { return held_; }
  /// The slip of a friction at the last state evaluated, and its rate there.
  [[nodiscard]] SlipView slip(std::size_t friction) const { return {friction, engine_.coordinates(), slip_values_}; }
  /// σε of the last state solved: F = −σε·μ·N of a friction that slides.
  [[nodiscard]] double sign(std::size_t friction) const { return signs_[friction]; }

  void archive(Archive& with) { with(slip_values_, modes_, sliding_, signs_to_try_, held_, signs_, held_forces_); }

  /// Writes v̇, λ, F for the state evaluated last, with the equations there, and returns how many choices of the signs
  /// of the normal forces agree with what they give: 1 where the motion is determined.
  std::size_t solve(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs);

private:
  /// Solves with the normal forces' signs given by the bits of `signs`, one for each friction that slides; true if the
  /// result has these signs.
  bool try_signs(std::size_t signs, RowSolver& solver, const DynamicsView& equations, std::span<double> inputs);
  /// Gives the frictions that stick their shares of the forces along the held slips.
  void share_held_forces(const DynamicsView& equations, std::span<double> inputs);
  [[nodiscard]] double normal_force(std::size_t friction, const DynamicsView& equations,
                                    std::span<const double> inputs) const;

  const Engine& engine_;
  ProgramInstance program_;
  std::vector<double> slip_values_;
  std::vector<FrictionMode> modes_;
  std::vector<std::size_t> sliding_; ///< those that slide, those at contacts behind the others
  std::size_t signs_to_try_ = 0;     ///< of the others; a contact pushes
  std::vector<HeldSlip> held_;
  std::vector<double> signs_;
  std::vector<std::optional<std::size_t>> contact_rows_; ///< of each friction at a contact, the constraint
  std::vector<double> reaction_rows_;
  std::vector<double> held_rows_;
  std::vector<double> held_forcing_;
  std::vector<double> held_forces_;
};

/// True where both are multiples of one vector.
[[nodiscard]] bool are_parallel(std::span<const double> a, std::span<const double> b);
/// Returns r of a = r·b, for parallel ones.
[[nodiscard]] double parallel_ratio(std::span<const double> a, std::span<const double> b);

} // namespace dalembert::inline simulation
