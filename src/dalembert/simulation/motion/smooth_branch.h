#pragma once

#include <dalembert/numerics/step/stepper.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/motion/row_independence.h>

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The branch on which the motion passes a singular position, where branches of the constraints cross.
///
/// Close to the position, at the distance δ, the rounding ε of a position changes the directions of the rates by ε/δ²
/// and accelerations by ε/δ³, and steps of whatever length are drawn to other branches. But each branch is smooth, and
/// so is f(t, q, v) on the states that it admits. So q, v and f at a state beside the position are interpolated from
/// states on the branch at a clear distance, before and behind: (q + σ u, v), put onto the constraints, where u is the
/// direction of the motion in the coordinates that take part. Both tangent directions are known so, and the motion goes
/// on along its own. How long steps are does not matter.
///
/// Rows that come close to being dependent and do not become so (a corner) have no such branch: the interpolated
/// position does not meet the combination of rows that vanishes there. Source: docs/theory/numerics.md, "Singular
/// positions".
class SmoothBranch {
public:
  SmoothBranch(const Engine& engine, Motion& motion, RowIndependence& rows, double tolerance)
      : engine_(engine), motion_(motion), rows_(rows), tolerance_(tolerance) {}

  /// The times between which the equations are smooth, in the order of the run, s.
  struct SmoothTimes {
    double back = 0.0;
    double limit = 0.0;
  };

  /// Looks for the position ahead of the state (t, y), whose rows are close to dependent but determine the motion.
  /// False where there is none that the motion passes on a smooth branch. Cost: about a hundred projections.
  [[nodiscard]] bool find(double t, std::span<const double> y, const SmoothTimes& times);

  /// Looks for the position ahead of the state (t, y) or behind it, between the times of the last search: the motion
  /// has changed close to it.
  [[nodiscard]] bool find_again(double t, std::span<const double> y);
  /// True where the coordinates that take part move at the state `now` along the same curve as before, in either
  /// direction: the motion goes on along this branch from `t`.
  [[nodiscard]] bool goes_on(double t, std::span<const double> before, std::span<const double> now);
  /// True where one of the coordinates takes part.
  [[nodiscard]] bool takes_part(std::span<const std::size_t> coordinates) const;
  /// True where (t, y) is closer to the position than the states that are interpolated.
  [[nodiscard]] bool is_swamped(double t, std::span<const double> y) const;
  /// Puts the coordinates that take part, and their rates, into `y`: those of `from`, with these rates where there are.
  void put_moving(std::span<const double> from, std::span<const double> rates, std::span<double> y) const;

  /// True where the last search met branches that come close and miss each other: the motion turns from one to the
  /// other there.
  [[nodiscard]] bool has_met_corner() const { return has_met_corner_; }
  /// By how much they miss each other, as a share of the terms of the rows; of the last search.
  [[nodiscard]] double miss() const { return miss_; }

  /// What interpolated states are wrong by, of the sizes of the coordinates; of the last search. Steps along the branch
  /// cannot be more exact.
  [[nodiscard]] double error() const { return error_; }

