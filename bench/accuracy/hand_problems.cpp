#include "hand_problem.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace dalembert::bench {

namespace {

constexpr double g = 9.81; ///< m/s²

// ---- a disc that rolls, x, y, φ, θ, ψ

namespace disc {
constexpr double m = 1, R = 0.5, A = m * R * R / 4, C = m * R * R / 2;

void equations(const double* q, const double* v, HandEquations& out) {
  const double sf = std::sin(q[2]), cf = std::cos(q[2]), s = std::sin(q[3]), c = std::cos(q[3]);
  const double turn = v[4] + v[2] * c;
  out.mass[0] = out.mass[6] = m;
  out.mass[12] = A * s * s + C * c * c;
  out.mass[14] = out.mass[22] = C * c;
  out.mass[18] = m * R * R * c * c + A;
  out.mass[24] = C;
  out.forces[2] = -2 * (A - C) * s * c * v[3] * v[2] + C * s * v[3] * v[4];
  out.forces[3] = m * R * R * c * s * v[3] * v[3] + A * v[2] * v[2] * s * c - C * turn * v[2] * s - m * g * R * c;
  out.forces[4] = C * s * v[3] * v[2];
  out.rows = {1, 0, R * c * cf, -R * s * sf, R * cf, 0, 1, R * c * sf, R * s * cf, R * sf};
  out.forcing[0] =
      R * ((c * v[3] * sf + s * cf * v[2]) * v[3] + sf * v[2] * v[4] + (s * v[3] * cf + c * sf * v[2]) * v[2]);
  out.forcing[1] =
      -R * ((c * v[3] * cf - s * sf * v[2]) * v[3] + cf * v[2] * v[4] + (c * cf * v[2] - s * v[3] * sf) * v[2]);
}

void residuals(const double* q, const double* v, double* out) {
  const double sf = std::sin(q[2]), cf = std::cos(q[2]), s = std::sin(q[3]), c = std::cos(q[3]);
  const double turn = v[4] + v[2] * c;
  out[0] = v[0] - R * (v[3] * s * sf - turn * cf);
  out[1] = v[1] - R * (-v[3] * s * cf - turn * sf);
}

constexpr double steady_turn = 1.5; ///< Ω of the steady turn, rad/s

/// The turning rate n about the own axis with which the disc keeps the lean θ in a steady turn.
double steady_spin(double theta) {
  const double s = std::sin(theta), c = std::cos(theta);
  return (A * steady_turn * steady_turn * s * c - m * g * R * c) / ((C + m * R * R) * steady_turn * s);
}
} // namespace disc

// ---- Chaplygin's sleigh, x, y, θ

namespace sleigh {
constexpr double m = 1, J = 0.5, a = 0.3;

void equations(const double* q, const double* v, HandEquations& out) {
  const double s = std::sin(q[2]), c = std::cos(q[2]);
  out.mass = {m, 0, -m * a * s, 0, m, m * a * c, -m * a * s, m * a * c, J + m * a * a};
  out.forces[0] = m * a * c * v[2] * v[2];
  out.forces[1] = m * a * s * v[2] * v[2];
  out.rows = {-s, c, 0};
  out.forcing[0] = v[2] * (c * v[0] + s * v[1]);
}

void residuals(const double* q, const double* v, double* out) {
  out[0] = -v[0] * std::sin(q[2]) + v[1] * std::cos(q[2]);
}
} // namespace sleigh

// ---- a ball on a turning table, x, y and three angles

namespace turntable {
constexpr double m = 1, a = 0.2, W = 3;

void equations(const double* /*q*/, const double* v, HandEquations& out) {
  out.mass[0] = out.mass[6] = m;
  out.mass[12] = out.mass[18] = out.mass[24] = 0.4 * m * a * a;
  out.rows = {1, 0, 0, -a, 0, 0, 1, a, 0, 0};
  out.forcing[0] = -W * v[1];
  out.forcing[1] = W * v[0];
}

void residuals(const double* q, const double* v, double* out) {
  out[0] = v[0] - a * v[3] + W * q[1];
  out[1] = v[1] + a * v[2] - W * q[0];
}
} // namespace turntable

// ---- Kepler's ellipse, a charge, pendulums

void kepler(const double* q, const double* /*v*/, double* a, double* /*lambda*/) {
  const double r2 = q[0] * q[0] + q[1] * q[1];
  const double factor = -1 / (r2 * std::sqrt(r2));
  a[0] = factor * q[0];
  a[1] = factor * q[1];
}

void charge(const double* /*q*/, const double* v, double* a, double* /*lambda*/) {
  a[0] = 1.7 * v[1] + 0.3;
  a[1] = -1.7 * v[0];
  a[2] = 0;
}

void pendulum(const double* q, const double* v, double* a, double* lambda) {
  lambda[0] = (g * q[1] - v[0] * v[0] - v[1] * v[1]) / (q[0] * q[0] + q[1] * q[1]);
  a[0] = lambda[0] * q[0];
  a[1] = lambda[0] * q[1] - g;
}
void pendulum_equations(const double* q, const double* v, HandEquations& out) {
  out.mass = {1, 0, 0, 1};
  out.forces = {0, -g};
  out.rows = {q[0], q[1]};
  out.forcing[0] = -v[0] * v[0] - v[1] * v[1];
}
void pendulum_residuals(const double* q, const double* /*v*/, double* out) {
  out[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
}

void spring_pendulum(const double* q, const double* v, double* a, double* /*lambda*/) {
  constexpr double k = 1e8;
  constexpr double c = 2e4;
  a[0] = q[0] * v[1] * v[1] + g * std::cos(q[1]) - k * (q[0] - 1) - c * v[0];
  a[1] = (-2 * v[0] * v[1] - g * std::sin(q[1])) / q[0];
}

namespace foucault {
constexpr double m = 28, L = 67, W = 7.2921e-5, lat = 48.85 * std::numbers::pi / 180;

void specific_forces(const double* q, const double* v, double* f) {
  static const double wx = -W * std::cos(lat);
  static const double wz = W * std::sin(lat);
  f[0] = 2 * wz * v[1] - (wx * wz * q[2] - wz * wz * q[0]);
  f[1] = -2 * (wz * v[0] - wx * v[2]) + W * W * q[1];
  f[2] = -2 * wx * v[1] + (wx * wx * q[2] - wx * wz * q[0]) - g;
}

void accelerations(const double* q, const double* v, double* a, double* lambda) {
  specific_forces(q, v, a);
  const double r2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  const double s = -(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + a[0] * q[0] + a[1] * q[1] + a[2] * q[2]) / r2;
  for (int i = 0; i < 3; ++i)
    a[i] += s * q[i];
  lambda[0] = m * s * std::sqrt(r2);
}

void equations(const double* q, const double* v, HandEquations& out) {
  specific_forces(q, v, out.forces.data());
  const double r = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const double along = (q[0] * v[0] + q[1] * v[1] + q[2] * v[2]) / r;
  for (int i = 0; i < 3; ++i) {
    out.mass[4 * i] = m;
    out.forces[i] *= m;
    out.rows[i] = q[i] / r;
  }
  out.forcing[0] = -(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - along * along) / r;
}

void residuals(const double* q, const double* /*v*/, double* out) {
  out[0] = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) - L;
}
} // namespace foucault

std::vector<HandProblem> made_problems() {
  const double theta = 60 * std::numbers::pi / 180;
  const double spin = -6 + std::cos(theta);
  const double steady_spin = disc::steady_spin(theta);
  return {
      {.name = "rolling_disc",
       .end = 5,
       .coordinates = {"x", "y", "phi", "theta", "psi"},
       .multipliers = {"slip_x", "slip_y"},
       .q = {0, 0, 0, theta, 0},
       .v = {-disc::R * spin, -disc::R * 0.2 * std::sin(theta), 1, 0.2, -6},
       .equations = disc::equations,
       .residuals = disc::residuals},
      {.name = "rolling_disc_steady",
       .end = 10,
       .coordinates = {"x", "y", "phi", "theta", "psi"},
       .multipliers = {"slip_x", "slip_y"},
       .q = {0, disc::R * steady_spin / disc::steady_turn, 0, theta, 0},
       .v = {-disc::R * steady_spin, 0, disc::steady_turn, 0, steady_spin - disc::steady_turn * std::cos(theta)},
       .equations = disc::equations,
       .residuals = disc::residuals},
      {.name = "sleigh",
       .end = 10,
       .coordinates = {"x", "y", "theta"},
       .multipliers = {"blade"},
       .q = {0, 0, 0},
       .v = {-1, 0, 2},
       .equations = sleigh::equations,
       .residuals = sleigh::residuals},
      {.name = "turntable",
       .end = 10,
       .coordinates = {"x", "y", "ax", "ay", "az"},
       .multipliers = {"slip_x", "slip_y"},
       .q = {1, 0, 0, 0, 0},
       .v = {0.3, 0.5, 12.5, 1.5, 0.7},
       .equations = turntable::equations,
       .residuals = turntable::residuals},
      {.name = "kepler", .end = 20, .coordinates = {"x", "y"}, .q = {0.4, 0}, .v = {0, 2}, .accelerations = kepler},
      {.name = "charge",
       .end = 20,
       .coordinates = {"x", "y", "z"},
       .q = {0, 0, 0},
       .v = {1, 0.5, 0.2},
       .accelerations = charge},
      {.name = "pendulum_2000s",
       .end = 2000,
       .coordinates = {"x", "y"},
       .multipliers = {"rod"},
       .holonomic = 1,
       .q = {-1, 0},
       .v = {0, 0},
       .equations = pendulum_equations,
       .residuals = pendulum_residuals,
       .accelerations = pendulum},
      {.name = "spring_pendulum",
       .end = 10,
       .coordinates = {"r", "theta"},
       .q = {1, 1.5},
       .v = {0, 0},
       .is_stiff = true,
       .accelerations = spring_pendulum},
      {.name = "foucault",
       .end = 21600,
       .coordinates = {"x", "y", "z"},
       .multipliers = {"wire"},
       .holonomic = 1,
       .q = {3, 0, -std::sqrt(foucault::L * foucault::L - 9)},
       .v = {0, 0, 0},
       .equations = foucault::equations,
       .residuals = foucault::residuals,
       .accelerations = foucault::accelerations},
  };
}

} // namespace

std::span<const HandProblem> hand_problems() {
  static const std::vector<HandProblem> problems = [] {
    std::vector<HandProblem> all = mechanisms_by_hand();
    for (HandProblem& problem : made_problems())
      all.push_back(std::move(problem));
    return all;
  }();
  return problems;
}

} // namespace dalembert::bench
