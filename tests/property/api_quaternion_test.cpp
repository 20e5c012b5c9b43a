// Bodies by a unit quaternion: T from ω(q, q̇) has a mass matrix without inverse at every state. Accelerations near the
// coordinate planes, where one component is nearly 0, against Newton's and Euler's equations in the body's own axes.
#include <dalembert/api/session.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>

namespace dalembert::test {
namespace {

using Vector3 = std::array<double, 3>;
using Quaternion = std::array<double, 4>;

constexpr Vector3 inertia{1, 2, 2.5};
constexpr double mass = 2;
constexpr double gravity = 9.81;
constexpr double arm = 0.3;
constexpr double radius = 0.5;
constexpr Vector3 squares{1, 0.49, 0.25}; ///< of the semi-axes 1, 0.7, 0.5

const std::string turning = R"(let w1 = 2*(q0*q1' - q1*q0' + q3*q2' - q2*q3')
let w2 = 2*(q0*q2' - q2*q0' + q1*q3' - q3*q1')
let w3 = 2*(q0*q3' - q3*q0' + q2*q1' - q1*q2')
let n1 = 2*(q1*q3 - q0*q2)
let n2 = 2*(q2*q3 + q0*q1)
let n3 = q0^2 - q1^2 - q2^2 + q3^2
kinetic T_turning = 1/2*(w1^2 + 2*w2^2 + 5/2*w3^2)
constraint unit: q0^2 + q1^2 + q2^2 + q3^2 = 1
)";

const std::string rolling = R"(let u1 = w2*r3 - w3*r2
let u2 = w3*r1 - w1*r3
let u3 = w1*r2 - w2*r1
kinetic T_moving = x'^2 + y'^2 + z'^2
constraint roll_x: x' + (q0^2 + q1^2 - q2^2 - q3^2)*u1 + 2*(q1*q2 - q0*q3)*u2 + 2*(q1*q3 + q0*q2)*u3 = 0
constraint roll_y: y' + 2*(q1*q2 + q0*q3)*u1 + (q0^2 - q1^2 + q2^2 - q3^2)*u2 + 2*(q2*q3 - q0*q1)*u3 = 0
potential V = 2*9.81*z
initial z ~ 1
)";

enum class Body { free, top, ball, ellipsoid };

std::string model_of(Body body) {
  const std::string coordinates = "coord q0, q1, q2, q3";
  switch (body) {
  case Body::free:
    return "model Free\n" + coordinates + "\n" + turning;
  case Body::top:
    return "model Top\n" + coordinates + "\n" + turning + "potential V = 2*9.81*0.3*n3\n";
  case Body::ball:
    return "model Ball\n" + coordinates + ", x, y, z\n" + turning +
           "let r1 = -0.5*n1\nlet r2 = -0.5*n2\nlet r3 = -0.5*n3\nconstraint height: z = 0.5\n" + rolling;
  case Body::ellipsoid:
    return "model Ellipsoid\n" + coordinates + ", x, y, z\n" + turning +
           "let h = sqrt(n1^2 + 0.49*n2^2 + 0.25*n3^2)\nlet r1 = -n1/h\nlet r2 = -0.49*n2/h\nlet r3 = -0.25*n3/h\n"
           "constraint height: z = h\n" +
           rolling;
  }
  return {};
}

