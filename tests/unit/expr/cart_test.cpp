#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/operations.h>

#include "cart.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dalembert {
namespace {

std::vector<Expr> mass_matrix_and_forcing(const Cart& cart) {
  std::vector<Expr> roots(cart.h);
  roots.insert(roots.end(), cart.M.begin(), cart.M.end());
  return roots;
}

/// All symbols at fixed places that are neither equal nor special.
std::vector<Assignment> some_state(const Cart& cart) {
  std::vector<Assignment> values;
  double place = 0.3;
  const auto next = [&place] { return place = std::fmod(place * 1.7 + 0.31, 1.9) + 0.1; };
  for (const std::vector<Expr>* group : {&cart.q, &cart.v, &cart.parameters})
    for (const Expr s : *group)
      values.push_back({s, next()});
  return values;
}

TEST(Cart, ten_links_need_at_most_1300_operations) {
  Cart cart(10);
  cart.derive();
  EXPECT_LE(operations(cart.graph, mass_matrix_and_forcing(cart)), 1300U);
}

TEST(Cart, forcing_is_linear_and_mass_matrix_quadratic_in_the_links) {
  const auto counts = [](std::size_t links) {
    Cart cart(links);
    cart.derive();
    return std::pair(static_cast<double>(operations(cart.graph, cart.h)),
                     static_cast<double>(operations(cart.graph, cart.M)));
  };
  const auto [h50, M50] = counts(50);
  const auto [h100, M100] = counts(100);
  EXPECT_LT(h100 / h50, 2.05);
  EXPECT_LT(M100 / M50, 4.1);
  EXPECT_LT(h100 / 100.0, 51.0); // operations per link
}

TEST(Cart, two_hundred_links_stay_within_64_megabytes) {
  Cart cart(200);
  cart.derive();
  EXPECT_LT(cart.graph.bytes(), std::size_t{64} << 20U);
  EXPECT_LT(cart.graph.size(), 250'000U);
}

TEST(Cart, sweeps_give_the_equations_written_out_by_hand) {
  // One link: M = [[M+m, m l cos q], [., m l²]], h = (m l q'² sin q, −m g l sin q).
  Cart cart(1);
  cart.derive();
  const double m = 0.7;
  const double l = 1.3;
  const double mass = 2.1;
  const double gravity = 9.81;
  const double angle = 0.4;
  const double rate = -1.9;
  const std::vector<Assignment> values{
      {cart.q[0], 0.2},        {cart.v[0], 0.5},        {cart.q[1], angle},         {cart.v[1], rate},
      {cart.parameters[0], m}, {cart.parameters[1], l}, {cart.parameters[2], mass}, {cart.parameters[3], gravity}};
  const std::vector<double> M = evaluate(cart.graph, cart.M, values);
  const std::vector<double> h = evaluate(cart.graph, cart.h, values);
  EXPECT_NEAR(M[0], mass + m, 1e-14); // a few operations on numbers below 5: ulps
  EXPECT_NEAR(M[1], m * l * std::cos(angle), 1e-14);
  EXPECT_EQ(M[1], M[2]);
  EXPECT_NEAR(M[3], m * l * l, 1e-14);
  EXPECT_NEAR(h[0], m * l * rate * rate * std::sin(angle), 1e-14);
  EXPECT_NEAR(h[1], -m * gravity * l * std::sin(angle), 1e-13); // likewise of 9
}

TEST(Cart, kinetic_energy_is_the_quadratic_form_of_the_mass_matrix) {
  Cart cart(12);
  cart.derive();
  const std::vector<Assignment> values = some_state(cart);
  const std::vector<double> M = evaluate(cart.graph, cart.M, values);
  const std::vector<double> v = evaluate(cart.graph, cart.v, values);
  double form = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t j = 0; j < v.size(); ++j)
      form += 0.5 * v[i] * M[i * v.size() + j] * v[j];
  const double T = evaluate(cart.graph, cart.T, values);
  EXPECT_NEAR(form, T, 1e-12 * T); // 144 products: their rounding, as a share of a sum of positive terms
}

} // namespace
} // namespace dalembert
