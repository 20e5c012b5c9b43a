#include <dalembert/expr/differentiate.h>
#include <dalembert/sketch/force_points.h>
#include <dalembert/sketch/point_direction.h>
#include <dalembert/sketch/shared_forces.h>

#include <algorithm>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_candidates = 24; ///< points at which one force is tried

Explanation shared(const std::vector<PointShare>& shares) {
  Explanation out;
  out.is_whole = true;
  for (const PointShare& share : shares) {
    out.points.push_back(share.point);
    out.directions.push_back(share.direction);
  }
  return out;
}

} // namespace

ForcePoints::ForcePoints(Kinematics& kinematics, const std::vector<KnownPoint>& points)
    : kinematics_(kinematics), graph_(kinematics.graph()), points_(points) {
  by_coordinate_.resize(kinematics.system().coordinates.size());
  for (std::size_t p = 0; p < points.size(); ++p) {
    coordinates_.push_back(kinematics.coordinates_of(points[p].at));
    for (const std::size_t i : coordinates_.back())
      by_coordinate_[i].push_back(p);
  }
}

std::optional<Explanation> ForcePoints::of(Expr speed, std::optional<Expr> row, bool is_reaction) {
  std::vector<std::size_t> wanted = kinematics_.rates_in(speed);
  std::vector<std::size_t> near;
  for (const std::size_t i : wanted)
    near.insert(near.end(), by_coordinate_[i].begin(), by_coordinate_[i].end());
  std::ranges::sort(near);
  near.erase(std::unique(near.begin(), near.end()), near.end());
  if (near.size() > most_candidates) near.resize(most_candidates);
  std::erase_if(wanted, [&](std::size_t i) { // rates that cancel, as x' of (x + r)' - x'
    const Expr rate = kinematics_.system().coordinates[i].rate;
    return kinematics_.vanish_at_points(gradient(graph_, speed, std::vector<Expr>{rate}).front());
  });
  std::vector<Candidate> candidates;
  for (const std::size_t p : near) {
    auto direction = direction_at_point(kinematics_, points_[p], speed);
    if (!direction) continue;
    const bool is_whole = std::ranges::includes(coordinates_[p], wanted);
    candidates.push_back({p, *direction, is_unit(*direction), is_whole});
  }
  for (const Candidate& each : candidates)
    if (each.is_whole && each.is_unit) return Explanation{{each.point}, {each.direction}, true};
  std::vector<Candidate> ordered = candidates;
  std::ranges::stable_sort(ordered, std::ranges::greater(),
                           [this](const Candidate& each) { return coordinates_[each.point].size(); });
  const auto covers = [&](const Explanation& several) {
    return !several.points.empty() && std::ranges::includes(covered_by(several), wanted);
  };
  Explanation several = together(ordered, true);
  several.is_whole = covers(several);
  if (several.is_whole) return several;
  const bool may_share = is_reaction && near.size() < most_candidates;
  if (may_share) {
    auto shares = row ? share_of_row(kinematics_, points_, near, speed, *row) : std::nullopt;
    if (!shares) shares = share_of_rates(kinematics_, points_, near, speed);
    if (shares) {
      Explanation found = paired(shared(*shares));
      if (is_pair(found) || are_free(found)) return found;
    }
  }
  // A vector that is no unit vector counts where the force works on all that moves the point, or where the components
  // of the point are coordinates; elsewhere the force may act on something else.
  for (const Candidate& each : candidates)
    if (each.is_whole && (coordinates_[each.point] == wanted || has_own_coordinates(each.point)))
      return Explanation{{each.point}, {each.direction}, true};
  several = together(ordered, false);
  several.is_whole = covers(several) && is_pair(several);
  if (several.is_whole) return several;
  for (const Candidate& each : candidates)
    if (each.is_unit) return Explanation{{each.point}, {each.direction}, false};
  return std::nullopt;
}

/// A component that never moves takes no power: where the two act along the line that joins them, the opposite of what
/// acts on the other point.
Explanation ForcePoints::paired(Explanation found) {
  if (found.points.size() != 2) return found;
  const Place<Expr>& a = points_[found.points[0]].at;
  const Place<Expr>& b = points_[found.points[1]].at;
  Explanation out = found;
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k) {
    if (kinematics_.coordinates_of(a[k]).empty()) out.directions[0][k] = graph_.neg(found.directions[1][k]);
    if (kinematics_.coordinates_of(b[k]).empty()) out.directions[1][k] = graph_.neg(found.directions[0][k]);
  }
  return is_pair(out) && is_along(out.directions[0], a, b) ? out : found;
}

/// What holds a point on a rail takes part of the force on it, which its equation does not tell: every component moves
/// or, of several points, is the same constant for all.
bool ForcePoints::are_free(const Explanation& found) {
  const Place<Expr>& first = points_[found.points.front()].at;
  for (std::size_t k = 0; k < first.size(); ++k) {
    const auto moves = [&](std::size_t p) { return !kinematics_.coordinates_of(points_[p].at[k]).empty(); };
    if (std::ranges::all_of(found.points, moves)) continue;
    if (found.points.size() < 2 || std::ranges::any_of(found.points, moves)) return false;
    for (const std::size_t p : found.points)
      if (!kinematics_.vanish({graph_.sub(points_[p].at[k], first[k])})) return false;
  }
  return true;
}

bool ForcePoints::is_along(const Place<Expr>& direction, const Place<Expr>& from, const Place<Expr>& to) const {
  std::vector<Expr> products;
  for (std::size_t k = 0; k < from.size(); ++k)
    for (std::size_t l = 0; l < k; ++l)
      products.push_back(graph_.sub(graph_.mul(direction[k], graph_.sub(to[l], from[l])),
                                    graph_.mul(direction[l], graph_.sub(to[k], from[k]))));
  return kinematics_.vanish(products);
}

bool ForcePoints::has_own_coordinates(std::size_t p) {
  return std::ranges::all_of(points_[p].at, [this](Expr part) {
    return kinematics_.coordinates_of(part).empty() || graph_.kind(part) == NodeKind::symbol;
  });
}

Explanation ForcePoints::together(const std::vector<Candidate>& candidates, bool wants_unit) const {
  Explanation out;
  for (const Candidate& each : candidates) {
    std::vector<std::size_t> common;
    std::ranges::set_intersection(covered_by(out), coordinates_[each.point], std::back_inserter(common));
    if (!common.empty() || (wants_unit && !each.is_unit)) continue;
    out.points.push_back(each.point);
    out.directions.push_back(each.direction);
  }
  return out;
}

std::vector<std::size_t> ForcePoints::covered_by(const Explanation& explanation) const {
  std::vector<std::size_t> out;
  for (const std::size_t p : explanation.points)
    out.insert(out.end(), coordinates_[p].begin(), coordinates_[p].end());
  std::ranges::sort(out);
  return out;
}

bool ForcePoints::is_pair(const Explanation& found) const {
  return found.points.size() == 2 && are_opposite(found.directions[0], found.directions[1]);
}

bool ForcePoints::is_unit(const Place<Expr>& direction) const {
  Expr sum = graph_.neg(graph_.one());
  for (const Expr component : direction)
    sum = graph_.add(sum, graph_.square(component));
  return kinematics_.vanish({sum});
}

bool ForcePoints::are_opposite(const Place<Expr>& a, const Place<Expr>& b) const {
  std::vector<Expr> sums;
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k)
    sums.push_back(graph_.add(a[k], b[k]));
  return a.size() == b.size() && kinematics_.vanish(sums);
}

} // namespace sketching
} // namespace dalembert
