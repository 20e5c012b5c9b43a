// Mass matrices that are singular at every state: what is left of a zero pivot is round-off, and never a pivot.
#include <dalembert/numerics/linear/kkt.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace dalembert {
namespace {

using Quaternion = std::array<double, 4>;
constexpr std::array<double, 3> inertia{1, 2, 3.5};

/// ω = 2·E(q)·q̇, row by row.
std::array<Quaternion, 3> turning_rows(const Quaternion& q) {
  return {{{-2 * q[1], 2 * q[0], 2 * q[3], -2 * q[2]},
           {-2 * q[2], -2 * q[3], 2 * q[0], 2 * q[1]},
           {-2 * q[3], 2 * q[2], -2 * q[1], 2 * q[0]}}};
}

/// A unit quaternion one component of which has a given size.
Quaternion near_plane(std::size_t plane, double size, std::mt19937_64& random) {
  std::normal_distribution<double> entry;
  Quaternion q{};
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    q[i] = i == plane ? 0 : entry(random);
    sum += q[i] * q[i];
  }
  for (double& x : q)
    x *= std::sqrt((1 - size * size) / sum);
  q[plane] = size;
  return q;
}

/// Solves [M −Aᵀ; A 0] for a body with M = Eᵀ·I·E and the row 2q·q̇, and returns the largest error of a; the solution
/// is a = E⁺·(I⁻¹·τ) + q·γ/2 for h = Eᵀ·τ.
double error_at(const Quaternion& q, const std::array<double, 3>& torque, double gamma) {
  const std::array<Quaternion, 3> e = turning_rows(q);
  std::vector<double> mass(16);
  std::vector<double> h(4);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      h[i] += e[k][i] * torque[k];
      for (std::size_t j = 0; j < 4; ++j)
        mass[i * 4 + j] += e[k][i] * inertia[k] * e[k][j];
    }
  const std::vector<double> row{2 * q[0], 2 * q[1], 2 * q[2], 2 * q[3]};
  KktSolver solver(4, 1);
  solver.factor({mass, row, {}});
  std::vector<double> a(4);
  std::vector<double> lambda(1);
  solver.solve(h, std::vector<double>{gamma}, a, lambda);
  EXPECT_LT(solver.status().residual, 1e-12); // relative to the largest term: rounding
  double error = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    double wanted = q[i] * gamma / 2;
    for (std::size_t k = 0; k < 3; ++k)
      wanted += e[k][i] / 4 * torque[k] / inertia[k];
    error = std::max(error, std::abs(a[i] - wanted));
  }
  return error;
}

TEST(KktSingularMass, a_unit_quaternion_keeps_its_digits_however_near_to_a_coordinate_plane) {
  std::mt19937_64 random(20261122);
  std::uniform_real_distribution<double> torque(-1, 1);
  std::uniform_real_distribution<double> exponent(-16, -0.5);
  for (int i = 0; i < 4000; ++i) {
    const Quaternion q = near_plane(static_cast<std::size_t>(i % 4), std::pow(10, exponent(random)), random);
    // Rounding, times the condition of a solution by rank.
    ASSERT_LT(error_at(q, {torque(random), torque(random), torque(random)}, torque(random)), 1e-11)
        << i << ": " << q[0] << " " << q[1] << " " << q[2] << " " << q[3];
  }
}

TEST(KktSingularMass, a_quaternion_near_one_of_its_axes_keeps_its_digits) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> entry;
  for (int i = 0; i < 400; ++i) {
    const double size = std::pow(10, -i / 25.0);
    Quaternion q{entry(random) * size, entry(random) * size, entry(random) * size, entry(random) * size};
    q[static_cast<std::size_t>(i % 4)] = 1;
    double sum = 0;
    for (const double x : q)
      sum += x * x;
    for (double& x : q)
      x /= std::sqrt(sum);
    ASSERT_LT(error_at(q, {1, -0.5, 0.3}, 0.7), 1e-11) << size; // rounding, times the condition of a solution by rank
  }
}

TEST(KktSingularMass, rows_that_share_a_coordinate_without_inertia_stay_independent) {
  // M₀₀ runs to 0; the rows hold the first coordinate beside one of their own each, as the joints of a body near q₀
  // = 1.
  for (double inertia_left = 1; inertia_left > 1e-40; inertia_left /= 10) {
    const std::vector<double> mass{inertia_left, 0, 0, 0, 1, 0, 0, 0, 1};
    const std::vector<double> rows{1, 1, 0, 1, 0, 2};
    KktSolver solver(3, 2, {.mass_pivot = 2}); // by rank
    EXPECT_EQ(solver.factor({mass, rows, {}}).rank, 2) << inertia_left;
    std::vector<double> a(3);
    std::vector<double> lambda(2);
    solver.solve(std::vector<double>{0, 1, 1}, std::vector<double>{0, 0}, a, lambda);
    const double wanted = -(1 + 0.5) / (1 + 0.25 + inertia_left); // along (−1, 1, ½): force over inertia
    EXPECT_NEAR(a[0], wanted, 1e-12) << inertia_left;             // one quotient beside rounding of a sum of three
  }
}

TEST(KktSingularMass, a_row_that_vanishes_does_not_become_round_off_of_length_one) {
  // Three rows of rank two; the second is almost nothing at this state, and what there is of it is wrong.
  const std::vector<double> mass{1, 0, 0, 1};
  const std::vector<double> rows{1, 0, 1e-12, 1e-12, 0, 1};
  KktOptions options;
  options.known_rank = 2;
  options.typical_rows = {1, 0, 1, 1, 0, 1};
  KktSolver solver(2, 3, options);
  solver.factor({mass, rows, {}});
  std::vector<double> a(2);
  std::vector<double> lambda(3);
  solver.solve(std::vector<double>{0, 0}, std::vector<double>{1, 0, 2}, a, lambda);
  // The row misses by 3e-12; if it were scaled to length 1, it would miss by 2.
  EXPECT_NEAR(a[0], 1, 1e-8);
  EXPECT_NEAR(a[1], 2, 1e-8);
}

} // namespace
} // namespace dalembert
