#pragma once

#include <dalembert/program/series_evaluation.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The Taylor series of a motion on the saddle-point form of the equations, in a time σ = s/unit.
///
///   [ M₀  −B₀ᵀ ] [ aₖ ]   [ f̂ₖ − (k+1)/unit · p̂ₖ₊₁            ]    vₖ₊₁ = unit/(k+1) · aₖ,   qₖ₊₂ = unit/(k+2) · vₖ₊₁
///   [ A₀   0   ] [ λₖ ] = [ −(k+1)(k+2)/unit² · φ̂ₖ₊₂, holonomic ]
///                         [ −(k+1)/unit · ψ̂ₖ₊₁, of rates        ]
///
/// p, f, φ, ψ are swept with qₖ₊₂ = vₖ₊₁ = λₖ = 0 (^), and again with what was found: one factorisation, one solution
/// for each order, no second derivatives, and the multipliers come as series. Frictions that slide are in B, those that
/// stick are further rows, as in Dynamics; jumps that slide are found from the rates of their surfaces.
/// Source: docs/theory/numerics.md, "Taylor series".
class MotionSeries {
public:
  explicit MotionSeries(const Engine& engine) : engine_(engine) {}

  /// `dynamics` has solved the state in `inputs`, which hold v̇, λ, F and σ. Writes a row (q, v, w) for each order, as
  /// many as there is room for: w are integrals of the powers, whose values in row 0 are `integrals`. Returns the
  /// energy that their errors compare to, Σ |p|·|v| over about one unit of time. Cost: two sweeps of the equations and
  /// one of the powers for each order.
  double evaluate(std::span<const double> inputs, std::span<const double> integrals, Dynamics& dynamics, double unit,
                  std::span<double> coefficients);

  /// What the rounding of rates of the size of their scales makes of the powers over a time `unit`, J: no account
  /// closes closer. `dynamics` has solved the state in `inputs`.
  [[nodiscard]] double rounding_of_work(std::span<const double> inputs, const Dynamics& dynamics, double unit) const;

private:
  /// The coefficients of one order that the saddle-point system gives.
  struct Order {
    std::vector<double> accelerations;
    std::vector<double> multipliers;
    std::vector<double> frictions;
    std::vector<double> jumps;
  };
  void begin(std::span<const double> inputs, const Dynamics& dynamics);
  void set_order(int k);
  void set_histories(int k, std::span<const double> integrals);
  void solve_order(int k, Dynamics& dynamics);
  void solve_jumps(int k, Dynamics& dynamics);
  void set_frictions(int k, const Dynamics& dynamics);
  [[nodiscard]] double energy_at_hand() const;
  [[nodiscard]] double coefficient(std::size_t output, int order) const;

  const Engine& engine_;
  int order_ = 0; ///< of `work_`; 0: there is none yet
  std::unique_ptr<SeriesEvaluation> work_;
  std::size_t first_power_ = 0; ///< of its outputs
  double unit_ = 1.0;           ///< s
  Order at_;
  std::vector<double> forces_; ///< right sides of the saddle-point system
  std::vector<double> rows_;
  std::vector<double> held_;  ///< of the slips that are held; then the forces along them
  std::vector<double> share_; ///< of each friction in the force that holds its slip
};

} // namespace simulation
} // namespace dalembert
