#include <dalembert/expr/point_budget.h>
#include <dalembert/sketch/anchors.h>
#include <dalembert/sketch/arms.h>
#include <dalembert/sketch/distances.h>
#include <dalembert/sketch/force_arrows.h>
#include <dalembert/sketch/lanes.h>
#include <dalembert/sketch/links.h>
#include <dalembert/sketch/mass_points.h>
#include <dalembert/sketch/named_points.h>
#include <dalembert/sketch/origins.h>
#include <dalembert/sketch/pivots.h>
#include <dalembert/sketch/polar_points.h>
#include <dalembert/sketch/scene_plane.h>
#include <dalembert/sketch/scene_up.h>
#include <dalembert/sketch/sketch.h>
#include <dalembert/sketch/springs.h>
#include <dalembert/sketch/unnamed_masses.h>
#include <dalembert/sketch/wheels.h>
#include <dalembert/sketch/wires.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace sketching {

namespace {

class Sketch {
public:
  Sketch(const Study& study, const Equations& equations, const VisitedRange& visited)
      : visited_(visited),
        kinematics_(study, equations),
        graph_(kinematics_.graph()),
        terms_(kinetic_terms(kinematics_)),
        gravity_(find_gravity(kinematics_)),
        distances_(kinematics_) {}

  Picture make() {
    const PointBudget budget(most_steps);
    try_rule([this] { find_points(); });
    dimension_ = make_one_plane(graph_, points_, candidates_, picture_.settings);
    try_rule([this] { add_candidates(); });
    drop_loose_points();
    picture_.moving_axes =
        std::ranges::any_of(points_, &KnownPoint::is_moving_axes) || (!points_.empty() && has_centrifugal_energy());
    try_rule([this] { draw_wires(); });
    try_rule([this] { note_wheels(); });
    draw_links();
    try_rule([this] { draw_springs(); });
    draw_points();
    try_rule([this] { draw_forces(); });
    try_rule([this] { picture_.settings.up = scene_up(kinematics_, gravity_, points_, dimension_); });
    add_lanes(kinematics_.system(), picture_);
    return std::move(picture_);
  }

private:
  static constexpr std::size_t most_steps = 50'000'000; ///< of all exact tests together, of 10 ns each
  static constexpr std::size_t most_points = 1200;      ///< a picture has room for so many with what joins them

  /// A rule that divides by what is 0 finds nothing.
  template <class Rule>
  static void try_rule(Rule&& rule) {
    try {
      rule();
    } catch (const std::domain_error&) { // NOLINT: the other rules stand
    }
  }

  // ---- points

  void find_points() {
    stated_ = stated_points(kinematics_);
    points_ = mass_points(kinematics_, terms_, gravity_);
    keep_one_origin(kinematics_, terms_, gravity_, stated_, points_, picture_.not_drawn);
    add_polar_points();
    add_unnamed_mass();
    add_arms();
    for (KnownPoint& point : stated_)
      if (!is_known(point.at)) points_.push_back(std::move(point));
    NamedPoints named = named_points(kinematics_, points_);
    for (KnownPoint& point : named.coordinates)
      if (!is_known(point.at)) points_.push_back(std::move(point));
    candidates_ = std::move(arms_);
    candidates_.insert(candidates_.end(), named.candidates.begin(), named.candidates.end());
    for (KnownPoint& anchor : anchors(kinematics_, points_))
      candidates_.push_back(std::move(anchor));
    for (KnownPoint& pivot : pivots(kinematics_, terms_, points_))
      candidates_.push_back(std::move(pivot));
    if (points_.size() <= most_points) return;
    picture_.not_drawn.push_back({points_[most_points].name, "and all points after it: there are too many", ""});
    points_.resize(most_points);
  }

  [[nodiscard]] bool is_known(const Place<Expr>& at) {
    return std::ranges::any_of(points_, [&](const KnownPoint& point) { return are_one_place(point.at, at); });
  }

  [[nodiscard]] bool are_one_place(const Place<Expr>& a, const Place<Expr>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t k = 0; k < a.size(); ++k)
      if (!kinematics_.are_same(a[k], b[k])) return false;
    return true;
  }

  /// The pole of polar points is the origin. Where there are other points, they have one origin only if V or a
  /// constraint speaks of their distance.
  void add_polar_points() {
    for (KnownPoint& point : polar_points(kinematics_, terms_, gravity_)) {
      const bool is_alone = points_.empty();
      const bool is_related = std::ranges::any_of(
          points_, [&](const KnownPoint& other) { return distances_.square_of(other.at, point.at).has_value(); });
      if (is_alone || is_related)
        points_.push_back(std::move(point));
      else
        picture_.not_drawn.push_back(
            {point.name, "its pole relative to the other things is not in the equations", "draw mass at (0, 0)"});
    }
  }

