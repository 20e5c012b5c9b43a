#include "andrews.h"

#include <cmath>

namespace dalembert::test {

namespace {

constexpr double m1 = 0.04325;
constexpr double m2 = 0.00365;
constexpr double m3 = 0.02373;
constexpr double m4 = 0.00706;
constexpr double m5 = 0.0705;
constexpr double m6 = 0.00706;
constexpr double m7 = 0.05498;
constexpr double xa = -0.06934;
constexpr double ya = -0.00227;
constexpr double xb = -0.03635;
constexpr double yb = 0.03273;
constexpr double xc = 0.014;
constexpr double yc = 0.072;
constexpr double c0 = 4530.0;
constexpr double i1 = 2.194e-06;
constexpr double i2 = 4.41e-07;
constexpr double i3 = 5.255e-06;
constexpr double i4 = 5.667e-07;
constexpr double i5 = 1.169e-05;
constexpr double i6 = 5.667e-07;
constexpr double i7 = 1.912e-05;
constexpr double d = 0.028;
constexpr double da = 0.0115;
constexpr double e = 0.02;
constexpr double ea = 0.01421;
constexpr double rr = 0.007;
constexpr double ra = 0.00092;
constexpr double l0 = 0.07785;
constexpr double ss = 0.035;
constexpr double sa = 0.01874;
constexpr double sb = 0.01043;
constexpr double sc = 0.018;
constexpr double sd = 0.02;
constexpr double ta = 0.02308;
constexpr double tb = 0.00916;
constexpr double u = 0.04;
constexpr double ua = 0.01228;
constexpr double ub = 0.00449;
constexpr double zf = 0.02;
constexpr double zt = 0.04;
constexpr double fa = 0.01421;
constexpr double mom = 0.033;

struct Turn {
  double s, c;
  explicit Turn(double angle) : s(std::sin(angle)), c(std::cos(angle)) {}
};

} // namespace

void Andrews::mass(std::span<const double> q, std::span<double> matrix) {
  const Turn th(q[1]);
  const Turn ph(q[3]);
  const Turn om(q[5]);
  for (double& entry : matrix)
    entry = 0;
  const auto set = [&](std::size_t i, std::size_t j, double value) { matrix[i * n + j] = matrix[j * n + i] = value; };
  set(0, 0, m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * th.c + da * da) + i1 + i2);
  set(0, 1, m2 * (da * da - da * rr * th.c) + i2);
  set(1, 1, m2 * da * da + i2);
  set(2, 2, m3 * (sa * sa + sb * sb) + i3);
  const double g = e - ea;
  set(3, 3, m4 * g * g + i4);
  set(3, 4, m4 * (g * g + zt * g * ph.s) + i4);
  set(4, 4, m4 * (zt * zt + 2 * zt * g * ph.s + g * g) + m5 * (ta * ta + tb * tb) + i4 + i5);
  const double f = zf - fa;
  set(5, 5, m6 * f * f + i6);
  set(5, 6, m6 * (f * f - u * f * om.s) + i6);
  set(6, 6, m6 * (f * f - 2 * u * f * om.s + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7);
}

void Andrews::rows(std::span<const double> q, std::span<double> r) {
  const Turn be(q[0]);
  const Turn ga(q[2]);
  const Turn de(q[4]);
  const Turn ep(q[6]);
  const Turn bt(q[0] + q[1]);
  const Turn pd(q[3] + q[4]);
  const Turn oe(q[5] + q[6]);
  r[0] = rr * be.c - d * bt.c - ss * ga.s - xb;
  r[1] = rr * be.s - d * bt.s + ss * ga.c - yb;
  r[2] = rr * be.c - d * bt.c - e * pd.s - zt * de.c - xa;
  r[3] = rr * be.s - d * bt.s + e * pd.c - zt * de.s - ya;
  r[4] = rr * be.c - d * bt.c - zf * oe.c - u * ep.s - xa;
  r[5] = rr * be.s - d * bt.s - zf * oe.s + u * ep.c - ya;
}

void Andrews::jacobian(std::span<const double> q, std::span<double> a) {
  const Turn be(q[0]);
  const Turn ga(q[2]);
  const Turn de(q[4]);
  const Turn ep(q[6]);
  const Turn bt(q[0] + q[1]);
  const Turn pd(q[3] + q[4]);
  const Turn oe(q[5] + q[6]);
  for (double& entry : a)
    entry = 0;
  for (std::size_t k = 0; k < m; k += 2) {
    a[k * n] = -rr * be.s + d * bt.s;
    a[k * n + 1] = d * bt.s;
    a[(k + 1) * n] = rr * be.c - d * bt.c;
    a[(k + 1) * n + 1] = -d * bt.c;
  }
  a[2] = -ss * ga.c;
  a[n + 2] = -ss * ga.s;
  a[2 * n + 3] = -e * pd.c;
  a[2 * n + 4] = -e * pd.c + zt * de.s;
  a[3 * n + 3] = -e * pd.s;
  a[3 * n + 4] = -e * pd.s - zt * de.c;
  a[4 * n + 5] = zf * oe.s;
  a[4 * n + 6] = zf * oe.s - u * ep.c;
  a[5 * n + 5] = -zf * oe.c;
  a[5 * n + 6] = -zf * oe.c - u * ep.s;
}

void Andrews::loads(std::span<const double> q, std::span<const double> v, std::span<double> h,
                    std::span<double> gamma) {
  const Turn th(q[1]);
  const Turn ph(q[3]);
  const Turn om(q[5]);
  const Turn ga(q[2]);
  // Spring between the corner of body 3 and the fixed point C.
  const double xd = sd * ga.c + sc * ga.s + xb;
  const double yd = sd * ga.s - sc * ga.c + yb;
  const double length = std::hypot(xd - xc, yd - yc);
  const double pull = -c0 * (length - l0) / length;
  const double spring = pull * ((xd - xc) * (sc * ga.c - sd * ga.s) + (yd - yc) * (sd * ga.c + sc * ga.s));
  const double g = m4 * zt * (e - ea) * ph.c;
  const double f = -m6 * u * (zf - fa) * om.c;
  const double b = m2 * da * rr * th.s;
  h[0] = mom - b * v[1] * (v[1] + 2 * v[0]);
  h[1] = b * v[0] * v[0];
  h[2] = spring;
  h[3] = g * v[4] * v[4];
  h[4] = -g * v[3] * (v[3] + 2 * v[4]);
  h[5] = f * v[6] * v[6];
  h[6] = -f * v[5] * (v[5] + 2 * v[6]);

  const Turn be(q[0]);
  const Turn de(q[4]);
  const Turn ep(q[6]);
  const Turn bt(q[0] + q[1]);
  const Turn pd(q[3] + q[4]);
  const Turn oe(q[5] + q[6]);
  const auto square = [](double x) { return x * x; };
  const double across = rr * be.c * square(v[0]) - d * bt.c * square(v[0] + v[1]);
  const double along = rr * be.s * square(v[0]) - d * bt.s * square(v[0] + v[1]);
  gamma[0] = across - ss * ga.s * square(v[2]);
  gamma[1] = along + ss * ga.c * square(v[2]);
  gamma[2] = across - e * pd.s * square(v[3] + v[4]) - zt * de.c * square(v[4]);
  gamma[3] = along + e * pd.c * square(v[3] + v[4]) - zt * de.s * square(v[4]);
  gamma[4] = across - zf * oe.c * square(v[5] + v[6]) - u * ep.s * square(v[6]);
  gamma[5] = along - zf * oe.s * square(v[5] + v[6]) + u * ep.c * square(v[6]);
}

std::vector<double> Andrews::initial_state() {
  return {-0.0617138900142764496358948458001,
          0,
          0.455279819163070380255912382449,
          0.222668390165885884674473185609,
          0.487364979543842550225598953530,
          -0.222668390165885884674473185609,
          1.23054744454982119249735015568,
          0,
          0,
          0,
          0,
          0,
          0,
          0};
}

std::vector<double> Andrews::end_positions() {
  return {1.581077119515370709e+01, -1.575637105841183946e+01, 4.082224011964580483e-02, -5.34730116342079593e-01,
          5.244099658799540693e-01, 5.34730116342079593e-01,   1.0480807410419378730e+00};
}

std::vector<double> Andrews::end_multipliers() {
  return {-1.99175348104538628e+02, 2.9755309974971763e+01,    -2.30665436116221511e+01,
          -3.1452725275771137e+01,  -2.264249478639437858e+01, -1.1617392352611255e+01};
}

} // namespace dalembert::test
