#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/simulation/engine/row_entries.h>
#include <dalembert/simulation/motion/motion.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Measures how far the rows of the constraints are from depending on one another, beside how they were along the run.
/// A row that vanishes wherever the constraints hold, but for rounding, is left out: no rank falls by it. So are rows
/// that do not act, as those of open contacts.
class RowIndependence {
public:
  /// `rank`: of the rows where they are regular, as long as all act.
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
  /// The same, times the smallest singular value of the rows beside the largest one (singular_share); 0 where nothing
  /// can be computed. It falls and rises in proportion to the distance from a singular position, however the equations
  /// are solved there: pivots of different eliminations do not compare. Cost: O(m³).
  [[nodiscard]] double at(double t, std::span<const double> y);
  /// The largest one of the states that were taken as usual.
  [[nodiscard]] double usual();
  /// Takes in which rows act from here on; returns those that act and did not before, or the other way round. The usual
  /// measure stays until a larger one is met; what pivots are usual is to be found anew.
  std::vector<std::size_t> take_acting_rows();
  /// The coordinates in a row.
  [[nodiscard]] std::span<const std::size_t> columns_of_row(std::size_t row) const {
    return entries_.columns_of_row(row);
  }
  /// Takes an accepted state as a usual one; where that is not known to be clear of a position, by its `value`.
  void take_usual_place(double t, std::span<const double> y);
  void take_usual_value(double value) { usual_value_ = std::max(usual_value_, value); }
  /// True where `at` may be less than a `share` of the usual one, by the pivots of the solution there: that costs
  /// nothing where the state was solved last, or is so by others (`is_solved`).
  [[nodiscard]] bool may_be_below(double share, double t, std::span<const double> y, bool is_solved);
  /// Which row of a constraint vanishes there, in words; empty where none does.
  [[nodiscard]] std::string vanishing_row(double t, std::span<const double> y);

  void archive(Archive& with) {
    with(usual_, typical_, usual_value_, usual_pivots_, usual_time_, usual_place_, acting_);
  }

private:
  /// How the equations of a state were solved: each has pivots of its own.
  enum class Route : std::uint8_t { structure, released_structure, matrices, by_rank, unsolved };
  static constexpr std::size_t routes = 5;
  struct Pivot {
    Route route = Route::unsolved;
    double value = 0.0; ///< the square root of the smallest one: like the sine of an angle between rows
  };
  /// True of a row that acts, and does not vanish everywhere.
  [[nodiscard]] bool counts(std::size_t row) const;
  [[nodiscard]] int rank() const;
  [[nodiscard]] Pivot smallest_pivot(double t, std::span<const double> y, bool is_solved);
  void measure(double t, std::span<const double> y);
  void find_typical(double t, std::span<const double> y);

  const Engine& engine_;
  Motion& motion_;
  int rank_;
  RowEntries entries_;
  std::vector<double> values_;  ///< theirs
  std::vector<double> lengths_; ///< of the rows at the state measured last
  std::vector<double> usual_;
  std::vector<double> typical_;      ///< lengths off the constraints, near the first state
  std::vector<double> rows_;         ///< all entries, for their singular values
  double usual_value_ = 0.0;         ///< the largest of `at` where that was asked for
  std::vector<double> usual_pivots_; ///< the largest of `smallest_pivot` by each route
  double usual_time_ = 0.0;          ///< s
  std::vector<double> usual_place_;  ///< y of a state that was taken as a usual one; empty: it was asked for
  std::vector<bool> acting_;         ///< rows
};

/// Makes (t, y) the current state and solves there; false where nothing can be computed.
[[nodiscard]] bool can_solve_at(Motion& motion, double t, std::span<const double> y);

/// Returns what is singular about the state (t, y); empty where nothing is, or the message says it. For independent
/// rows.
[[nodiscard]] std::string singular_reason(Motion& motion, const Engine& engine, double t, std::span<const double> y);

} // namespace simulation
} // namespace dalembert
