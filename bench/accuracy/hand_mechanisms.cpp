#include "hand_problem.h"

#include <array>
#include <cmath>
#include <numbers>

namespace dalembert::bench {

namespace {

constexpr double g = 9.81; ///< m/s²

// ---- Andrews' squeezing mechanism; equations of the Test Set for IVP Solvers

namespace andrews {
constexpr double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.0705, m6 = 0.00706, m7 = 0.05498;
constexpr double i1 = 2.194e-6, i2 = 4.41e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7, i7 = 1.912e-5;
constexpr double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072;
constexpr double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092, ss = 0.035;
constexpr double sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308, tb = 0.00916, u = 0.04;
constexpr double ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04, fa = 0.01421, c0 = 4530, l0 = 0.07785, mom = 0.033;

void equations(const double* q, const double* v, HandEquations& out) {
  const double sin_b = std::sin(q[0]), cos_b = std::cos(q[0]), sin_t = std::sin(q[1]), cos_t = std::cos(q[1]);
  const double sin_g = std::sin(q[2]), cos_g = std::cos(q[2]), sin_p = std::sin(q[3]), cos_p = std::cos(q[3]);
  const double sin_d = std::sin(q[4]), cos_d = std::cos(q[4]), sin_o = std::sin(q[5]), cos_o = std::cos(q[5]);
  const double sin_e = std::sin(q[6]), cos_e = std::cos(q[6]);
  const double sin_bt = std::sin(q[0] + q[1]), cos_bt = std::cos(q[0] + q[1]);
  const double sin_pd = std::sin(q[3] + q[4]), cos_pd = std::cos(q[3] + q[4]);
  const double sin_oe = std::sin(q[5] + q[6]), cos_oe = std::cos(q[5] + q[6]);
  double* const m = out.mass.data();
  m[0] = m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * cos_t + da * da) + i1 + i2;
  m[1] = m[7] = m2 * (da * da - da * rr * cos_t) + i2;
  m[8] = m2 * da * da + i2;
  m[16] = m3 * (sa * sa + sb * sb) + i3;
  m[24] = m4 * (e - ea) * (e - ea) + i4;
  m[25] = m[31] = m4 * ((e - ea) * (e - ea) + zt * (e - ea) * sin_p) + i4;
  m[32] = m4 * (zt * zt + 2 * zt * (e - ea) * sin_p + (e - ea) * (e - ea)) + m5 * (ta * ta + tb * tb) + i4 + i5;
  m[40] = m6 * (zf - fa) * (zf - fa) + i6;
  m[41] = m[47] = m6 * ((zf - fa) * (zf - fa) - u * (zf - fa) * sin_o) + i6;
  m[48] = m6 * ((zf - fa) * (zf - fa) - 2 * u * (zf - fa) * sin_o + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;
  const double xd = sd * cos_g + sc * sin_g + xb;
  const double yd = sd * sin_g - sc * cos_g + yb;
  const double length = std::sqrt((xd - xc) * (xd - xc) + (yd - yc) * (yd - yc));
  const double force = -c0 * (length - l0) / length;
  double* const h = out.forces.data();
  h[0] = mom - m2 * da * rr * v[1] * (v[1] + 2 * v[0]) * sin_t;
  h[1] = m2 * da * rr * v[0] * v[0] * sin_t;
  h[2] = force * ((xd - xc) * (sc * cos_g - sd * sin_g) + (yd - yc) * (sd * cos_g + sc * sin_g));
  h[3] = m4 * zt * (e - ea) * v[4] * v[4] * cos_p;
  h[4] = -m4 * zt * (e - ea) * v[3] * (v[3] + 2 * v[4]) * cos_p;
  h[5] = -m6 * u * (zf - fa) * v[6] * v[6] * cos_o;
  h[6] = m6 * u * (zf - fa) * v[5] * (v[5] + 2 * v[6]) * cos_o;
  double* const a = out.rows.data();
  for (int row = 0; row < 6; row += 2) {
    a[row * 7] = -rr * sin_b + d * sin_bt;
    a[row * 7 + 1] = d * sin_bt;
    a[row * 7 + 7] = rr * cos_b - d * cos_bt;
    a[row * 7 + 8] = -d * cos_bt;
  }
  a[2] = -ss * cos_g;
  a[9] = -ss * sin_g;
  a[17] = -e * cos_pd;
  a[18] = -e * cos_pd + zt * sin_d;
  a[24] = -e * sin_pd;
  a[25] = -e * sin_pd - zt * cos_d;
  a[33] = zf * sin_oe;
  a[34] = zf * sin_oe - u * cos_e;
  a[40] = -zf * cos_oe;
  a[41] = -zf * cos_oe - u * sin_e;
  const double bt = v[0] + v[1], pd = v[3] + v[4], oe = v[5] + v[6];
  const double x = rr * cos_b * v[0] * v[0] - d * cos_bt * bt * bt;
  const double y = rr * sin_b * v[0] * v[0] - d * sin_bt * bt * bt;
  out.forcing[0] = x - ss * sin_g * v[2] * v[2];
  out.forcing[1] = y + ss * cos_g * v[2] * v[2];
  out.forcing[2] = x - e * sin_pd * pd * pd - zt * cos_d * v[4] * v[4];
  out.forcing[3] = y + e * cos_pd * pd * pd - zt * sin_d * v[4] * v[4];
  out.forcing[4] = x - zf * cos_oe * oe * oe - u * sin_e * v[6] * v[6];
  out.forcing[5] = y - zf * sin_oe * oe * oe + u * cos_e * v[6] * v[6];
}

void residuals(const double* q, const double* /*v*/, double* out) {
  const double x = rr * std::cos(q[0]) - d * std::cos(q[0] + q[1]);
  const double y = rr * std::sin(q[0]) - d * std::sin(q[0] + q[1]);
  out[0] = x - ss * std::sin(q[2]) - xb;
  out[1] = y + ss * std::cos(q[2]) - yb;
  out[2] = x - e * std::sin(q[3] + q[4]) - zt * std::cos(q[4]) - xa;
  out[3] = y + e * std::cos(q[3] + q[4]) - zt * std::sin(q[4]) - ya;
  out[4] = x - zf * std::cos(q[5] + q[6]) - u * std::sin(q[6]) - xa;
  out[5] = y - zf * std::sin(q[5] + q[6]) + u * std::cos(q[6]) - ya;
}
} // namespace andrews

// ---- ten unit masses on unit rods: the tensions solve a tridiagonal system

namespace chain {
constexpr int links = 10;

void differences(const double* q, double* d) {
  for (int i = 0; i < 2 * links; ++i)
    d[i] = q[i] - (i < 2 ? 0.0 : q[i - 2]);
}

void accelerations(const double* q, const double* v, double* a, double* lambda) {
  std::array<double, 2 * links> d{};
  std::array<double, 2 * links> w{};
  differences(q, d.data());
  differences(v, w.data());
  std::array<double, links> diagonal{};
  std::array<double, links> below{};
  for (int k = 0; k < links; ++k) {
    const double square = d[2 * k] * d[2 * k] + d[2 * k + 1] * d[2 * k + 1];
    diagonal[k] = k == 0 ? square : 2 * square;
    lambda[k] = -(w[2 * k] * w[2 * k] + w[2 * k + 1] * w[2 * k + 1]);
  }
  lambda[0] += g * d[1];
  for (int k = 1; k < links; ++k) {
    const double off = -(d[2 * k] * d[2 * k - 2] + d[2 * k + 1] * d[2 * k - 1]);
    below[k] = off;
    const double factor = off / diagonal[k - 1];
    diagonal[k] -= factor * off;
    lambda[k] -= factor * lambda[k - 1];
  }
  lambda[links - 1] /= diagonal[links - 1];
  for (int k = links - 1; k-- > 0;)
    lambda[k] = (lambda[k] - below[k + 1] * lambda[k + 1]) / diagonal[k];
  for (int i = 0; i < links; ++i) {
    const double next = i + 1 < links ? lambda[i + 1] : 0.0;
    a[2 * i] = lambda[i] * d[2 * i] - (i + 1 < links ? next * d[2 * i + 2] : 0.0);
    a[2 * i + 1] = lambda[i] * d[2 * i + 1] - (i + 1 < links ? next * d[2 * i + 3] : 0.0) - g;
  }
}

void equations(const double* q, const double* v, HandEquations& out) {
  std::array<double, 2 * links> d{};
  std::array<double, 2 * links> w{};
  differences(q, d.data());
  differences(v, w.data());
  constexpr int n = 2 * links;
  for (int i = 0; i < links; ++i) {
    out.mass[2 * i * n + 2 * i] = out.mass[(2 * i + 1) * n + 2 * i + 1] = 1;
    out.forces[2 * i + 1] = -g;
    for (int axis = 0; axis < 2; ++axis) {
      out.rows[i * n + 2 * i + axis] = d[2 * i + axis];
      if (i > 0) out.rows[i * n + 2 * i - 2 + axis] = -d[2 * i + axis];
    }
    out.forcing[i] = -(w[2 * i] * w[2 * i] + w[2 * i + 1] * w[2 * i + 1]);
  }
}

void residuals(const double* q, const double* /*v*/, double* out) {
  std::array<double, 2 * links> d{};
  differences(q, d.data());
  for (int k = 0; k < links; ++k)
    out[k] = (d[2 * k] * d[2 * k] + d[2 * k + 1] * d[2 * k + 1] - 1) / 2;
}
} // namespace chain

// ---- crank, coupler and rocker as bars

namespace fourbar {
constexpr double l1 = 0.5, l2 = 1.2, l3 = 0.9, ground = 1.1, m1 = 0.5, m2 = 1.2, m3 = 0.9;

void equations(const double* q, const double* v, HandEquations& out) {
  const double sa = std::sin(q[0]), ca = std::cos(q[0]), sb = std::sin(q[1]), cb = std::cos(q[1]);
  const double sc = std::sin(q[2]), cc = std::cos(q[2]);
  const double half = m2 * l1 * l2 / 2;
  out.mass[0] = (m1 / 3 + m2) * l1 * l1;
  out.mass[1] = out.mass[3] = half * (ca * cb + sa * sb);
  out.mass[4] = m2 * l2 * l2 / 3;
  out.mass[8] = m3 * l3 * l3 / 3;
  const double sine = half * (sa * cb - ca * sb);
  out.forces[0] = -sine * v[1] * v[1] - g * l1 * ca * (m1 / 2 + m2);
  out.forces[1] = sine * v[0] * v[0] - m2 * g * l2 / 2 * cb;
  out.forces[2] = -m3 * g * l3 / 2 * cc;
  out.rows = {-l1 * sa, -l2 * sb, l3 * sc, l1 * ca, l2 * cb, -l3 * cc};
  out.forcing[0] = l1 * ca * v[0] * v[0] + l2 * cb * v[1] * v[1] - l3 * cc * v[2] * v[2];
  out.forcing[1] = l1 * sa * v[0] * v[0] + l2 * sb * v[1] * v[1] - l3 * sc * v[2] * v[2];
}

void residuals(const double* q, const double* /*v*/, double* out) {
  out[0] = l1 * std::cos(q[0]) + l2 * std::cos(q[1]) - l3 * std::cos(q[2]) - ground;
  out[1] = l1 * std::sin(q[0]) + l2 * std::sin(q[1]) - l3 * std::sin(q[2]);
}
} // namespace fourbar

std::vector<std::string> numbered(std::initializer_list<const char*> names, int count) {
  std::vector<std::string> out;
  for (int i = 1; i <= count; ++i)
    for (const char* name : names)
      out.push_back(std::string(name) + "[" + std::to_string(i) + "]");
  return out;
}

} // namespace

std::vector<HandProblem> mechanisms_by_hand() {
  std::vector<double> line;
  for (int i = 1; i <= chain::links; ++i)
    line.insert(line.end(), {static_cast<double>(i), 0.0});
  return {{.name = "andrews",
           .end = 0.03,
           .coordinates = {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"},
           .multipliers = {"lever_x", "lever_y", "left_x", "left_y", "right_x", "right_y"},
           .holonomic = 6,
           .q = {-0.06171389001427649644, 0, 0.45527981916307038026, 0.22266839016588588467, 0.48736497954384255023,
                 -0.22266839016588588467, 1.2305474445498211925},
           .v = std::vector<double>(7),
           .equations = andrews::equations,
           .residuals = andrews::residuals},
          {.name = "chain10",
           .end = 1,
           .coordinates = numbered({"x", "y"}, chain::links),
           .multipliers = numbered({"link"}, chain::links),
           .holonomic = chain::links,
           .q = line,
           .v = std::vector<double>(2 * chain::links),
           .equations = chain::equations,
           .residuals = chain::residuals,
           .accelerations = chain::accelerations},
          {.name = "fourbar",
           .end = 5,
           .coordinates = {"a", "b", "c"},
           .multipliers = {"loop_x", "loop_y"},
           .holonomic = 2,
           .q = {std::numbers::pi / 2, 0.33934750172348988039, 1.5357152677628323566},
           .v = {6, 0.094211968976796484, 3.3772252829379461},
           .equations = fourbar::equations,
           .residuals = fourbar::residuals}};
}

} // namespace dalembert::bench
