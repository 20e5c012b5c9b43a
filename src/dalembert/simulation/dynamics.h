#pragma once

#include <dalembert/lowering/views.h>
#include <dalembert/numerics/kkt.h>
#include <dalembert/simulation/active_rows.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/form_dynamics.h>
#include <dalembert/simulation/known_ranks.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert::inline simulation {

/// Solves the equations of motion at one state: v̇, λ and the friction forces.
///
///   [ M  −Bᵀ ] [ v̇ ]   [ h ]     B = A − Σ_f μσε normal_f ⊗ column_f,  σ = sign(slip), ε = sign(N)
///   [ A   0  ] [ λ ] = [ γ ]
///
/// Exactly one choice of the signs ε must agree with the normal forces it gives; none or several is Painlevé's paradox.
/// Where the engine was made for another form, that form gives v̇ and λ; friction forces are solved for here first.
/// The direction of sliding σ is that of the first state and is kept (`slips()` tells when it is left).
/// Source: docs/theory/lagrange.md (5), (9).
class Dynamics {
public:
  explicit Dynamics(const Engine& engine);

  /// Solves at the state in `inputs` (layout of Programs; t, q, v, p are read; v̇, λ, F are written).
  /// @throws SolveError where an entry is not finite (naming the expression), where the acceleration is not unique
  ///         (naming the coordinates), where the rows of the system are not met by what was found, where friction has
  ///         no or several solutions (naming it), or where a friction starts without sliding
  void solve(std::span<double> inputs);

  /// Fixes the rank of A for rows known to be redundant.
  void set_known_ranks(const RowRanks& ranks);

  /// Solves with these rows alone from here on; the multipliers of the others are 0. For Lagrange's equations with
  /// multipliers.
  void set_active_rows(const ActiveRows& rows);
  [[nodiscard]] bool is_active(std::size_t row) const;

  [[nodiscard]] const KktStatus& status() const { return form_ ? form_->status() : solver_.status(); }
  /// About how many multiply-adds the linear equations of the last state solved took.
  [[nodiscard]] double multiplications() const;
  /// The slip speeds at the last state solved, one for each friction.
  [[nodiscard]] std::span<const double> slips() const { return slips_; }
  /// The direction of sliding that each friction keeps: +1 or −1, 0 before the first state.
  [[nodiscard]] std::span<const double> directions() const { return directions_; }
  void forget_directions();
  /// σε of the last state solved: F = −σε·μ·N.
  [[nodiscard]] double friction_sign(std::size_t friction) const { return friction_signs_[friction]; }

  /// Solves the linear equations of the last state solved for other right-hand sides: M·x − Bᵀμ = forces, A·x = rows;
  /// `rows` becomes μ.
  void solve_again(std::span<const double> forces, std::span<double> rows, std::span<double> x);

  /// The matrices of the last state solved, views into this object.
  [[nodiscard]] DynamicsView view() const { return {engine_.programs->layout, outputs_}; }
  [[nodiscard]] std::span<const double> mass() const { return view().mass; }
  [[nodiscard]] std::span<const double> rows() const { return view().rows; }

private:
  void evaluate(std::span<const double> inputs);
  void set_directions(double t);
  void solve_frictionless(std::span<double> inputs);
  void solve_with_friction(std::span<double> inputs);
  /// Solves with the normal forces' signs given by the bits of `signs`; true if the result has these signs.
  bool try_signs(unsigned signs, std::span<double> inputs);
  /// The entries of the active rows, `width` of each; all where none was left out.
  [[nodiscard]] std::span<const double> active(std::span<const double> all, std::size_t width,
                                               std::vector<double>& room) const;
  /// Solves what was factored; writes v̇ and all multipliers.
  void solve_active(std::span<double> inputs);
  void require_regular(double t) const;
  void require_solved(double t) const;

  const Engine& engine_;
  std::size_t n_;
  std::size_t m_;
  std::size_t frictions_;
  ProgramInstance program_;
  KktSolver solver_;
  std::optional<FormDynamics> form_; ///< absent for Lagrange's equations with multipliers
  std::vector<double> outputs_;
  std::vector<double> reaction_rows_;
  std::vector<double> slips_;
  std::vector<double> directions_;
  std::vector<double> friction_signs_;
  std::optional<std::vector<std::size_t>> active_; ///< rows; absent: all
  std::vector<double> active_rows_;
  std::vector<double> active_reaction_rows_;
  std::vector<double> active_forcing_;
  std::vector<double> active_multipliers_;
  bool is_factored_ = false; ///< `solver_` holds the matrices of the last state solved
};

} // namespace dalembert::inline simulation
