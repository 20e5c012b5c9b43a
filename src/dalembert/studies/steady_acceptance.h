#pragma once

#include <dalembert/results/result.h>
#include <dalembert/studies/linearisation.h>
#include <dalembert/studies/reduced_flow.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {
inline namespace studies {

/// Whether a state at which the conditions of a steady state vanish is one: they vanish as well where a pivot does, and
/// where the inertia grows without bound.
class SteadyAcceptance {
public:
  /// `initial`: what is usual is looked at there, where it is regular.
  SteadyAcceptance(Lineariser& lineariser, const State& initial) : lineariser_(lineariser), initial_(initial) {}
  void set_usual(const Freedoms& freedoms);

  /// True where the mass matrix has lost its rank beside that at the initial state.
  [[nodiscard]] bool is_singular(const Linearisation& at, const Freedoms& freedoms) const;
  /// True where the inertia is beyond any of that at the initial state, as at the speed of light.
  [[nodiscard]] bool is_unbounded(const Linearisation& at, const Freedoms& freedoms) const;
  /// True where the dependent rates follow from the independent ones.
  [[nodiscard]] bool has_pivots(const Linearisation& at, const Freedoms& freedoms) const;
  /// True where the equations of motion have values at states 10⁻⁶ away in every direction. States of many coordinates
  /// are taken as such.
  [[nodiscard]] bool is_surrounded(const State& state);
  /// True where the equations of motion move what should stay: every coordinate at an equilibrium; in a steady motion
  /// the coordinates that are not ignorable and the independent rates.
  [[nodiscard]] static bool is_accelerated(const Evaluation& here, const Linearisation& at, const Freedoms& freedoms,
                                           bool is_equilibrium);
  /// The coordinates whose rates follow from others by the constraints and change along a steady motion, as those of
  /// the centre of a disc that rolls in a circle: their accelerations do not vanish, or do not stay 0.
  [[nodiscard]] static std::vector<std::size_t> changing_rates(const Linearisation& at, const Freedoms& freedoms);

private:
  Lineariser& lineariser_;
  const State& initial_;
  double usual_inertia_ = 0.0;
  double usual_share_ = 0.0; ///< the largest dependent rate for independent ones of 1
};

/// True where the equations of motion have a solution at a state and accelerate it: it is no equilibrium, whether or
/// not they have derivatives there.
[[nodiscard]] bool moves_at_rest(const Engine& engine, const State& state);

/// Why the motion cannot be linearised at an admissible state: a root that is 0 there, a rank that is lost, or else the
/// mass matrix.
[[nodiscard]] std::string why_singular(const Engine& engine, const State& state);

} // namespace studies
} // namespace dalembert