  /// The problem along the branch; `base`, that of the motion, is asked away from the position.
  [[nodiscard]] OdeProblem problem(OdeProblem base);
  /// Puts y onto the branch. @throws SolveError where that cannot be done
  void put_onto_branch(double t, std::span<double> y);
  /// The values of functions of the state, of which forces may be part, at (t, y): interpolated so close to the
  /// position that rounding shows in what the rows give there, where they are smooth.
  /// @throws SolveError where the states on the two sides are not found
  using OfState = std::function<std::vector<double>(double t, std::span<const double> y)>;
  [[nodiscard]] std::vector<double> values(double t, std::span<const double> y, const OfState& f);
  /// Writes the accelerations and the multipliers at the current state of the motion, where it lies on the branch,
  /// into the inputs of the motion: interpolated, since rounding swamps what the rows give there. A multiplier that
  /// grows without bound at the position has no value (NaN) at the very instant. False far from the position, where
  /// nothing is written.
  bool put_forces();
  /// True where (t, y) is clear of the position, and behind it.
  [[nodiscard]] bool is_left(double t, std::span<const double> y) const;
  /// True where (t, y) is so far from the position that nothing is interpolated.
  [[nodiscard]] bool is_far(double t, std::span<const double> y) const;

private:
  static constexpr std::size_t node_count = 12;
  /// Of the states that are interpolated, as seen from the position; further away nothing is. Their squares are
  /// Chebyshev points (with the ends): weights between the two sides sum up to 16 at most.
  static constexpr std::array node_places{-3.0, -2.87, -2.5, -1.94, -1.33, -1.0, 1.0, 1.33, 1.94, 2.5, 2.87, 3.0};
  using Weights = std::array<double, node_count>;
  /// States on the branch at the distances centre + places·reach along u.
  struct Nodes {
    double centre = 0.0; ///< of the position, as seen from the state
    std::array<std::vector<double>, node_count> y{};
    std::array<double, node_count> times{};
  };
  /// A position as it is seen from some state.
  struct Sight {
    double centre = 0.0;
    double reach = 0.0;
    double error = 0.0; ///< of what is interpolated
  };
  using PerNode = std::array<std::vector<double>, node_count>;
  struct Forces {
    PerNode accelerations{};
    PerNode multipliers{};
  };

  [[nodiscard]] std::vector<std::size_t> acting_rows() const;
  [[nodiscard]] std::vector<double> gathered(std::span<const double> rows, std::span<const std::size_t> which) const;
  [[nodiscard]] std::vector<bool> component_of(double t, std::span<const double> y);
  [[nodiscard]] bool choose_direction(double t, std::span<const double> y);
  void take_way(std::span<const double> y);
  [[nodiscard]] double speed(std::span<const double> y) const;
  [[nodiscard]] double seconds(double distance, std::span<const double> y) const;

  [[nodiscard]] std::optional<Sight> sight(double clear, double t, std::span<const double> y);
  [[nodiscard]] std::optional<double> fall(double t, std::span<const double> y, double here);
  [[nodiscard]] bool is_one_crossing(const Nodes& nodes, double fall);
  [[nodiscard]] std::optional<bool> meets_rows(const Nodes& nodes);
  [[nodiscard]] Forces forces(const Nodes& nodes);
  [[nodiscard]] double disagreement(const Nodes& nodes);
  [[nodiscard]] double position_among(const Nodes& nodes);
  [[nodiscard]] bool has_pole(const Nodes& nodes, std::span<const double> at_nodes, double position) const;
  [[nodiscard]] double multiplier(const Nodes& nodes, const PerNode& at_nodes, std::size_t k, double position) const;

  [[nodiscard]] std::vector<double> shifted(double t, std::span<const double> y, double shift, double& at);
  [[nodiscard]] double recentred(const Nodes& nodes);
  void bend(Nodes& nodes, double t, std::span<const double> y);
  [[nodiscard]] bool make_nodes(Nodes& nodes, double t, std::span<const double> y);
  [[nodiscard]] Nodes nodes_round(double t, std::span<const double> y);
  /// Of the states, but for `left_out` at both ends, in a polynomial at the distance `at` along u.
  [[nodiscard]] Weights weights(const Nodes& nodes, double at, std::size_t left_out = 0) const;
  void rhs(double t, std::span<const double> y, std::span<double> dydt);

  const Engine& engine_;
  Motion& motion_;
  RowIndependence& rows_;
  double tolerance_;
  OdeProblem base_;
  std::vector<bool> moving_; ///< coordinates that take part
  std::vector<double> way_;  ///< u, of length 1 in the sizes of the coordinates
  double usual_speed_ = 0.0; ///< 1/s, when the position was found
  double sign_ = 1.0;        ///< −1 where the run goes backwards in time
  bool moves_rows_ = false;  ///< rows depend on the time: states along u are of other times
  double reach_ = 0.0;       ///< distance of the nearest states along u, the unit of their places
  double time_ = 0.0;        ///< s
  double error_ = 0.0;       ///< of what is interpolated
  bool has_met_corner_ = false;
  double miss_ = 0.0; ///< of the terms of the rows, where branches were looked at last
  double back_ = -std::numeric_limits<double>::infinity();
  double limit_ = std::numeric_limits<double>::infinity();
};

} // namespace simulation
} // namespace dalembert
