#include <dalembert/expr/differentiate.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/sketch/axis_names.h>
#include <dalembert/sketch/force_arrows.h>
#include <dalembert/sketch/force_points.h>
#include <dalembert/sketch/independent_rows.h>
#include <dalembert/sketch/point_direction.h>
#include <dalembert/sketch/turning.h>

#include <algorithm>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_gauges = 40;

/// A force or a moment that does the power magnitude·speed.
struct Acting {
  ArrowRole role = ArrowRole::reaction;
  std::string name;
  std::string unit;
  std::string vector_unit; ///< of magnitude·direction at a point
  Expr magnitude;
  Expr speed;
  std::optional<Expr> row; ///< the residual of the one holonomic constraint that makes the force
  bool is_moment = false;
  bool is_determined = true;
  SourceSpan span;
  SourceSpan statement;
};

class ArrowSearch {
public:
  ArrowSearch(Kinematics& kinematics, const std::vector<KnownPoint>& points, std::vector<NotDrawn>& not_drawn)
      : kinematics_(kinematics),
        graph_(kinematics.graph()),
        points_(points),
        not_drawn_(not_drawn),
        force_points_(kinematics, points) {}

  std::vector<DrawnItem<Expr>> run() {
    reactions();
    frictions();
    forces();
    impacts();
    multipliers();
    return std::move(out_);
  }

private:
  // ---- what acts

  void reactions() {
    const System& system = kinematics_.system();
    for (std::size_t i = 0; i < system.reactions.size(); ++i) {
      const Reaction& reaction = system.reactions[i];
      Acting acting = acting_of(reaction, ArrowRole::reaction, reaction.symbol, reaction.speed);
      acting.statement = reaction.statement;
      if (reaction.of.size() == 1) {
        const Constraint& made_by = system.constraints.at(static_cast<std::size_t>(reaction.of.front()));
        if (made_by.kind == ConstraintKind::holonomic) acting.row = made_by.residual;
      }
      acting.is_determined = kinematics_.equations().reactions.at(i).determination == Determination::unique;
      if (!reaction.application) {
        search(acting);
        continue;
      }
      const Application& stated = *reaction.application;
      add(acting, stated.at, scaled(acting.magnitude, stated.along), stated.against, Standing::solid);
    }
  }

  void frictions() {
    const System& system = kinematics_.system();
    for (const Friction& friction : system.frictions) {
      const Reaction& normal = system.reactions.at(static_cast<std::size_t>(friction.of));
      Acting acting = acting_of(friction, ArrowRole::friction, friction.symbol, friction.slip);
      acting.statement = friction.statement;
      acting.is_determined =
          kinematics_.equations().reactions.at(static_cast<std::size_t>(friction.of)).determination ==
          Determination::unique;
      if (normal.application && normal.application->against.empty()) {
        const auto direction = direction_at_place(kinematics_, normal.application->at, friction.slip);
        if (direction && explains(normal.application->at, friction.slip)) {
          add(acting, normal.application->at, scaled(acting.magnitude, *direction), {}, Standing::solid);
          continue;
        }
      }
      search(acting);
    }
  }

  void forces() {
    for (const Force& force : kinematics_.system().forces) {
      if (force.application) {
        Place<Expr> vector;
        for (const Force::Part& part : force.parts)
          vector.push_back(part.magnitude);
        const Acting acting = acting_of(force, ArrowRole::applied, graph_.zero(), graph_.zero());
        add(acting, force.application->at, vector, force.application->against, Standing::solid);
      } else if (force.parts.size() == 1) {
        search(acting_of(force, ArrowRole::applied, force.parts.front().magnitude, force.parts.front().speed));
      }
    }
  }

  void impacts() {
    for (const Impact& impact : kinematics_.system().impacts) {
      Acting acting = acting_of(impact, ArrowRole::impulse, impact.symbol, impact.speed);
      acting.statement = impact.statement;
      search(acting);
    }
  }

  void multipliers() {
    const System& system = kinematics_.system();
    std::vector<bool> has_reaction(system.constraints.size(), false);
    for (const Reaction& reaction : system.reactions)
      for (const int k : reaction.of)
        has_reaction.at(static_cast<std::size_t>(k)) = true;
    if (std::ranges::find(has_reaction, false) == has_reaction.end()) return;
    const std::vector<bool> is_independent = independent_rows(kinematics_);
    for (std::size_t k = 0; k < system.constraints.size(); ++k) {
      if (has_reaction[k] || is_hidden(system.constraints[k])) continue;
      if (!is_independent[k] || !draw_force_of(system.constraints[k], kinematics_.equations().constraint_rates[k]))
        gauge(multiplier_of(system.constraints[k]));
    }
  }

