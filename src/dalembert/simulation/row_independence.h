#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/simulation/motion.h>
#include <dalembert/simulation/row_entries.h>

#include <span>
#include <string>
#include <vector>

namespace dalembert::inline simulation {

/// Measures how far the rows of the constraints are from depending on one another, beside how they were along the run.
/// A row that vanishes wherever the constraints hold, but for rounding, is left out: no rank falls by it.
class RowIndependence {
public:
  /// `rank`: of the rows where they are regular.
  RowIndependence(const Engine& engine, Motion& motion, int rank);

  /// Takes the lengths of the rows at an accepted state as usual ones, where they are longer than before.
  void take_usual(double t, std::span<const double> y);
  /// The largest length that each row has had, with coordinates in units of their sizes.
  [[nodiscard]] std::span<const double> usual_lengths() const { return usual_; }

  /// True of a row that is what rounding leaves of it wherever the constraints hold.
  [[nodiscard]] bool vanishes_everywhere(std::size_t row) const;
  /// The lengths of the rows, until the next call of anything. Cost: the entries of the rows.
  [[nodiscard]] std::span<const double> lengths(double t, std::span<const double> y);
  /// How short the shortest row is beside its usual length.
  [[nodiscard]] double shortest(double t, std::span<const double> y);
  /// The same, times the smallest singular value of the rows beside the largest one, in units in which they compare; 0
  /// where nothing can be computed. It falls and rises in proportion to the distance from a singular position.
  [[nodiscard]] double at(double t, std::span<const double> y);
  /// The same by the pivots of the solution there, which costs nothing where the state was solved last, or is so by
  /// others (`is_solved`): it is small where `at` is, and may be so elsewhere.
  [[nodiscard]] double by_pivots(double t, std::span<const double> y, bool is_solved);
  /// Which row of a constraint vanishes there, in words; empty where none does.
  [[nodiscard]] std::string vanishing_row(double t, std::span<const double> y);

  void archive(Archive& with) { with(usual_, typical_); }

private:
  void measure(double t, std::span<const double> y);
  void find_typical(double t, std::span<const double> y);

  const Engine& engine_;
  Motion& motion_;
  int rank_;
  RowEntries entries_;
  std::vector<double> values_;  ///< theirs
  std::vector<double> lengths_; ///< of the rows at the state measured last
  std::vector<double> usual_;
  std::vector<double> typical_; ///< lengths off the constraints, near the first state
};

/// Makes (t, y) the current state and solves there; false where nothing can be computed.
[[nodiscard]] bool can_solve_at(Motion& motion, double t, std::span<const double> y);

/// Returns what is singular about the state (t, y); empty where nothing is, or the message says it. For independent
/// rows.
[[nodiscard]] std::string singular_reason(Motion& motion, const Engine& engine, double t, std::span<const double> y);

} // namespace dalembert::inline simulation
