#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/sketch/angle_direction.h>
#include <dalembert/sketch/angular_square.h>
#include <dalembert/sketch/axis_names.h>
#include <dalembert/sketch/components.h>
#include <dalembert/sketch/polar_points.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace sketching {

namespace {

class PolarSearch {
public:
  PolarSearch(Kinematics& kinematics, KineticTerms& terms, const std::optional<Gravity>& gravity)
      : kinematics_(kinematics), graph_(kinematics.graph()), terms_(terms), gravity_(gravity) {}

  std::vector<KnownPoint> run() {
    for (std::size_t s = 0; s < terms_.squares.size() && angular_.size() < most_angles; ++s)
      if (!terms_.squares[s].is_taken)
        if (auto found = angular_square(kinematics_, terms_, s)) angular_.push_back(std::move(*found));
    for (const AngularSquare& each : angular_)
      if (!each.polar) take(each);
    return std::move(out_);
  }

private:
  static constexpr std::size_t most_angles = 60;

  void take(const AngularSquare& main) {
    if (terms_.squares[main.square].is_taken || !kinematics_.is_positive(main.coefficient)) return;
    const AngularSquare* azimuth = second_angle(main);
    std::vector<std::size_t> used{main.square};
    if (azimuth != nullptr) used.push_back(azimuth->square);
    const bool is_constant = kinematics_.is_constant(main.radius);
    const std::optional<std::size_t> axial = azimuth == nullptr ? axial_square(main) : std::nullopt;
    if (is_constant && azimuth == nullptr && !axial) return; // an arm, or the inertia of a body
    const Expr mass = graph_.scale(Rational(2), main.coefficient);
    if (is_constant && graph_.kind(mass) != NodeKind::symbol) return;
    bool has_more_inertia = false;
    if (!kinematics_.coordinates_of(main.radius).empty()) {
      const auto radial = radial_square(main, has_more_inertia);
      if (!radial) return;
      used.push_back(*radial);
    }
    KnownPoint point;
    point.mass = mass;
    point.rule = "P2";
    const bool is_placed = azimuth != nullptr ? place_on_sphere(main, *azimuth, point)
                                              : place_in_plane(main, has_more_inertia, axial, point);
    if (!is_placed) return;
    if (axial) used.push_back(*axial);
    name(main, azimuth, point);
    for (const std::size_t s : used)
      terms_.squares[s].is_taken = true;
    out_.push_back(std::move(point));
  }

  [[nodiscard]] const Coordinate& coordinate(std::size_t i) const { return kinematics_.system().coordinates[i]; }

  [[nodiscard]] const AngularSquare* second_angle(const AngularSquare& main) const {
    for (const AngularSquare& each : angular_)
      if (each.polar && *each.polar == coordinate(main.angle).position && each.radius == main.radius &&
          each.coefficient == main.coefficient && each.angle != main.angle)
        return &each;
    return nullptr;
  }

  /// The square of R′ with the same coefficient, or with a larger one.
  [[nodiscard]] std::optional<std::size_t> radial_square(const AngularSquare& main, bool& has_more_inertia) {
    const auto wanted = kinematics_.rate_part(kinematics_.rate(main.radius));
    for (std::size_t s = 0; wanted && s < terms_.squares.size(); ++s) {
      const KineticSquare& square = terms_.squares[s];
      if (square.is_taken || kinematics_.rates_in(square.base).size() != 1) continue;
      const auto found = kinematics_.rate_part(graph_.product(square.whole));
      if (!found || found->is_zero() || (*found != *wanted && !(*found + *wanted).is_zero())) continue;
      if (square.outer == main.coefficient) return s;
      const Expr more = graph_.sub(square.outer, main.coefficient);
      if (kinematics_.vanish({more})) return s;
      if (!kinematics_.is_positive(more)) continue;
      has_more_inertia = true;
      return s;
    }
    return std::nullopt;
  }

  /// The square of z′ with the same coefficient.
  [[nodiscard]] std::optional<std::size_t> axial_square(const AngularSquare& main) {
    for (std::size_t s = 0; s < terms_.squares.size(); ++s) {
      const KineticSquare& square = terms_.squares[s];
      if (square.is_taken || square.coefficient != main.coefficient || graph_.kind(square.base) != NodeKind::symbol)
        continue;
      const std::size_t i = kinematics_.rates_in(square.base).front();
      const std::vector<AxisName> names = axis_names(coordinate(i).name);
      if (kinematics_.is_length_coordinate(i) && !names.empty() && names.front().axis == 'z') return s;
    }
    return std::nullopt;
  }

