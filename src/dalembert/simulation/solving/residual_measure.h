#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Measures the residual E of Lagrange's equations by the forces of the whole system, coordinates of every unit
/// together: each row in units of √Mᵢᵢ,
///   maxᵢ |Eᵢ|/√Mᵢᵢ  beside  the largest of |Mᵢⱼ v̇ⱼ|/√Mᵢᵢ, |hᵢ|/√Mᵢᵢ, |aₖᵢ λₖ|/√Mᵢᵢ and √(2T)/duration.
/// The last is the force that would change the motion by all of itself within the run: where nothing accelerates, the
/// residual is measured relative to it and not to its own round-off. A row without inertia (Mᵢᵢ ≤ 0) is measured by the
/// largest of its own terms so far, and by the term that it would have if its constraints carried that force elsewhere.
/// Source: docs/theory/certificate.md.
class ResidualMeasure {
public:
  /// `duration` of the run in s; 0 where a single state is looked at.
  void start(double duration) { duration_ = duration; }
  /// Returns the relative residual at a state that was solved; 0 where nothing acts and nothing moves.
  /// Where many states are solved by their structure the forces and Mᵢᵢ are those of the last state at which the
  /// matrices were evaluated: at one state of sixteen, or of as many as there are coordinates, and at each whose
  /// residual is not small beside the forces of the last one.
  [[nodiscard]] double of(const Evaluation& at, const Dynamics& dynamics);
  /// Mᵢᵢ at that state.
  void archive(Archive& with) {
    with(duration_, force_, unmeasured_, inertia_, without_inertia_);
    roots_.clear();
  }
  [[nodiscard]] std::span<const double> inertia() const { return inertia_; }

private:
  double by_matrices(const Evaluation& at, const Dynamics& dynamics);
  double beside_last_force(const Evaluation& at);

  double duration_ = 0.0;
  double force_ = 0.0; ///< the largest, in units of √M
  int unmeasured_ = 0; ///< states since then
  std::vector<double> inertia_;
  std::vector<double> roots_;           ///< √Mᵢᵢ, none where they are not known yet
  std::vector<double> without_inertia_; ///< the largest term of each row so far
};

/// True where parameters and numbers of the equations lie more than 10¹⁵ apart: doubles do not hold the smallest beside
/// the largest, and a state that contradicts a proof may be round-off.
[[nodiscard]] bool spans_rounding(const Engine& engine);

} // namespace simulation
} // namespace dalembert