double dot(const Vector3& a, const Vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector3 plus(const Vector3& a, double factor, const Vector3& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
Vector3 by_axes(const Vector3& a, const Vector3& b) {
  return {a[0] * b[0], a[1] * b[1], a[2] * b[2]};
}
Quaternion product(const Quaternion& p, const Quaternion& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}
Vector3 to_space(const Quaternion& q, const Vector3& u) {
  const Quaternion turned = product(product(q, {0, u[0], u[1], u[2]}), {q[0], -q[1], -q[2], -q[3]});
  return {turned[1], turned[2], turned[3]};
}

/// Solves a 3×3 system by Cramer's rule.
Vector3 solved(const std::array<Vector3, 3>& columns, const Vector3& right) {
  const double det = dot(columns[0], cross(columns[1], columns[2]));
  return {dot(right, cross(columns[1], columns[2])) / det, dot(columns[0], cross(right, columns[2])) / det,
          dot(columns[0], cross(columns[1], right)) / det};
}

/// A state of the body and what Newton and Euler say of it.
struct Wanted {
  State state;
  std::vector<double> accelerations;
};

Quaternion second_derivative(const Quaternion& q, const Quaternion& v, const Vector3& turn_rate) {
  Quaternion out = product(q, {0, turn_rate[0] / 2, turn_rate[1] / 2, turn_rate[2] / 2});
  double speed = 0;
  for (const double x : v)
    speed += x * x;
  for (std::size_t i = 0; i < 4; ++i)
    out[i] -= speed * q[i];
  return out;
}

Wanted wanted(Body body, const Quaternion& q, const Quaternion& v) {
  const Quaternion half = product({q[0], -q[1], -q[2], -q[3]}, v);
  const Vector3 w{2 * half[1], 2 * half[2], 2 * half[3]};
  const Vector3 up{2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                   q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3]};
  const Vector3 gyroscopic = cross(by_axes(inertia, w), w);
  Wanted out{{0, {q.begin(), q.end()}, {v.begin(), v.end()}}, {}};
  Vector3 turn_rate{};
  Vector3 acceleration{};
  if (body == Body::free || body == Body::top) {
    const Vector3 torque =
        plus(gyroscopic, body == Body::top ? -mass * gravity * arm : 0.0, cross(Vector3{0, 0, 1}, up));
    turn_rate = {torque[0] / inertia[0], torque[1] / inertia[1], torque[2] / inertia[2]};
  } else {
    // The point of contact r below the centre, in the body's axes, and how it wanders there.
    const Vector3 up_rate = cross(up, w);
    Vector3 r = plus({}, -radius, up);
    Vector3 r_rate = plus({}, -radius, up_rate);
    double height = radius;
    double climb = 0;
    if (body == Body::ellipsoid) {
      height = std::sqrt(dot(up, by_axes(squares, up)));
      climb = dot(up, by_axes(squares, up_rate)) / height;
      r = plus({}, -1 / height, by_axes(squares, up));
      r_rate = plus(plus({}, -1 / height, by_axes(squares, up_rate)), climb / (height * height), by_axes(squares, up));
    }
    // I·ω̇ + m·r×(ω̇×r) = (I·ω)×ω + m·r×(g·up − ω×ṙ − ω×(ω×r)), since v = −ω×r.
    const Vector3 known = plus(plus(plus({}, gravity, up), -1, cross(w, r_rate)), -1, cross(w, cross(w, r)));
    std::array<Vector3, 3> columns{};
    for (std::size_t i = 0; i < 3; ++i) {
      Vector3 axis{};
      axis[i] = 1;
      columns[i] = plus(by_axes(inertia, axis), mass, cross(r, cross(axis, r)));
    }
    turn_rate = solved(columns, plus(gyroscopic, mass, cross(r, known)));
    acceleration =
        to_space(q, plus(plus(plus({}, -1, cross(turn_rate, r)), -1, cross(w, r_rate)), -1, cross(w, cross(w, r))));
    const Vector3 velocity = to_space(q, plus({}, -1, cross(w, r)));
    out.state.q.insert(out.state.q.end(), {0.0, 0.0, height});
    out.state.v.insert(out.state.v.end(), {velocity[0], velocity[1], climb});
  }
  const Quaternion a = second_derivative(q, v, turn_rate);
  out.accelerations.assign(a.begin(), a.end());
  if (out.state.q.size() > 4)
    out.accelerations.insert(out.accelerations.end(), acceleration.begin(), acceleration.end());
  return out;
}

/// A unit quaternion with one component of a given size, and rates along the sphere.
std::pair<Quaternion, Quaternion> near_plane(std::size_t plane, double size, std::mt19937_64& random) {
  std::normal_distribution<double> entry;
  Quaternion q{};
  Quaternion v{};
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    q[i] = i == plane ? 0 : entry(random);
    v[i] = entry(random);
    sum += q[i] * q[i];
  }
  double along = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    q[i] = i == plane ? size : q[i] * std::sqrt((1 - size * size) / sum);
    along += q[i] * v[i];
  }
  for (std::size_t i = 0; i < 4; ++i)
    v[i] -= along * q[i];
  return {q, v};
}

class QuaternionBody : public testing::TestWithParam<Body> {};

TEST_P(QuaternionBody, agrees_with_newton_and_euler_near_the_coordinate_planes) {
  Session session("body.mech", model_of(GetParam()) + "initial q0 = 0.5, q1 ~ 0.5, q2 ~ 0.5, q3 ~ 0.5\n");
  std::mt19937_64 random(1609);
  std::uniform_real_distribution<double> exponent(-16, 0);
  constexpr int states = 60; // of each plane
  for (int i = 0; i < 4 * states; ++i) {
    const double size = (i % 2 == 0 ? 1 : -1) * std::pow(10, exponent(random));
    const auto [q, v] = near_plane(static_cast<std::size_t>(i % 4), size, random);
    const Wanted known = wanted(GetParam(), q, v);
    const Evaluation found = session.evaluate(known.state);
    double scale = 1;
    for (const double a : known.accelerations)
      scale = std::max(scale, std::abs(a));
    for (std::size_t c = 0; c < known.accelerations.size(); ++c)
      // Rounding, with room: one component is nearly 0.
      ASSERT_NEAR(found.accelerations[c], known.accelerations[c], 1e-9 * scale) << "q[" << i % 4 << "] = " << size;
  }
}

TEST_P(QuaternionBody, runs_from_the_identity_and_keeps_its_energy) {
  std::mt19937_64 random(25);
  std::uniform_real_distribution<double> rate(-1.5, 1.5);
  for (int i = 0; i < 6; ++i) {
    std::string start = "initial q0 = 1, q1 = 0, q2 = 0, q3 = 0";
    for (int k = 1; k < 4; ++k)
      start += ", q" + std::to_string(k) + "' = " + std::to_string(rate(random));
    Session session("body.mech", model_of(GetParam()) + start + "\n");
    RunOptions options;
    options.end = 4;
    const RunResult result = session.run(options);
    EXPECT_EQ(result.outcome, RunOutcome::completed) << start << "\n" << result.failure;
    EXPECT_LT(result.certificate.energy_defect_relative, 1e-7) << start; // 100 tolerances (1e-9)
    EXPECT_LT(result.statistics.steps, 2000U) << start;
  }
}

INSTANTIATE_TEST_SUITE_P(Bodies, QuaternionBody, testing::Values(Body::free, Body::top, Body::ball, Body::ellipsoid));

} // namespace
} // namespace dalembert::test