  bool place_in_plane(const AngularSquare& main, bool has_more_inertia, std::optional<std::size_t> axial,
                      KnownPoint& point) {
    const Expr angle = coordinate(main.angle).position;
    const auto direction = angle_direction(kinematics_, gravity_, *point.mass, main.radius, angle);
    if (!direction || (axial && direction->is_vertical)) return false;
    point.at = {graph_.mul(main.radius, direction->cosine_like), graph_.mul(main.radius, direction->sine_like)};
    point.axes = "xy";
    if (direction->is_vertical && !has_more_inertia && !is_height(point.at[1], main, point)) return false;
    point.polar = Polar{{graph_.zero(), graph_.zero()}, main.radius, angle, direction->is_clockwise, {}};
    if (!axial) return true;
    const std::size_t z = kinematics_.rates_in(terms_.squares[*axial].base).front();
    point.at.push_back(coordinate(z).position);
    point.axes = "xyz";
    point.polar->pole = {graph_.zero(), graph_.zero(), coordinate(z).position};
    return true;
  }

  /// True where gravity pulls the mass along this component with a constant share of its weight as r changes.
  bool is_height(Expr height, const AngularSquare& main, const KnownPoint& point) {
    std::vector<Expr> lengths;
    for (const std::size_t i : kinematics_.coordinates_of(main.radius))
      lengths.push_back(coordinate(i).position);
    if (lengths.empty()) return true;
    const std::vector<Expr> pull = gradient(graph_, gravity_->moment, lengths);
    const std::vector<Expr> rise = gradient(graph_, height, lengths);
    for (std::size_t k = 0; k < lengths.size(); ++k)
      if (!kinematics_.is_at_rest(graph_.div(pull[k], graph_.mul(*point.mass, rise[k])))) return false;
    return true;
  }

  bool place_on_sphere(const AngularSquare& main, const AngularSquare& azimuth, KnownPoint& point) {
    const Expr theta = coordinate(main.angle).position;
    const Expr phi = coordinate(azimuth.angle).position;
    const Expr across = graph_.mul(main.radius, azimuth.is_cosine ? graph_.cos(theta) : graph_.sin(theta));
    Expr along = graph_.mul(main.radius, azimuth.is_cosine ? graph_.sin(theta) : graph_.cos(theta));
    if (gravity_ && depends(graph_, gravity_->moment, std::vector<Expr>{theta, phi})) {
      if (gravity_->is_ambiguous) return false;
      const std::vector<Expr> pull = gradient(graph_, gravity_->moment, std::vector<Expr>{theta, phi});
      const Expr rise = gradient(graph_, along, std::vector<Expr>{theta}).front();
      const Expr weight = graph_.mul(*point.mass, rise);
      if (!kinematics_.vanish({pull[1]})) return false;
      const Expr ratio = graph_.div(pull[0], weight);
      const bool is_axial = gravity_->is_scaled ? kinematics_.vanish({graph_.sub(graph_.square(ratio), graph_.one())})
                                                : kinematics_.is_at_rest(ratio);
      if (!is_axial) return false;
      if (kinematics_.at_start(ratio) < 0) along = graph_.neg(along);
    } else if (gravity_ && gravity_->is_ambiguous) {
      return false;
    } else if (!gravity_) { // a uniform force along the axis pulls downwards, as a weight does
      const Expr slope = gradient(graph_, potential_at_rest(kinematics_), std::vector<Expr>{theta}).front();
      const Expr ratio = graph_.div(slope, gradient(graph_, along, std::vector<Expr>{theta}).front());
      if (kinematics_.is_at_rest(ratio) && kinematics_.at_start(ratio) < 0) along = graph_.neg(along);
    }
    point.at = {graph_.mul(across, graph_.cos(phi)), graph_.mul(across, graph_.sin(phi)), along};
    point.axes = "xyz";
    point.polar = Polar{{graph_.zero(), graph_.zero(), graph_.zero()}, main.radius, std::nullopt, false, phi};
    return true;
  }

  void name(const AngularSquare& main, const AngularSquare* azimuth, KnownPoint& point) {
    std::vector<std::string> names;
    for (const std::size_t i : kinematics_.coordinates_of(main.radius))
      names.push_back(coordinate(i).name);
    names.push_back(coordinate(main.angle).name);
    if (azimuth != nullptr) names.push_back(coordinate(azimuth->angle).name);
    point.name = joined_names(names);
    point.span = coordinate(main.angle).span;
  }

  Kinematics& kinematics_;
  Graph& graph_;
  KineticTerms& terms_;
  const std::optional<Gravity>& gravity_;
  std::vector<AngularSquare> angular_;
  std::vector<KnownPoint> out_;
};

} // namespace

std::vector<KnownPoint> polar_points(Kinematics& kinematics, KineticTerms& terms,
                                     const std::optional<Gravity>& gravity) {
  return PolarSearch(kinematics, terms, gravity).run();
}

} // namespace sketching
} // namespace dalembert
