#pragma once

#include <dalembert/numerics/linear/tolerances.h>

#include <algorithm>
#include <cmath>

// What a run calls small: what follows from its relative tolerance, and what does not depend on it.
namespace dalembert {
inline namespace results {

/// The rows of an initial state are met to this share of their terms: a hundredth of what a run by default adds.
inline constexpr double initial_row = 1e-11;

/// Rows whose singular value is below this share of the largest are about to become dependent: why steps fail there.
inline constexpr double nearly_dependent = 1e-4;

/// What the errors of a run leave of each quantity, relative to it or to its unit.
inline constexpr double error_of_run = 1e-9;

/// What single errors may add up to over the steps of a run.
inline constexpr double many_errors = 1e3;

/// What the rounding of a large energy adds up to along a run, relative to it.
inline constexpr double accumulated_rounding = 1e-12;

/// A kinetic energy of this share of the other energies is what rounding leaves of them.
inline constexpr double energy_at_rest = 1e-14;

/// Accelerations that leave a larger residual, relative to the largest term of all rows, are refused: the digits that a
/// run by default needs.
inline constexpr double solved_bound = 1e-8;

/// What the equations of motion are met to along a run, as a share of the largest force.
inline constexpr double residual_bound = 1e-7;

/// What the rows require of the accelerations differs by less than this share of the largest term: above what a
/// projection leaves.
inline constexpr double contradiction_bound = 1e-6;

/// Positions and rates, which are projected to round-off, meet each constraint to this share of its terms.
inline constexpr double violation_bound = 1e-8;

/// A strict inequality is met by more than this share of its terms: rounding.
inline constexpr double strictness = 1e-12;

/// A failure of a check below this share of the largest quantity of the state may be round-off of a 0.
inline constexpr double rounding_of_nothing = 1e-6;

/// The relative tolerance of a run, and what follows from it.
class RunTolerance {
public:
  explicit RunTolerance(double relative) : relative_(relative) {}

  [[nodiscard]] double relative() const { return relative_; }
  /// The absolute tolerance of a quantity of size `scale`, in its unit.
  [[nodiscard]] double absolute(double scale) const { return relative_ * scale; }
  /// What putting a state back onto the constraints may change, as a share of it: far beyond the error of a step, far
  /// below the state itself.
  [[nodiscard]] double largest_correction() const { return std::sqrt(relative_); }
  /// What conserved quantities may drift by along a run, as a share of their size.
  [[nodiscard]] double drift_bound() const {
    constexpr double least = 1e-9; // what round-off makes of a long run
    constexpr double most = 1e-2;  // whatever the tolerance
    return std::clamp(many_errors * relative_, least, most);
  }
  /// The tolerance of a second run that the first is compared with, not below what doubles hold.
  [[nodiscard]] double verifying() const {
    constexpr double least = 1e-14;
    return std::max(relative_ / verified_growth, least);
  }
  /// The same for formulas of low order, which would take very many steps for the last digits.
  [[nodiscard]] double verifying_by_other_code() const {
    constexpr double least = 1e-11;
    return std::max(verifying(), least);
  }
  /// What two such runs may differ by, and what a constraint may jump by.
  [[nodiscard]] double verified() const { return verified_growth * relative_; }
  /// The share of its terms by which the sides of an equation may differ; a loose run does not make them equal.
  [[nodiscard]] double of_equation() const { return std::min(100.0 * relative_, most_of_check); }
  /// The share of its terms by which an inequality may be missed.
  [[nodiscard]] double of_inequality() const { return std::min(relative_, most_of_check); }
  /// The share of its terms from which a check fails visibly: more than a long run at this tolerance adds up.
  [[nodiscard]] double visible() const {
    constexpr double least = 1e-2;
    constexpr double long_run = 1e5; // tolerances
    return std::max(least, long_run * relative_);
  }

private:
  static constexpr double verified_growth = 100.0;
  static constexpr double most_of_check = 1e-4;
  double relative_;
};

} // namespace results
} // namespace dalembert
