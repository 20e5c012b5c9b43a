#include "hand_four_bar.h"

#include <cmath>

namespace dalembert::bench {

HandFourBar::HandFourBar(const Parameters& p)
    : p_(p),
      crank_inertia_((p.crank_mass / 3 + p.coupler_mass) * p.crank * p.crank),
      coupler_inertia_(p.coupler_mass * p.coupler * p.coupler / 3),
      coupling_(p.coupler_mass * p.crank * p.coupler / 2),
      rocker_inverse_(3 / (p.rocker_mass * p.rocker * p.rocker)),
      crank_weight_((p.crank_mass / 2 + p.coupler_mass) * p.gravity * p.crank),
      coupler_weight_(p.coupler_mass * p.gravity * p.coupler / 2),
      rocker_weight_(p.rocker_mass * p.gravity * p.rocker / 2) {}

/// M v̇ = h + Aᵀλ, A v̇ = γ. With D = det of the block of a and b, N the adjugate of that block, and the entry of c
/// multiplied by D: S = A N Aᵀ is D A M⁻¹ Aᵀ, and S λ = D γ − A N h. Then D det(S) is inverted, and nothing else.
HandFourBar::Solution HandFourBar::solution(const State& state) const {
  const double sa = std::sin(state[0]);
  const double ca = std::cos(state[0]);
  const double sb = std::sin(state[1]);
  const double cb = std::cos(state[1]);
  const double sc = std::sin(state[2]);
  const double cc = std::cos(state[2]);
  const double a2 = state[3] * state[3];
  const double b2 = state[4] * state[4];
  const double c2 = state[5] * state[5];
  // Rows: the columns of a, b and c along x and y.
  const double xa = -p_.crank * sa;
  const double ya = p_.crank * ca;
  const double xb = -p_.coupler * sb;
  const double yb = p_.coupler * cb;
  const double xc = p_.rocker * sc;
  const double yc = -p_.rocker * cc;
  const double gx = ya * a2 + yb * b2 + yc * c2;
  const double gy = -(xa * a2 + xb * b2 + xc * c2);
  const double mab = coupling_ * (ca * cb + sa * sb);
  const double turning = coupling_ * (sa * cb - ca * sb);
  const double ha = -turning * b2 - crank_weight_ * ca;
  const double hb = turning * a2 - coupler_weight_ * cb;
  const double hc = -rocker_weight_ * cc;
  const double d = crank_inertia_ * coupler_inertia_ - mab * mab;
  const double c_part = d * rocker_inverse_;
  // N Aᵀ: two columns of three.
  const double nxa = coupler_inertia_ * xa - mab * xb;
  const double nxb = crank_inertia_ * xb - mab * xa;
  const double nxc = c_part * xc;
  const double nya = coupler_inertia_ * ya - mab * yb;
  const double nyb = crank_inertia_ * yb - mab * ya;
  const double nyc = c_part * yc;
  const double sxx = xa * nxa + xb * nxb + xc * nxc;
  const double sxy = xa * nya + xb * nyb + xc * nyc;
  const double syy = ya * nya + yb * nyb + yc * nyc;
  const double rx = d * gx - (nxa * ha + nxb * hb + nxc * hc);
  const double ry = d * gy - (nya * ha + nyb * hb + nyc * hc);
  const double det = sxx * syy - sxy * sxy;
  const double inverse = 1 / (d * det);
  const double of_det = inverse * d;
  const double lx = (syy * rx - sxy * ry) * of_det;
  const double ly = (sxx * ry - sxy * rx) * of_det;
  const double fa = ha + xa * lx + ya * ly;
  const double fb = hb + xb * lx + yb * ly;
  const double fc = hc + xc * lx + yc * ly;
  const double of_d = inverse * det;
  return {(coupler_inertia_ * fa - mab * fb) * of_d, (crank_inertia_ * fb - mab * fa) * of_d, fc * rocker_inverse_, lx,
          ly};
}

} // namespace dalembert::bench
