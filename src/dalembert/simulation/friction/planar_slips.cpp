#include <dalembert/simulation/friction/planar_slips.h>
#include <dalembert/simulation/friction/spanned_rows.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

PlanarSlips::PlanarSlips(const Engine& engine)
    : planes_(slip_planes(engine.system())), plane_of_(engine.programs->layout.frictions) {
  is_known_ = planes_.empty();
  places_.resize(planes_.size());
  std::iota(places_.begin(), places_.end(), std::size_t{0});
}

void PlanarSlips::find(const DynamicsView& equations) {
  if (is_known_) return;
  is_known_ = true;
  std::vector<bool> refused;
  for (const SlipPlane& plane : planes_) {
    const DynamicsView::Friction first = equations.friction(plane[0]);
    const DynamicsView::Friction second = equations.friction(plane[1]);
    SpannedRows line;
    line.add(first.column);
    refused.push_back(!(first.coefficient > 0.0 && second.coefficient > 0.0) || line.contains(second.column));
  }
  refuse(refused);
  SpannedRows all;
  const std::size_t n = equations.forcing.size();
  for (std::size_t k = 0; k < equations.row_forcing.size(); ++k)
    all.add(equations.rows.subspan(k * n, n));
  for (std::size_t f = 0; f < plane_of_.size(); ++f)
    if (!plane_of_[f]) all.add(equations.friction(f).column);
  for (const SlipPlane& plane : planes_)
    for (const std::size_t f : plane) {
      are_dependent_ = are_dependent_ || all.contains(equations.friction(f).column);
      all.add(equations.friction(f).column);
    }
}

void PlanarSlips::refuse(const std::vector<bool>& refused) {
  const std::vector<SlipPlane> all = std::move(planes_);
  planes_.clear();
  places_.clear();
  for (std::size_t p = 0; p < all.size(); ++p) {
    (refused[p] ? refused_ : planes_).push_back(all[p]);
    if (!refused[p]) places_.push_back(p);
  }
  number();
}

void PlanarSlips::number() {
  for (std::size_t p = 0; p < planes_.size(); ++p)
    for (const std::size_t f : planes_[p])
      plane_of_[f] = p;
}

void PlanarSlips::archive(Archive& with) {
  std::vector<bool> refused(candidates(), true);
  for (const std::size_t place : places_)
    refused[place] = false;
  const bool was_known = is_known_;
  with(is_known_, refused, are_dependent_);
  if (with.is_reading() && is_known_ && !was_known) refuse(refused);
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

} // namespace simulation
} // namespace dalembert