  /// A mass whose components have no names is placed relative to nothing else: it is shown where it is the only thing.
  void add_unnamed_mass() {
    std::vector<KnownPoint> found = unnamed_masses(kinematics_, terms_, gravity_);
    if (points_.empty() && found.size() == 1) points_.push_back(std::move(found.front()));
  }

  /// The pivot of an arm is not in T: it is the origin where a force acts at the end so given, or where there is
  /// nothing else to be relative to.
  void add_arms() {
    std::vector<Arm> found = arms(kinematics_, terms_, gravity_);
    const bool is_alone = points_.empty() && kinematics_.system().coordinates.size() == 1;
    for (Arm& arm : found) {
      const bool is_stated =
          std::ranges::any_of(stated_, [&](const KnownPoint& point) { return are_one_place(point.at, arm.end.at); });
      if (is_alone || is_stated)
        points_.push_back(std::move(arm.end));
      else
        arms_.push_back(std::move(arm.end)); // sure where a link ties it to another point
    }
  }

  // ---- candidates that a link ties to a known point

  void add_candidates() {
    const std::size_t sure = points_.size();
    std::vector<KnownPoint> all = points_;
    all.insert(all.end(), candidates_.begin(), candidates_.end());
    const std::size_t origin = all.size();
    all.push_back(origin_point());
    std::vector<Link> found = constant_distances(kinematics_, all);
    std::erase_if(found, [&](const Link& link) {
      const bool is_pivot = link.from == origin || link.to == origin;
      const Place<Expr>& end = all[link.from == origin ? link.to : link.from].at;
      return is_pivot && !link.is_stated && !is_one_piece(kinematics_, end) &&
             !distances_.square_of(all[origin].at, end);
    });
    std::vector<std::size_t> loose; // in space, with a component that is not known
    for (std::size_t p = 0; p < sure && dimension_ == 3; ++p)
      if (points_[p].is_flat &&
          std::ranges::none_of(found, [p](const Link& link) { return link.from == p || link.to == p; }))
        loose.push_back(p);
    for (const Link& link : distances_on_motion(kinematics_, points_, loose))
      found.push_back(link);
    std::vector<std::size_t> place(all.size(), all.size());
    for (std::size_t p = 0; p < sure; ++p)
      place[p] = p;
    bool is_growing = true;
    while (is_growing) {
      is_growing = false;
      for (const Link& link : found)
        for (const auto& [known, other] : {std::pair(link.from, link.to), std::pair(link.to, link.from)})
          if (place[known] < all.size() && other >= sure && other != origin && place[other] == all.size() &&
              !all[known].is_fixed && turns(all[known], all[other]) && !is_known(all[other].at)) {
            place[other] = points_.size();
            points_.push_back(all[other]);
            is_growing = true;
          }
    }
    constexpr std::size_t most_pairs = 4000;
    std::size_t pairs = 0;
    for (std::size_t c = sure; c < origin; ++c)
      for (std::size_t known = 0; known < sure && place[c] == all.size(); ++known)
        if (++pairs <= most_pairs && !all[known].is_fixed && distances_.square_of(all[known].at, all[c].at) &&
            !is_known(all[c].at)) {
          place[c] = points_.size();
          points_.push_back(all[c]);
        }
    place[origin] = points_.size(); // the last one
    std::erase_if(found,
                  [&](const Link& link) { return place[link.from] >= all.size() || place[link.to] >= all.size(); });
    for (Link& link : found) {
      link.from = place[link.from];
      link.to = place[link.to];
    }
    links_ = shortest_tree(std::move(found), points_.size() + 1);
  }

  /// In space, a point of which only two components are known is kept where a link ties it to another one.
  void drop_loose_points() {
    std::vector<std::size_t> place(points_.size() + 1);
    std::vector<bool> is_linked(points_.size() + 1, false);
    for (const Link& link : links_)
      is_linked[link.from] = is_linked[link.to] = true;
    std::size_t kept = 0;
    for (std::size_t p = 0; p < points_.size(); ++p) {
      const bool is_loose = dimension_ == 3 && points_[p].is_flat && !is_linked[p];
      if (is_loose) continue;
      place[p] = kept;
      if (kept != p) points_[kept] = std::move(points_[p]);
      ++kept;
    }
    place.back() = kept;
    points_.resize(kept);
    for (Link& link : links_) {
      link.from = place[link.from];
      link.to = place[link.to];
    }
  }

  /// True where one point moves round the other one. Points at a constant vector from one another may be measured from
  /// two origins: that ties nothing.
  [[nodiscard]] bool turns(const KnownPoint& a, const KnownPoint& b) {
    for (std::size_t k = 0; k < a.at.size() && k < b.at.size(); ++k)
      if (!kinematics_.vanish_at_points(kinematics_.rate(graph_.sub(b.at[k], a.at[k])))) return true;
    return false;
  }

