#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/pivots.h>

#include <algorithm>
#include <optional>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_pivot_points = 200;
constexpr std::size_t most_angles = 6; ///< of one point
constexpr int longest_chain = 3;

class PivotSearch {
public:
  PivotSearch(Kinematics& kinematics, const KineticTerms& terms)
      : kinematics_(kinematics),
        graph_(kinematics.graph()),
        has_inertia_(kinematics.system().coordinates.size(), false) {
    const auto note = [this](Expr e) {
      for (const std::size_t i : kinematics_.rates_in(e))
        has_inertia_[i] = true;
    };
    std::ranges::for_each(terms.rest, note);
    for (const KineticSquare& square : terms.squares)
      if (!square.is_taken) note(square.base);
  }

  /// The one centre about which a point at `at` turns.
  [[nodiscard]] std::optional<Place<Expr>> centre_of(const Place<Expr>& at) {
    const std::vector<std::size_t> held = kinematics_.coordinates_of(at);
    std::optional<Place<Expr>> out;
    std::size_t angles = 0;
    for (const std::size_t i : held) {
      if (kinematics_.is_length_coordinate(i)) continue;
      if (++angles > most_angles) return std::nullopt;
      auto found = centre_by(at, kinematics_.system().coordinates[i].position);
      if (!found) continue;
      if (out || has_inertia_[i]) return std::nullopt;
      out = std::move(found);
    }
    return out;
  }

  [[nodiscard]] bool is_origin(const Place<Expr>& at) {
    return std::ranges::all_of(at, [this](Expr part) { return kinematics_.vanish_at_points(part); });
  }

private:
  [[nodiscard]] std::optional<Place<Expr>> centre_by(const Place<Expr>& at, Expr angle) {
    const std::vector<Expr> symbol{angle};
    const std::vector<Replacement> without{{angle, graph_.zero()}};
    Place<Expr> out;
    Expr growth = graph_.zero();
    bool turns = false;
    for (const Expr part : at) {
      const Expr arm = gradient(graph_, gradient(graph_, part, symbol).front(), symbol).front(); // C − P
      const Expr centre = graph_.add(part, arm);
      if (!kinematics_.vanish_at_points(gradient(graph_, centre, symbol).front())) return std::nullopt;
      turns = turns || !kinematics_.vanish_at_points(arm);
      growth = graph_.add(growth, graph_.mul(arm, kinematics_.rate(arm)));
      const Expr rest = summands_without(part, angle);
      out.push_back(kinematics_.are_same(rest, centre) ? rest : substitute(graph_, centre, without));
    }
    return turns && kinematics_.vanish_at_points(growth) ? std::optional(std::move(out)) : std::nullopt;
  }

  /// The summands of `e` that do not hold this coordinate.
  [[nodiscard]] Expr summands_without(Expr e, Expr coordinate) const {
    if (!depends(graph_, e, coordinate)) return e;
    if (graph_.kind(e) != NodeKind::sum) return graph_.zero();
    const std::span<const Term> terms = graph_.terms(e);
    const std::vector<Term> copy(terms.begin(), terms.end()); // what is made below moves them
    Expr out = graph_.zero();
    for (const Term& term : copy)
      out = graph_.add(out, graph_.scale(term.coefficient, summands_without(term.expr, coordinate)));
    return out;
  }

  Kinematics& kinematics_;
  Graph& graph_;
  std::vector<bool> has_inertia_; ///< of something that is no known mass
};

} // namespace

std::vector<KnownPoint> pivots(Kinematics& kinematics, const KineticTerms& terms,
                               const std::vector<KnownPoint>& points) {
  std::vector<KnownPoint> out;
  PivotSearch search(kinematics, terms);
  for (std::size_t p = 0; p < std::min(points.size(), most_pivot_points); ++p) {
    if (!points[p].mass || points[p].polar) continue;
    Place<Expr> at = points[p].at;
    for (int i = 0; i < longest_chain; ++i) {
      auto centre = search.centre_of(at);
      if (!centre || search.is_origin(*centre)) break;
      KnownPoint made;
      made.at = *centre;
      made.axes = points[p].axes;
      made.name = "pivot of " + points[p].name;
      made.rule = "P4";
      made.span = points[p].span;
      made.is_fixed = kinematics.coordinates_of(*centre).empty();
      out.push_back(std::move(made));
      at = std::move(*centre);
    }
  }
  return out;
}

} // namespace sketching
} // namespace dalembert
