#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/lowering/views.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/friction_mode.h>
#include <dalembert/simulation/engine/row_solver.h>
#include <dalembert/simulation/friction/planar_slips.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Solves the equations of motion where frictions act, with what each of them does:
///
///   [ M  −Bᵀ  −Sᵀ ] [ v̇ ]   [ h ]     B = A − Σ_f μσε normal_f ⊗ column_f,  σ = sign(slip), ε = sign(N), of those that
///   [ A   0    0  ] [ λ ] = [ γ ]     slide; S the columns of those that stick, F their forces, s̄ the rate of their
///   [ S   0    0  ] [ F ]   [ −s̄ ]    slips where nothing accelerates
///
/// Of two frictions that are one in a plane σ is the component of its direction. At a contact λ ≥ 0 gives ε.
/// Source: docs/theory/lagrange.md (5), (5a), (9), (9a).
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
  /// How many reactions press those that slide.
  [[nodiscard]] std::size_t pressing() const { return pressed_.size(); }
  /// Those that stick, with the forces at the last state solved.
  [[nodiscard]] const std::vector<HeldSlip>& held() const { return held_; }
  /// The slip of a friction at the last state evaluated, and its rate there.
  [[nodiscard]] SlipView slip(std::size_t friction) const { return {friction, engine_.coordinates(), slip_values_}; }
  /// The slips in a plane, once `find_planes` has been called.
  [[nodiscard]] const PlanarSlips& planes() const { return planes_; }
  void find_planes(const DynamicsView& equations) { planes_.find(equations); }
  /// How far the force of a plane that sticks is from its bound, N: |N| − |(F₁/μ₁, F₂/μ₂)|, and |N|, with the static
  /// coefficients.
  struct Margin {
    double left = 0.0;
    double normal = 0.0;
  };
  [[nodiscard]] Margin margin(std::size_t plane, std::span<const HeldSlip> held) const;
  /// The same of a friction whose force is chosen together with those of others, at the last state solved; of a plane
  /// either component. Nothing where forces that hold are determined.
  struct SharedMargin : Margin {
    double weight = 0.0; ///< its part in the mechanism by which they break away (`even_shares.h`)

    [[nodiscard]] const Margin& margin() const { return *this; }
  };
  [[nodiscard]] const std::optional<SharedMargin>& shared_margin(std::size_t friction) const {
    return shared_[friction];
  }
  /// What the forces of the planes that turn change by, as generalized forces added to `forces`, where the scaled slips
  /// change as `change` says, two numbers for each plane; at the last state solved.
  void add_turning(const DynamicsView& equations, std::span<const double> inputs, std::span<const double> change,
                   std::span<double> forces) const;
  /// σε of the last state solved: F = −σε·μ·N of a friction that slides.
  [[nodiscard]] double sign(std::size_t friction) const { return signs_[friction]; }

  void archive(Archive& with) {
    with(planes_, slip_values_, modes_, sliding_, pressed_, normal_signs_, held_, signs_, held_forces_);
  }

  /// Writes v̇, λ, F for the state evaluated last, with the equations there, and returns how many choices of the signs
  /// of the normal forces agree with what they give: 1 where the motion is determined.
  std::size_t solve(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs);

private:
  /// Solves with the directions of planes that begin such that these slips accelerate along them.
  std::size_t solve_beginning(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs);
  std::size_t begin_plane(std::size_t plane, RowSolver& solver, const DynamicsView& equations, std::span<double> inputs,
                          double& change);
  /// Solves with the directions at hand: with the signs that the normal forces had last if no other ones are possible,
  /// else with those that are found.
  std::size_t solve_directed(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs);
  std::size_t solve_by_search(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs);
  /// Factors with the signs of normal forces at hand; false where the system is singular.
  bool factor_signed(RowSolver& solver, const DynamicsView& equations);
  void solve_factored(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs);
  void factor(RowSolver& solver, const DynamicsView& equations, std::span<const double> reaction_rows);
  void fill_forces(const DynamicsView& equations, std::span<double> inputs);
  /// True where the normal forces in `inputs` have the signs at hand.
  [[nodiscard]] bool have_signs(const DynamicsView& equations, std::span<const double> inputs) const;
  /// True where the normal forces can have no other signs; at the state solved with those at hand.
  [[nodiscard]] bool is_only_solution(RowSolver& solver, const DynamicsView& equations) const;

  /// Frictions at their bounds that one reaction presses.
  struct Pressed {
    std::size_t reaction = 0;
    std::vector<std::size_t> frictions;
    void archive(Archive& with) { with(reaction, frictions); }
  };
  /// What a unit of each normal force does by the frictions that it presses, with the factors at hand.
  struct PressingEffects {
    std::vector<double> normals;                    ///< changes of the normal forces, k×k, column by column
    std::vector<std::vector<double>> accelerations; ///< one for each normal force
    std::vector<std::vector<double>> multipliers;
    std::vector<std::vector<double>> held;
  };
  [[nodiscard]] PressingEffects effects_of_pressing(RowSolver& solver, const DynamicsView& equations) const;
  /// The generalized forces of frictions for a unit of what presses them.
  [[nodiscard]] std::vector<double> forces_of(const Pressed& by, const DynamicsView& equations) const;
  /// Where rows repeat others normal forces may be a choice: that of least norm for all forces that act is taken.
  /// @throws UndeterminedFriction where the motion depends on it
  void require_one_motion(const RowSolver& solver, const DynamicsView& equations, const PressingEffects& effects,
                          std::span<const double> inputs) const;
  /// By what part the direction of a force in a plane may be wrong where the slip that it opposes has just begun or is
  /// all but used up; 1 at rest, where directions are on trial.
  [[nodiscard]] double doubt_of_direction(const Pressed& by, const DynamicsView& equations,
                                          std::span<const double> inputs) const;
  /// The sign of the force of a contact, which pushes; 0 of other reactions.
  [[nodiscard]] int given_sign(const Pressed& by, const DynamicsView& equations) const;
  void add_sliding(std::size_t friction);
  std::size_t begin_together(const std::vector<std::size_t>& planes, RowSolver& solver, const DynamicsView& equations,
                             std::span<double> inputs);
  /// The rate of the scaled slip of a plane across its direction at hand, for the accelerations in `inputs`.
  [[nodiscard]] double across(std::size_t plane, const DynamicsView& equations, std::span<const double> inputs) const;
  /// Chooses the forces that the slips which are held leave open so that all frictions that stick are within their
  /// bounds by the largest margin. @throws UndeterminedFriction where the motion depends on them
  void share_within_bounds(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs);
  void require_no_effect(std::size_t friction, std::span<const double> motion, std::span<const double> multipliers,
                         const DynamicsView& equations, std::span<const double> inputs) const;
  /// Gives the frictions that stick their shares of the forces along the held slips.
  void share_held_forces(const DynamicsView& equations, std::span<double> inputs);
  [[nodiscard]] double normal_force(std::size_t friction, const DynamicsView& equations,
                                    std::span<const double> inputs) const;

  const Engine& engine_;
  ProgramInstance program_;
  std::vector<double> slip_values_;
  PlanarSlips planes_;
  std::vector<FrictionMode> modes_;
  std::vector<std::size_t> sliding_;
  std::vector<Pressed> pressed_;   ///< the same by what presses them
  std::vector<double> directions_; ///< of those that slide at the state at hand
  std::vector<HeldSlip> held_;
  std::vector<double> signs_;
  std::vector<int> normal_signs_;                        ///< of each reaction, as solved last
  std::vector<std::optional<SharedMargin>> shared_;      ///< of each friction
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

} // namespace simulation
} // namespace dalembert
