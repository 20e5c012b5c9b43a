#include <dalembert/simulation/friction/start_directions.h>

#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace simulation {

namespace {

/// The parts of the rate across and along the direction at an angle.
struct RateAt {
  double angle = 0.0;
  double across = 0.0;
  double along = 0.0;
};

std::optional<RateAt> rate_at(const SlipRate& rate, double angle) {
  const std::array<double, 2> d{std::cos(angle), std::sin(angle)};
  const auto found = rate(d);
  if (!found) return std::nullopt;
  return RateAt{angle, d[0] * (*found)[1] - d[1] * (*found)[0], d[0] * (*found)[0] + d[1] * (*found)[1]};
}

/// The root of the part across between two angles, by the Illinois method.
std::optional<RateAt> root_between(const SlipRate& rate, RateAt low, RateAt high) {
  constexpr int most = 100;
  constexpr double width = 4e-16;
  double below = low.across;
  double above = high.across;
  RateAt best = std::abs(below) < std::abs(above) ? low : high;
  int side = 0;
  for (int i = 0; i < most && high.angle - low.angle > width * (1.0 + std::abs(high.angle)); ++i) {
    double angle = (low.angle * above - high.angle * below) / (above - below);
    if (!(angle > low.angle && angle < high.angle)) angle = low.angle + (high.angle - low.angle) / 2;
    if (!(angle > low.angle && angle < high.angle)) break;
    const std::optional<RateAt> at = rate_at(rate, angle);
    if (!at) return std::nullopt;
    if (std::abs(at->across) < std::abs(best.across)) best = *at;
    if (at->across == 0.0) break;
    if ((at->across > 0.0) == (above > 0.0)) {
      high = *at;
      above = at->across;
      if (side > 0) below /= 2;
      side = 1;
    } else {
      low = *at;
      below = at->across;
      if (side < 0) above /= 2;
      side = -1;
    }
  }
  return best;
}

} // namespace

std::vector<std::array<double, 2>> start_directions(const SlipRate& rate) {
  constexpr int looks = 36;
  constexpr double first_angle = 0.1; // loads along an axis are common: their directions are not looked at by chance
  std::vector<std::array<double, 2>> out;
  const auto add = [&out](const RateAt& at) {
    if (at.along > 0.0) out.push_back({std::cos(at.angle), std::sin(at.angle)});
  };
  const std::optional<RateAt> first = rate_at(rate, first_angle);
  std::optional<RateAt> before = first;
  for (int i = 1; i <= looks; ++i) {
    const double angle = first_angle + 2.0 * std::numbers::pi * i / looks;
    std::optional<RateAt> here = i < looks ? rate_at(rate, angle) : first;
    if (here) here->angle = angle;
    if (before && before->across == 0.0)
      add(*before);
    else if (before && here && here->across != 0.0 && (before->across > 0.0) != (here->across > 0.0))
      if (const std::optional<RateAt> root = root_between(rate, *before, *here)) add(*root);
    before = here;
  }
  return out;
}

} // namespace simulation
} // namespace dalembert
