#pragma once

#include <dalembert/sketch/kinematics.h>
#include <dalembert/sketch/known_point.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// Where a force acts as far as that is known: u at each of some points.
struct Explanation {
  std::vector<std::size_t> points;
  std::vector<Place<Expr>> directions;
  bool is_whole = false; ///< the power of the force is that of these arrows
};

/// Looks for the points at which forces act, among those that are known.
class ForcePoints {
public:
  /// Keeps references to both.
  ForcePoints(Kinematics& kinematics, const std::vector<KnownPoint>& points);

  /// Where a force conjugate to `speed` acts: at one point with a unit vector, at several with unit vectors, at those
  /// of which the equations speak, at one with another vector, or in part at one. `row`: the residual of the one
  /// holonomic constraint that makes it. `is_reaction`: of constraints, which may be written in several points.
  [[nodiscard]] std::optional<Explanation> of(Expr speed, std::optional<Expr> row, bool is_reaction);

  /// Action and reaction: two points with opposite vectors.
  [[nodiscard]] bool is_pair(const Explanation& found) const;

private:
  /// A point at which a force explains the rates of all coordinates of the point.
  struct Candidate {
    std::size_t point = 0;
    Place<Expr> direction;
    bool is_unit = false;
    bool is_whole = false; ///< and there are no other coordinates
  };

  [[nodiscard]] Explanation paired(Explanation found);
  [[nodiscard]] bool are_free(const Explanation& found);
  [[nodiscard]] bool is_along(const Place<Expr>& direction, const Place<Expr>& from, const Place<Expr>& to) const;
  [[nodiscard]] bool has_own_coordinates(std::size_t p);
  /// Points that share no coordinate, in this order.
  [[nodiscard]] Explanation together(const std::vector<Candidate>& candidates, bool wants_unit) const;
  [[nodiscard]] std::vector<std::size_t> covered_by(const Explanation& explanation) const;
  [[nodiscard]] bool is_unit(const Place<Expr>& direction) const;
  [[nodiscard]] bool are_opposite(const Place<Expr>& a, const Place<Expr>& b) const;

  Kinematics& kinematics_;
  Graph& graph_;
  const std::vector<KnownPoint>& points_;
  std::vector<std::vector<std::size_t>> coordinates_;   ///< of each point
  std::vector<std::vector<std::size_t>> by_coordinate_; ///< the points that move with it
};

} // namespace sketching
} // namespace dalembert
