#include <dalembert/sketch/extents.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace sketching {

Extents::Extents(Kinematics& kinematics, Sampler& sampler, const VisitedRange& visited)
    : kinematics_(kinematics), sampler_(sampler), visited_(visited) {}

std::pair<double, double> Extents::of(std::size_t i) {
  constexpr double more_than_half_a_turn = 3.2; // rad
  constexpr double margin = 0.25;
  constexpr double standstill = 1e-3;
  const Coordinate& q = kinematics_.system().coordinates[i];
  const double start = kinematics_.at_start(q.position);
  const double least = q.measure.angular ? more_than_half_a_turn : 0.0;
  if (const auto met = visited_ ? visited_(i) : std::nullopt) {
    const double lower = std::min(met->first, start);
    const double upper = std::max(met->second, start);
    const double width = upper - lower;
    if (q.measure.angular && std::max(std::abs(lower), std::abs(upper)) <= least) return {-least, least};
    if (std::isfinite(width) && width > standstill * std::max(std::abs(lower), std::abs(upper)))
      return {lower - margin * width, upper + margin * width};
  }
  const double size = std::abs(start);
  const double reach = q.measure.angular ? std::max(1.25 * size, least) : (size > 0 ? 2 * size : 1.0);
  return {-reach, reach};
}

double Extents::reach(const std::vector<std::size_t>& coordinates) {
  constexpr double times = 4.0;
  double out = 0.0;
  for (const std::size_t i : coordinates) {
    if (kinematics_.system().coordinates[i].measure.angular) continue;
    const auto [lower, upper] = of(i);
    out = std::max(out, upper - lower);
  }
  return times * out;
}

std::optional<RealRange> Extents::along(char letter, std::size_t i, std::int64_t count) {
  const Coordinate& q = kinematics_.system().coordinates[i];
  const auto [lower, upper] = of(i);
  if (q.measure.angular && count >= samples) { // turns are to look round
    constexpr double per_radian = 20.0 / std::numbers::pi;
    constexpr double most_samples = 361.0;
    count = std::max(count, static_cast<std::int64_t>(std::min(per_radian * (upper - lower), most_samples)));
  }
  return sampler_.range(letter, lower, upper, kinematics_.at_start(q.position), q.measure.angular, count);
}

std::optional<RealRange> Extents::along(const Parametrised::Parameter& parameter, const std::vector<std::size_t>& held,
                                        std::size_t dimension) {
  using Kind = Parametrised::Kind;
  if (parameter.kind == Kind::turn) return sampler_.turn('u', dimension == 2 ? samples : spokes);
  if (parameter.kind == Kind::half_turn) return sampler_.half_turn('v', rings);
  const auto [lower, upper] = of(held[parameter.axis]);
  const double centre = kinematics_.at_start(parameter.centre);
  const double reach = std::max(std::abs(lower - centre), std::abs(upper - centre));
  const bool is_angle = parameter.kind == Kind::hyperbolic;
  const double bound = is_angle ? std::asinh(reach / kinematics_.at_start(parameter.scale)) : reach;
  if (!(bound > 0.0)) return std::nullopt;
  auto out = sampler_.range('w', -bound, bound, 0.5 * bound, is_angle, dimension == 2 ? samples : rings);
  if (out && is_angle) out->text = out->text.substr(0, out->text.find(" ["));
  return out;
}

} // namespace sketching
} // namespace dalembert