  [[nodiscard]] static Acting multiplier_of(const Constraint& row) {
    Acting out;
    out.name = "lambda." + row.name;
    out.unit = row.multiplier_measure.unit();
    out.magnitude = row.multiplier;
    out.span = row.span;
    out.statement = row.span;
    return out;
  }

  /// The arrows, or the arc, of the constraint force λ·∂φ/∂q, with φ̇ = `speed`, where all of it acts at known points.
  /// They are named after the constraint: λ itself need not be a force.
  bool draw_force_of(const Constraint& row, Expr speed) {
    if (row.chetaev) return false; // not affine in the rates
    Acting acting = multiplier_of(row);
    acting.name = row.name;
    acting.speed = speed;
    if (is_of_angles(speed)) // λ of a row without unit is measured in J, a moment or not
      return kinematics_.rates_in(speed).size() == 1 && moment(acting);
    const auto holonomic = row.kind == ConstraintKind::holonomic ? std::optional(row.residual) : std::nullopt;
    const auto found = force_points_.of(speed, holonomic, true);
    if (!found || !found->is_whole) return false;
    if (kinematics_.system().has_units) acting.vector_unit = Measure{.dimension = Dimension::force()}.unit();
    draw_found(acting, *found);
    return true;
  }

  /// True for the rates of angles alone.
  [[nodiscard]] bool is_of_angles(Expr speed) {
    return std::ranges::none_of(kinematics_.rates_in(speed),
                                [&](std::size_t i) { return kinematics_.is_length_coordinate(i); });
  }

  [[nodiscard]] Acting acting_of(const Declared& declared, ArrowRole role, Expr magnitude, Expr speed) {
    Acting out;
    out.role = role;
    out.name = declared.name;
    out.unit = declared.measure.unit();
    out.vector_unit = out.unit;
    // R·s is a power, whatever the speed s is measured in, and so R·∂s/∂P′ is a force.
    const bool is_scaled = declared.measure.dimension && *declared.measure.dimension != Dimension::force();
    if (is_scaled && role != ArrowRole::impulse) out.vector_unit = Measure{.dimension = Dimension::force()}.unit();
    out.magnitude = magnitude;
    out.speed = speed;
    out.span = declared.span;
    out.statement = declared.span;
    if (declared.measure.dimension)
      out.is_moment = *declared.measure.dimension == Dimension::energy() && role != ArrowRole::impulse;
    else if (!graph_.is_zero(speed))
      out.is_moment = is_of_angles(speed);
    return out;
  }

  // ---- where it acts

  void search(const Acting& acting) {
    if (acting.is_moment) {
      if (!moment(acting)) gauge(acting);
      return;
    }
    const auto found = force_points_.of(acting.speed, acting.row, acting.role == ArrowRole::reaction);
    if (!found) {
      gauge(acting);
      not_drawn_.push_back({acting.name, "the point where it acts does not follow from its speed",
                            "draw arrow of " + acting.name + " at (0, 0) along (1, 0)"});
      return;
    }
    draw_found(acting, *found);
    if (!found->is_whole)
      not_drawn_.push_back({acting.name, "its direction and size are known, the point where it acts is not",
                            "draw arrow of " + acting.name + " at " + place_text(found->points.front())});
  }

  void draw_found(const Acting& acting, const Explanation& found) {
    const bool has_opposite = force_points_.is_pair(found);
    const Standing standing = found.is_whole ? Standing::solid : Standing::hollow;
    for (std::size_t k = 0; k < (has_opposite ? 1 : found.points.size()); ++k)
      add(acting, points_[found.points[k]].at, scaled(acting.magnitude, found.directions[k]),
          has_opposite ? points_[found.points[1]].at : Place<Expr>(), standing);
  }

  [[nodiscard]] std::string place_text(std::size_t p) const {
    return points_[p].at.size() == 3 ? "(0, 0, 0) along (1, 0, 0)" : "(0, 0) along (1, 0)";
  }

  /// True where a force at this point can have all of the power that goes with `speed`.
  [[nodiscard]] bool explains(const Place<Expr>& at, Expr speed) {
    return std::ranges::includes(kinematics_.coordinates_of(at), kinematics_.rates_in(speed));
  }

  // ---- moments

