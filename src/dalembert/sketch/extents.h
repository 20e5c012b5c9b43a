#pragma once

#include <dalembert/sketch/quadrics.h>
#include <dalembert/sketch/sampled.h>
#include <dalembert/sketch/visited_range.h>

#include <utility>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// How much of a curve or a surface without ends is drawn: what the motion visits, with a margin; where nothing is
/// known of the motion, a range about the start.
class Extents {
public:
  static constexpr std::int64_t samples = 61; ///< of a curve
  static constexpr std::int64_t rings = 13;   ///< of a surface, along it
  static constexpr std::int64_t spokes = 25;  ///< of a surface, round it

  Extents(Kinematics& kinematics, Sampler& sampler, const VisitedRange& visited);

  /// The least and the largest value of coordinate `i`.
  [[nodiscard]] std::pair<double, double> of(std::size_t i);
  /// How far from its start a curve is followed: some times what these coordinates visit.
  [[nodiscard]] double reach(const std::vector<std::size_t>& coordinates);
  /// Coordinate `i` as a parameter named by `letter`.
  [[nodiscard]] std::optional<RealRange> along(char letter, std::size_t i, std::int64_t count);
  /// The parameter of a conic or a quadric whose components are the coordinates `held`.
  [[nodiscard]] std::optional<RealRange> along(const Parametrised::Parameter& parameter,
                                               const std::vector<std::size_t>& held, std::size_t dimension);

private:
  Kinematics& kinematics_;
  Sampler& sampler_;
  const VisitedRange& visited_;
};

} // namespace sketching
} // namespace dalembert
