#include <dalembert/exact/motion_judge.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/links.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_points = 2500;
constexpr std::size_t most_pairs_of_a_row = 40;

class LinkSearch {
public:
  LinkSearch(Kinematics& kinematics, const std::vector<KnownPoint>& points)
      : kinematics_(kinematics), graph_(kinematics.graph()), points_(points) {}

  std::vector<Link> run() {
    if (points_.size() > most_points) return {};
    find_rigid();
    for (std::size_t k = 0; k < kinematics_.system().constraints.size(); ++k)
      find_kept_by(k);
    return std::move(found_);
  }

private:
  [[nodiscard]] Expr difference(std::size_t a, std::size_t b, std::size_t k) const {
    const auto component = [&](const Place<Expr>& place) { return k < place.size() ? place[k] : graph_.zero(); };
    return graph_.sub(component(points_[b].at), component(points_[a].at));
  }

  [[nodiscard]] static std::size_t dimension(const KnownPoint& a, const KnownPoint& b) {
    return std::max(a.at.size(), b.at.size());
  }

  // ---- distances that are constant identically

  void find_rigid() {
    using Residues = Kinematics::Residues;
    std::vector<std::array<Residues, 3>>& places = places_;
    std::vector<std::array<Residues, 3>> speeds;
    std::vector<bool> is_known;
    for (const KnownPoint& point : points_) {
      std::array<Residues, 3> place{};
      std::array<Residues, 3> speed{};
      bool is_whole = true;
      for (std::size_t k = 0; k < point.at.size(); ++k) {
        const auto value = kinematics_.residues(point.at[k]);
        const auto rate = kinematics_.residues(kinematics_.rate(point.at[k]));
        is_whole = is_whole && value && rate;
        if (value) place[k] = *value;
        if (rate) speed[k] = *rate;
      }
      places.push_back(place);
      speeds.push_back(speed);
      is_known.push_back(is_whole);
    }
    const auto grows = [&](std::size_t a, std::size_t b) {
      for (std::size_t at = 0; at < Kinematics::exact_points; ++at) {
        Residue sum;
        for (std::size_t k = 0; k < 3; ++k)
          sum += (places[b][k][at] - places[a][k][at]) * (speeds[b][k][at] - speeds[a][k][at]);
        if (!sum.is_zero()) return true;
      }
      return false;
    };
    for (std::size_t b = 0; b < points_.size(); ++b)
      for (std::size_t a = 0; a < b; ++a)
        if (is_known[a] && is_known[b] && !(points_[a].is_fixed && points_[b].is_fixed) && !grows(a, b))
          add(a, b, points_[b].span, false);
  }

  void add(std::size_t a, std::size_t b, SourceSpan span, bool is_stated) {
    if (places_[a] == places_[b]) return; // one point
    double square = 0.0;
    for (std::size_t k = 0; k < dimension(points_[a], points_[b]); ++k)
      square += std::pow(start_of(a, k) - start_of(b, k), 2);
    found_.push_back({a, b, span, std::isfinite(square) ? square : 0.0, is_stated});
  }

  /// A component of a point at the start.
  [[nodiscard]] double start_of(std::size_t p, std::size_t k) {
    if (starts_.empty()) {
      std::vector<Expr> all;
      for (const KnownPoint& point : points_)
        for (std::size_t i = 0; i < 3; ++i)
          all.push_back(i < point.at.size() ? point.at[i] : graph_.zero());
      starts_ = kinematics_.at_start(all);
    }
    return starts_[3 * p + k];
  }

  // ---- distances that a constraint keeps

  void find_kept_by(std::size_t k) {
    const Constraint& row = kinematics_.system().constraints[k];
    const std::vector<std::size_t> wanted = kinematics_.coordinates_of(row.residual);
    if (row.kind != ConstraintKind::holonomic || wanted.empty() || wanted.size() > most_of_a_link) return;
    std::vector<std::size_t> near;
    for (std::size_t p = 0; p < points_.size(); ++p)
      if (std::ranges::includes(wanted, coordinates(p))) near.push_back(p);
    std::vector<Expr> slopes;
    std::size_t looked_at = 0;
    for (const std::size_t b : near)
      for (const std::size_t a : near) {
        if (a >= b || !cover(a, b, wanted) || ++looked_at > most_pairs_of_a_row) continue;
        if (slopes.empty()) slopes = slopes_of(row.residual, wanted);
        if (is_kept(a, b, wanted, slopes)) add(a, b, row.span, true);
      }
  }

  static constexpr std::size_t most_of_a_link = 12;

  [[nodiscard]] const std::vector<std::size_t>& coordinates(std::size_t p) {
    if (coordinates_.empty())
      for (const KnownPoint& point : points_)
        coordinates_.push_back(kinematics_.coordinates_of(point.at));
    return coordinates_[p];
  }

  [[nodiscard]] bool cover(std::size_t a, std::size_t b, const std::vector<std::size_t>& wanted) {
    std::vector<std::size_t> both;
    std::ranges::set_union(coordinates(a), coordinates(b), std::back_inserter(both));
    return both == wanted;
  }