  [[nodiscard]] KnownPoint origin_point() const {
    KnownPoint origin;
    origin.at = Place<Expr>(static_cast<std::size_t>(dimension_), graph_.zero());
    origin.name = "origin";
    origin.is_fixed = true;
    return origin;
  }

  [[nodiscard]] Place<Expr> place_of(std::size_t p) const {
    if (p < points_.size()) return points_[p].at;
    return Place<Expr>(static_cast<std::size_t>(dimension_), graph_.zero());
  }

  /// T holds a term without rates that depends on the position: the axes turn, or what is not shown moves by itself.
  [[nodiscard]] bool has_centrifugal_energy() {
    return std::ranges::any_of(terms_.resting, [this](Expr e) { return !kinematics_.coordinates_of(e).empty(); });
  }

  // ---- items

  DrawnItem<Expr>& push(std::string rule, std::string name, SourceSpan span) {
    DrawnItem<Expr> item;
    item.rule = std::move(rule);
    item.name = std::move(name);
    item.span = span;
    picture_.items.push_back(std::move(item));
    return picture_.items.back();
  }

  void draw_wires() {
    Wires found = wires(kinematics_, terms_, points_, links_, dimension_, visited_);
    for (DrawnItem<Expr>& wire : found.items)
      picture_.items.push_back(std::move(wire));
    for (NotDrawn& each : found.not_drawn)
      picture_.not_drawn.push_back(std::move(each));
  }

  void note_wheels() {
    for (NotDrawn& each : wheels(kinematics_))
      picture_.not_drawn.push_back(std::move(each));
  }

  void draw_links() {
    std::vector<bool> is_held(points_.size() + 1, false);
    for (const Link& link : links_) {
      is_held[link.to] = is_held[link.from] = true;
      push("P5", "", link.span).what = Segment<Expr>{SegmentKind::rod, place_of(link.from), place_of(link.to), {}};
    }
    for (std::size_t p = 0; p < points_.size(); ++p)
      if (points_[p].polar && !is_held[p]) {
        DrawnItem<Expr>& line = push("P5", "", points_[p].span);
        line.what = Path<Expr>{PathKind::line, {points_[p].polar->pole, points_[p].at}};
        line.width.pixels = 1.0;
      }
    for (std::size_t p = 0; p <= points_.size(); ++p) {
      const bool is_pivot = is_held[p] && (p == points_.size() || (points_[p].is_fixed && is_at_rest(points_[p].at)));
      if (is_pivot) push("P5", "", SourceSpan{}).what = Mark<Expr>{MarkKind::pin, place_of(p), {}, {}};
    }
  }

  [[nodiscard]] bool is_at_rest(const Place<Expr>& at) {
    return std::ranges::all_of(at, [this](Expr part) { return kinematics_.is_at_rest(part); });
  }

  void draw_forces() {
    for (DrawnItem<Expr>& arrow : force_arrows(kinematics_, points_, picture_.not_drawn)) {
      widen(graph_, arrow, dimension_);
      picture_.items.push_back(std::move(arrow));
    }
  }

  void draw_springs() {
    for (DrawnItem<Expr>& spring : springs(kinematics_, distances_, points_, dimension_))
      picture_.items.push_back(std::move(spring));
  }

  void draw_points() {
    for (const KnownPoint& point : points_)
      if (point.has_trail) push(point.rule, "", point.span).what = Trail<Expr>{point.at, {}};
    for (const KnownPoint& point : points_) {
      DrawnItem<Expr>& item = push(point.rule, name_of(point), point.span);
      item.what = Mark<Expr>{point.mass ? MarkKind::mass : MarkKind::point, point.at, {}, point.mass};
    }
  }

  /// The description of its mass where this is a parameter of this point alone, else the names of the point.
  [[nodiscard]] std::string name_of(const KnownPoint& point) const {
    if (!point.mass) return point.name;
    const auto uses = std::ranges::count_if(points_, [&](const KnownPoint& each) { return each.mass == point.mass; });
    for (const Parameter& parameter : kinematics_.system().parameters)
      if (uses == 1 && parameter.symbol == *point.mass && parameter.member.family.empty() &&
          !parameter.description.empty())
        return parameter.description;
    return point.name;
  }

  const VisitedRange& visited_;
  Kinematics kinematics_;
  Graph& graph_;
  KineticTerms terms_;
  std::optional<Gravity> gravity_;
  SpokenDistances distances_;
  std::vector<KnownPoint> stated_;
  std::vector<KnownPoint> points_;
  std::vector<KnownPoint> arms_;
  std::vector<KnownPoint> candidates_;
  std::vector<Link> links_;
  int dimension_ = 2;
  Picture picture_;
};

} // namespace

Picture sketch(const Study& study, const Equations& equations, const VisitedRange& visited) {
  return Sketch(study, equations, visited).make();
}

} // namespace sketching
} // namespace dalembert
