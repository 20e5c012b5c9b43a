#include <dalembert/simulation/planar_slips.h>
#include <dalembert/simulation/spanned_rows.h>

#include <algorithm>
#include <cmath>

namespace dalembert::inline simulation {

PlanarSlips::PlanarSlips(const Engine& engine)
    : planes_(slip_planes(engine.system())), plane_of_(engine.programs->layout.frictions) {
  is_known_ = planes_.empty();
}

void PlanarSlips::find(const DynamicsView& equations) {
  if (is_known_) return;
  is_known_ = true;
  SpannedRows others;
  const auto is_planar = [this](std::size_t f) {
    return std::ranges::any_of(planes_, [f](const SlipPlane& plane) { return plane[0] == f || plane[1] == f; });
  };
  const std::size_t n = equations.forcing.size();
  for (std::size_t k = 0; k < equations.row_forcing.size(); ++k)
    others.add(equations.rows.subspan(k * n, n));
  for (std::size_t f = 0; f < plane_of_.size(); ++f)
    if (!is_planar(f)) others.add(equations.friction(f).column);
  bool are_apart = true;
  for (const SlipPlane& plane : planes_)
    for (const std::size_t f : plane) {
      const DynamicsView::Friction friction = equations.friction(f);
      are_apart = are_apart && friction.coefficient > 0.0 && !others.contains(friction.column);
      others.add(friction.column);
    }
  if (!are_apart) std::swap(planes_, refused_);
  number();
}

void PlanarSlips::number() {
  for (std::size_t p = 0; p < planes_.size(); ++p)
    for (const std::size_t f : planes_[p])
      plane_of_[f] = p;
}

void PlanarSlips::archive(Archive& with) {
  bool are_refused = !refused_.empty();
  with(is_known_, are_refused);
  if (!with.is_reading() || !is_known_) return;
  if (are_refused == refused_.empty()) std::swap(planes_, refused_);
  number();
}

std::array<double, 2> PlanarSlips::scaled(std::size_t plane, const DynamicsView& equations) const {
  std::array<double, 2> out{};
  for (std::size_t i = 0; i < 2; ++i) {
    const DynamicsView::Friction friction = equations.friction(planes_[plane][i]);
    out[i] = friction.coefficient * friction.slip;
  }
  return out;
}

std::array<double, 2> PlanarSlips::direction(std::size_t plane, const DynamicsView& equations,
                                             const std::vector<FrictionMode>& modes) const {
  const FrictionMode& first = modes[planes_[plane][0]];
  const std::array<double, 2> given{first.direction, modes[planes_[plane][1]].direction};
  if (!first.turns()) return given;
  const std::array<double, 2> slip = scaled(plane, equations);
  const double size = std::hypot(slip[0], slip[1]);
  if (size == 0.0) return given;
  const double sign = slip[0] * given[0] + slip[1] * given[1] < 0.0 ? -1.0 : 1.0;
  return {sign * slip[0] / size, sign * slip[1] / size};
}

std::array<double, 2> PlanarSlips::turned(std::size_t plane, const DynamicsView& equations,
                                          const std::vector<FrictionMode>& modes, std::array<double, 2> bounds,
                                          std::array<double, 2> change) const {
  if (!modes[planes_[plane][0]].turns()) return {};
  const std::array<double, 2> slip = scaled(plane, equations);
  const double size = std::hypot(slip[0], slip[1]);
  if (size == 0.0) return {};
  const std::array<double, 2> d = direction(plane, equations, modes);
  const double sign = slip[0] * d[0] + slip[1] * d[1] < 0.0 ? -1.0 : 1.0;
  const double along = d[0] * change[0] + d[1] * change[1];
  return {-sign * bounds[0] * (change[0] - along * d[0]) / size, -sign * bounds[1] * (change[1] - along * d[1]) / size};
}

} // namespace dalembert::inline simulation