  /// Slopes along these coordinates and t.
  [[nodiscard]] std::vector<Expr> slopes_of(Expr e, const std::vector<std::size_t>& wanted) const {
    std::vector<Expr> symbols;
    for (const std::size_t i : wanted)
      symbols.push_back(kinematics_.system().coordinates[i].position);
    symbols.push_back(kinematics_.system().time);
    return gradient(graph_, e, symbols);
  }

  /// True where the slopes of |A − B|² are a multiple of those of the row.
  [[nodiscard]] bool is_kept(std::size_t a, std::size_t b, const std::vector<std::size_t>& wanted,
                             const std::vector<Expr>& row) {
    Expr square = graph_.zero();
    for (std::size_t k = 0; k < dimension(points_[a], points_[b]); ++k)
      square = graph_.add(square, graph_.square(difference(a, b, k)));
    const std::vector<Expr> own = slopes_of(square, wanted);
    const auto pivot = std::ranges::find_if(row, [&](Expr e) { return !graph_.is_zero(e); });
    if (pivot == row.end()) return false;
    const auto p = static_cast<std::size_t>(pivot - row.begin());
    std::vector<Expr> minors;
    for (std::size_t i = 0; i < own.size(); ++i)
      if (i != p) minors.push_back(graph_.sub(graph_.mul(own[i], row[p]), graph_.mul(own[p], row[i])));
    return !kinematics_.vanish({row[p]}) && kinematics_.vanish(minors);
  }

  Kinematics& kinematics_;
  Graph& graph_;
  const std::vector<KnownPoint>& points_;
  std::vector<std::array<Kinematics::Residues, 3>> places_; ///< of all points
  std::vector<double> starts_;
  std::vector<std::vector<std::size_t>> coordinates_;
  std::vector<Link> found_;
};

} // namespace

std::vector<Link> constant_distances(Kinematics& kinematics, const std::vector<KnownPoint>& points) {
  return LinkSearch(kinematics, points).run();
}

bool is_one_piece(Kinematics& kinematics, const Place<Expr>& at) {
  Graph& graph = kinematics.graph();
  const System& system = kinematics.system();
  std::vector<Replacement> somewhere{{system.time, graph.zero()}};
  for (const Coordinate& q : system.coordinates)
    somewhere.push_back({q.position, graph.zero()});
  Expr square = graph.zero();
  try {
    for (const Expr part : at)
      square = graph.add(square, graph.square(substitute(graph, part, somewhere)));
  } catch (const std::domain_error&) {
    return false;
  }
  const Term length = graph.as_term(square);
  if (!graph.value(length.coefficient).root(2)) return false;
  if (graph.is_number(length.expr)) return true;
  return graph.kind(length.expr) == NodeKind::product &&
         std::ranges::all_of(graph.factors(length.expr), [&](const Factor& factor) {
           return (graph.value(factor.exponent) * Rational(1, 2)).is_integer();
         });
}

std::vector<Link> distances_on_motion(Kinematics& kinematics, const std::vector<KnownPoint>& points,
                                      const std::vector<std::size_t>& of) {
  constexpr std::size_t most_coordinates = 12;
  constexpr std::size_t most_tests = 8;
  constexpr std::size_t most_steps = 400'000; // of 10 ns
  const System& system = kinematics.system();
  const bool has_rows = std::ranges::any_of(
      system.constraints, [](const Constraint& row) { return row.kind == ConstraintKind::holonomic; });
  if (of.empty() || !has_rows || system.coordinates.size() > most_coordinates) return {};
  Graph& graph = kinematics.graph();
  const PointBudget budget(most_steps);
  MotionJudge judge(kinematics.equations());
  std::vector<Link> out;
  std::size_t tests = 0;
  for (const std::size_t b : of)
    for (std::size_t a = 0; a < points.size(); ++a) {
      if (a == b || points[a].is_fixed || ++tests > most_tests) continue;
      Expr growth = graph.zero();
      for (std::size_t k = 0; k < points[a].at.size() && k < points[b].at.size(); ++k) {
        const Expr gap = graph.sub(points[b].at[k], points[a].at[k]);
        growth = graph.add(growth, graph.mul(gap, kinematics.rate(gap)));
      }
      if (judge.vanishes(growth) == Answer::yes) out.push_back({a, b, points[b].span, 0.0, true});
    }
  return out;
}

std::vector<Link> shortest_tree(std::vector<Link> links, std::size_t points) {
  std::ranges::stable_sort(links, {}, &Link::length);
  std::vector<std::size_t> parent(points);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t p) {
    while (parent[p] != p)
      p = parent[p] = parent[parent[p]];
    return p;
  };
  std::vector<Link> out;
  for (const Link& each : links) {
    const std::size_t a = root(each.from);
    const std::size_t b = root(each.to);
    if (a == b) continue;
    parent[a] = b;
    out.push_back(each);
  }
  std::ranges::sort(out, {}, [](const Link& link) { return std::pair(link.to, link.from); });
  return out;
}

} // namespace sketching
} // namespace dalembert
