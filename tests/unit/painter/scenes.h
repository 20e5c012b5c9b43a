#pragma once

#include <dalembert/picture/scene.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

// Scenes for tests: items are added with numbers or with functions of the time, which become columns.
namespace dalembert {

class SceneMaker {
public:
  using Function = std::function<double(double)>;

  explicit SceneMaker(int dimension = 2) { scene.dimension = dimension; }

  /// A column with the values of `f`.
  SceneNumber moving(Function f) {
    columns_.push_back(std::move(f));
    return {0.0, columns_.size() - 1};
  }

  template <class What>
  DrawnItem<SceneNumber>& add(What what, std::string name = {}) {
    DrawnItem<SceneNumber> item;
    item.what = std::move(what);
    item.name = std::move(name);
    scene.items.push_back(std::move(item));
    return scene.items.back();
  }

  [[nodiscard]] std::vector<double> row(double time) const {
    std::vector<double> out;
    out.reserve(columns_.size());
    for (const Function& f : columns_)
      out.push_back(f(time));
    return out;
  }

  [[nodiscard]] SceneFrames frames(double end = 2.0, int count = 61) const {
    SceneFrames out;
    for (int i = 0; i < count; ++i) {
      out.times.push_back(count == 1 ? 0.0 : end * i / (count - 1));
      out.rows.push_back(row(out.times.back()));
    }
    return out;
  }

