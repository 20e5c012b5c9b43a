#include <dalembert/expr/depends.h>
#include <dalembert/sketch/angle_direction.h>
#include <dalembert/sketch/angular_square.h>
#include <dalembert/sketch/arms.h>

namespace dalembert {
inline namespace sketching {

namespace {

class ArmSearch {
public:
  ArmSearch(Kinematics& kinematics, const KineticTerms& terms, const std::optional<Gravity>& gravity)
      : kinematics_(kinematics), graph_(kinematics.graph()), terms_(terms), gravity_(gravity) {}

  std::vector<Arm> run() {
    for (std::size_t s = 0; s < terms_.squares.size(); ++s) {
      if (terms_.squares[s].is_taken) continue;
      const auto found = angular_square(kinematics_, terms_, s);
      if (found && !found->polar) take(*found);
    }
    return std::move(out_);
  }

private:
  void take(const AngularSquare& square) {
    if (graph_.kind(square.radius) != NodeKind::symbol || !kinematics_.is_constant(square.radius)) return;
    const Term inertia = graph_.as_term(graph_.scale(Rational(2), square.coefficient));
    if (graph_.kind(inertia.expr) != NodeKind::symbol) return;
    const Rational share = graph_.value(inertia.coefficient);
    const bool is_rod = share == Rational(1, 3);
    if ((!is_rod && !share.is_one()) || stands_elsewhere(inertia.expr, square.square)) return;
    const Expr lever = is_rod ? graph_.scale(Rational(1, 2), square.radius) : square.radius;
    const Coordinate& q = kinematics_.system().coordinates[square.angle];
    const auto direction = angle_direction(kinematics_, gravity_, inertia.expr, lever, q.position);
    if (!direction || !direction->is_steep) return;
    Arm made;
    made.angle = square.angle;
    made.is_uniform_rod = is_rod;
    made.end.at = {graph_.mul(square.radius, direction->cosine_like), graph_.mul(square.radius, direction->sine_like)};
    made.end.axes = "xy";
    made.end.name = "end at angle " + q.name;
    made.end.rule = "P3";
    made.end.span = q.span;
    if (!is_rod) made.end.mass = inertia.expr;
    made.end.polar = Polar{{graph_.zero(), graph_.zero()}, square.radius, q.position, direction->is_clockwise, {}};
    for (const Expr e : terms_.resting)
      made.end.is_moving_axes = made.end.is_moving_axes || depends(graph_, e, inertia.expr);
    out_.push_back(std::move(made));
  }

  [[nodiscard]] bool stands_elsewhere(Expr mass, std::size_t square) const {
    for (std::size_t s = 0; s < terms_.squares.size(); ++s)
      if (s != square && depends(graph_, std::vector<Expr>{terms_.squares[s].coefficient, terms_.squares[s].base},
                                 std::vector<Expr>{mass}))
        return true;
    return depends(graph_, terms_.rest, std::vector<Expr>{mass});
  }

  Kinematics& kinematics_;
  Graph& graph_;
  const KineticTerms& terms_;
  const std::optional<Gravity>& gravity_;
  std::vector<Arm> out_;
};

} // namespace

std::vector<Arm> arms(Kinematics& kinematics, const KineticTerms& terms, const std::optional<Gravity>& gravity) {
  return ArmSearch(kinematics, terms, gravity).run();
}

} // namespace sketching
} // namespace dalembert