  /// Draws an arc where each of one or two angles turns things; false where that is not known of all.
  bool moment(const Acting& acting) {
    const std::vector<std::size_t> rates = kinematics_.rates_in(acting.speed);
    constexpr std::size_t most_angles_turned = 2; // action and reaction
    if (rates.empty() || rates.size() > most_angles_turned) return false;
    std::vector<Turning> found;
    std::vector<Expr> slopes;
    for (const std::size_t i : rates) {
      const Expr rate = kinematics_.system().coordinates[i].rate;
      slopes.push_back(gradient(graph_, acting.speed, std::vector<Expr>{rate}).front());
      auto turning = turning_by(kinematics_, points_, i);
      if (!turning) turning = about_vertical(i);
      if (!turning || !kinematics_.is_constant(slopes.back())) return false;
      found.push_back(std::move(*turning));
    }
    for (std::size_t k = 0; k < found.size(); ++k)
      arc(acting, found[k], graph_.mul(slopes[k], acting.magnitude));
    return true;
  }

  /// The azimuth of a point in space turns it about the vertical through its pole.
  [[nodiscard]] std::optional<Turning> about_vertical(std::size_t angle) {
    const Expr position = kinematics_.system().coordinates[angle].position;
    for (const KnownPoint& point : points_)
      if (point.polar && point.polar->azimuth && *point.polar->azimuth == position)
        return Turning{point.polar->pole, {graph_.zero(), graph_.zero(), graph_.one()}};
    return std::nullopt;
  }

  void arc(const Acting& acting, const Turning& turning, Expr value) {
    Arc<Expr> made;
    made.role = acting.role;
    made.standing = acting.is_determined ? Standing::solid : Standing::dashed;
    made.of = acting.name;
    made.unit = acting.unit;
    made.at = turning.centre;
    made.axis = turning.axis;
    made.value = turning.is_reversed ? graph_.neg(value) : value;
    push(acting, std::move(made));
  }

  // ---- items

  [[nodiscard]] Place<Expr> scaled(Expr magnitude, const Place<Expr>& direction) const {
    Place<Expr> out;
    for (const Expr component : direction)
      out.push_back(graph_.mul(magnitude, component));
    return out;
  }

  void add(const Acting& acting, const Place<Expr>& at, const Place<Expr>& vector, const Place<Expr>& against,
           Standing standing) {
    Arrow<Expr> made;
    made.role = acting.role;
    made.standing = acting.is_determined ? standing : Standing::dashed;
    if (!acting.is_determined && standing == Standing::hollow) return gauge(acting);
    made.of = acting.name;
    made.unit = acting.vector_unit;
    made.at = at;
    made.vector = vector;
    made.against = against;
    if (!merge(acting, made)) push(acting, std::move(made));
  }

  /// Forces of one statement at one point are one arrow, their resultant.
  bool merge(const Acting& acting, const Arrow<Expr>& made) {
    if (acting.role != ArrowRole::reaction || out_.empty() || !(acting.statement == last_statement_)) return false;
    auto* last = std::get_if<Arrow<Expr>>(&out_.back().what);
    if (last == nullptr || last->at != made.at || last->against != made.against || last->standing != made.standing ||
        last->unit != made.unit || last->of == made.of)
      return false;
    for (std::size_t k = 0; k < made.vector.size(); ++k)
      last->vector[k] = graph_.add(last->vector[k], made.vector[k]);
    last->of = joined_names({last->of, made.of});
    out_.back().name = last->of;
    return true;
  }

  void gauge(const Acting& acting) {
    if (++gauges_ > most_gauges) return;
    push(acting, Gauge<Expr>{acting.name, acting.unit, acting.magnitude});
  }

  template <class What>
  void push(const Acting& acting, What what) {
    DrawnItem<Expr> item;
    item.what = std::move(what);
    item.name = acting.name;
    item.rule = "arrows";
    item.span = acting.span;
    out_.push_back(std::move(item));
    last_statement_ = acting.statement;
  }

  Kinematics& kinematics_;
  Graph& graph_;
  const std::vector<KnownPoint>& points_;
  std::vector<NotDrawn>& not_drawn_;
  ForcePoints force_points_;
  std::vector<DrawnItem<Expr>> out_;
  SourceSpan last_statement_;
  std::size_t gauges_ = 0;
};

} // namespace

std::vector<DrawnItem<Expr>> force_arrows(Kinematics& kinematics, const std::vector<KnownPoint>& points,
                                          std::vector<NotDrawn>& not_drawn) {
  return ArrowSearch(kinematics, points, not_drawn).run();
}

} // namespace sketching
} // namespace dalembert