  Scene scene;

private:
  std::vector<Function> columns_;
};

inline SceneNumber number(double value) {
  return {value, {}};
}

inline Place<SceneNumber> place(double x, double y) {
  return {number(x), number(y)};
}
inline Place<SceneNumber> place(double x, double y, double z) {
  return {number(x), number(y), number(z)};
}

/// Every kind of item in the plane, most of them moving.
inline SceneMaker plane_of_all() {
  SceneMaker m;
  const auto angle = [](double t) { return 0.9 * std::cos(3.0 * t); };
  const SceneNumber x = m.moving([angle](double t) { return std::sin(angle(t)); });
  const SceneNumber y = m.moving([angle](double t) { return -std::cos(angle(t)); });
  const SceneNumber a = m.moving(angle);
  const SceneNumber s = m.moving([](double t) { return 1.9 + 0.35 * std::sin(4.0 * t); });
  const SceneNumber roll = m.moving([](double t) { return -2.0 - 0.4 * std::cos(2.0 * t); });
  const SceneNumber rolled = m.moving([](double t) { return 0.4 * std::cos(2.0 * t) / 0.3; });
  const SceneNumber pull = m.moving([](double t) { return 8.0 + 5.0 * std::cos(6.0 * t); });
  const SceneNumber moment = m.moving([](double t) { return 3.0 * std::sin(5.0 * t) + 0.4; });
  const auto along = [&m, angle, pull](double sign, bool is_x) {
    return m.moving([angle, sign, is_x](double t) {
      const double size = 8.0 + 5.0 * std::cos(6.0 * t);
      return sign * size * (is_x ? -std::sin(angle(t)) : std::cos(angle(t)));
    });
  };
  m.add(Support<SceneNumber>{SupportKind::ground, place(0, -1.5), place(1, 0)});
  m.add(Trail<SceneNumber>{{x, y}, 0.6});
  m.add(Path<SceneNumber>{PathKind::curve,
                          {place(-1.2, 0.6), place(-0.9, 0.3), place(-0.6, 0.2), place(-0.3, 0.3), place(0.0, 0.6)}});
  m.add(Path<SceneNumber>{PathKind::line, {place(-2.6, 0.2), place(-2.2, 0.6), place(-1.8, 0.2)}});
  m.add(Path<SceneNumber>{PathKind::polygon, {place(-2.7, 0.8), place(-2.1, 0.8), place(-2.4, 1.2)}}, "lever");
  m.add(Mark<SceneNumber>{MarkKind::pin, place(0, 0), {}, {}});
  m.add(Mark<SceneNumber>{MarkKind::coil, place(0, 0.9), {{a}}, {}});
  m.add(AngleMark<SceneNumber>{a, place(0, 0), place(0, -1)}, "theta");
  m.add(Segment<SceneNumber>{SegmentKind::rod, place(0, 0), {x, y}, {}}, "crank");
  m.add(Mark<SceneNumber>{MarkKind::mass, {x, y}, {}, number(2.0)}, "m_1");
  m.add(Segment<SceneNumber>{SegmentKind::spring, place(1.2, 0.5), {s, number(0.5)}, 8}, "k");
  m.add(Segment<SceneNumber>{SegmentKind::damper, place(1.2, 0.1), {s, number(0.1)}, {}}, "c");
  m.add(Shape<SceneNumber>{ShapeKind::box,
                           {number(0.3), number(0.7)},
                           {m.moving([](double t) { return 2.05 + 0.35 * std::sin(4.0 * t); }), number(0.3)},
                           {}},
        "block");
  m.add(Support<SceneNumber>{SupportKind::ground, place(1.2, 0), place(0, -1)});
  m.add(Shape<SceneNumber>{ShapeKind::disc, {number(0.3)}, {roll, number(-1.2)}, {{rolled}}}, "wheel");
  m.add(Shape<SceneNumber>{ShapeKind::ring, {number(0.25)}, place(-1.1, -1.25), {{rolled}}});
  m.add(Shape<SceneNumber>{ShapeKind::sphere, {number(0.2)}, place(-0.5, -1.3), {{rolled}}});
  m.add(Shape<SceneNumber>{ShapeKind::cylinder, {number(0.12), number(0.4)}, place(1.3, -1.3), {{a}}});
  m.add(Shape<SceneNumber>{ShapeKind::cone, {number(0.15), number(0.4)}, place(1.8, -1.4), {}});
  m.add(Shape<SceneNumber>{ShapeKind::ellipsoid, {number(0.3), number(0.15), number(0.1)}, place(2.3, -1.2), {{a}}});
  m.add(Shape<SceneNumber>{ShapeKind::torus, {number(0.2), number(0.06)}, place(2.3, -0.6), {{a}}});
  m.add(Segment<SceneNumber>{SegmentKind::rope, place(0.6, 1.1), place(1.0, 1.1), {}});
  m.add(Mark<SceneNumber>{MarkKind::point, place(1.0, 1.1), {}, {}}, "Q");
  m.add(Mark<SceneNumber>{MarkKind::label, place(1.6, 1.1), {}, {}}, "a word");
  m.add(Axes<SceneNumber>{place(-1.5, 0.9), {{a}}, number(0.4)});
  m.add(Arrow<SceneNumber>{
      ArrowRole::reaction, Standing::solid, "N_Q", "N", {x, y}, {along(1.0, true), along(1.0, false)}, place(0, 0)});
  m.add(Arrow<SceneNumber>{ArrowRole::applied, Standing::solid, "G", "N", {x, y}, place(0, -6), {}});
  m.add(
      Arrow<SceneNumber>{ArrowRole::friction, Standing::hollow, "F", "N", {roll, number(-1.5)}, {pull, number(0)}, {}});
  m.add(Arrow<SceneNumber>{ArrowRole::reaction, Standing::dashed, "R", "N", place(-1.1, -1.0), {number(0), pull}, {}});
  m.add(Arrow<SceneNumber>{ArrowRole::velocity,
                           Standing::solid,
                           "v",
                           "m/s",
                           {roll, number(-1.2)},
                           {m.moving([](double t) { return 0.8 * std::sin(2.0 * t); }), number(0)},
                           {}});
  m.add(Arrow<SceneNumber>{ArrowRole::impulse, Standing::solid, "S", "N*s", place(2.35, 0.2), place(-0.4, 0), {}});
  m.add(Arc<SceneNumber>{ArrowRole::reaction, Standing::solid, "M", "N*m", place(-2.4, 0.9), moment, {}});
  m.add(Gauge<SceneNumber>{"Z", "N", pull}, "Z");
  m.add(Lane<SceneNumber>{false, "m", s}, "s_1");
  m.add(Lane<SceneNumber>{true, "rad", a}, "theta");
  m.add(Lane<SceneNumber>{true, "rad", rolled}, "phi_2");
  return m;
}

/// Every kind of item that differs in space.
inline SceneMaker space_of_all() {
  SceneMaker m(3);
  const SceneNumber a = m.moving([](double t) { return 2.0 * t; });
  const auto turn = [&m](double speed) {
    // about an axis that is tilted: Rz(speed t)·Rx(0.6)
    std::vector<SceneNumber> e;
    const double c = std::cos(0.6);
    const double s = std::sin(0.6);
    e.push_back(m.moving([speed](double t) { return std::cos(speed * t); }));
    e.push_back(m.moving([speed](double t) { return std::sin(speed * t); }));
    e.push_back(number(0.0));
    e.push_back(m.moving([speed, c](double t) { return -c * std::sin(speed * t); }));
    e.push_back(m.moving([speed, c](double t) { return c * std::cos(speed * t); }));
    e.push_back(number(s));
    return Orientation<SceneNumber>{e};
  };
  const SceneNumber x = m.moving([](double t) { return 0.7 * std::cos(3.0 * t); });
  const SceneNumber y = m.moving([](double t) { return 0.7 * std::sin(3.0 * t); });
  m.add(Support<SceneNumber>{SupportKind::plane, place(0, 0, 0), place(0, 0, 1)});
  m.add(Trail<SceneNumber>{{x, y, number(0.8)}, 0.8});
  m.add(Segment<SceneNumber>{SegmentKind::rod, place(0, 0, 1.8), {x, y, number(0.8)}, {}}, "arm");
  m.add(Mark<SceneNumber>{MarkKind::mass, {x, y, number(0.8)}, {}, number(1.0)}, "m");
  m.add(Shape<SceneNumber>{ShapeKind::cylinder, {number(0.06), number(1.8)}, place(0, 0, 0.9), {}}, "shaft");
  m.add(Shape<SceneNumber>{ShapeKind::sphere, {number(0.35)}, place(1.5, 0.2, 0.35), turn(1.5)}, "ball");
  m.add(Shape<SceneNumber>{ShapeKind::disc, {number(0.4)}, place(-1.4, -0.3, 0.4), turn(2.0)}, "coin");
  m.add(Shape<SceneNumber>{ShapeKind::ring, {number(0.3)}, place(-1.4, 0.9, 0.3), turn(2.0)});
  m.add(Shape<SceneNumber>{ShapeKind::box, {number(0.7), number(0.4), number(0.25)}, place(1.2, -1.2, 0.3), turn(1.0)},
        "box");
  m.add(Shape<SceneNumber>{ShapeKind::cone, {number(0.25), number(0.7)}, place(-0.2, -1.4, 0.3), turn(1.0)});
  m.add(Shape<SceneNumber>{
      ShapeKind::ellipsoid, {number(0.4), number(0.2), number(0.15)}, place(0.3, 1.4, 0.4), turn(1.0)});
  m.add(Shape<SceneNumber>{ShapeKind::torus, {number(0.35), number(0.1)}, place(-1.5, -1.4, 0.4), turn(1.0)});
  m.add(Segment<SceneNumber>{SegmentKind::spring, place(1.5, 1.4, 0), place(1.5, 1.4, 1.2), 7});
  Path<SceneNumber> helix{PathKind::curve, {}};
  for (int i = 0; i <= 90; ++i)
    helix.points.push_back(place(0.2 * std::cos(0.4 * i), 0.2 * std::sin(0.4 * i), 0.02 * i));
  m.add(std::move(helix));
  Surface<SceneNumber> dish{6, 6, {}};
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k)
      dish.points.push_back(place(-1.9 + 0.2 * i, 1.2 + 0.2 * k, 0.1 * (i - 2.5) * (i - 2.5) * (k - 2.5) / 6.0 + 0.8));
  m.add(std::move(dish));
  m.add(Arrow<SceneNumber>{ArrowRole::reaction,
                           Standing::solid,
                           "T",
                           "N",
                           {x, y, number(0.8)},
                           {m.moving([](double t) { return -2.0 * std::cos(3.0 * t); }),
                            m.moving([](double t) { return -2.0 * std::sin(3.0 * t); }), number(3.0)},
                           {}});
  m.add(Arrow<SceneNumber>{ArrowRole::applied, Standing::solid, "G", "N", {x, y, number(0.8)}, place(0, 0, -3), {}});
  m.add(Arc<SceneNumber>{ArrowRole::reaction, Standing::solid, "M", "N*m", place(0, 0, 1.2),
                         m.moving([](double t) { return 1.5 + std::sin(t); }), place(0, 0, 1)});
  m.add(AngleMark<SceneNumber>{a, place(0, 0, 0), {}}, "psi");
  return m;
}

} // namespace dalembert
