#include <dalembert/algebra/parameter_groups.h>
#include <dalembert/algebra/trigonometric_factors.h>

#include "ring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace dalembert {
namespace {

Laurent multiplied_out(Ring& ring, const TrigonometricFactors& factors) {
  Laurent out{{factors.monomial, 0, factors.number}};
  for (const auto& [factor, exponent] : factors.factors)
    for (int i = 0; i < exponent; ++i)
      out = product(*ring.harmonics, out, factor);
  return out;
}

/// The powers of the factors of `e`, whose product is `e`.
std::vector<int> exponents(Ring& ring, Expr e) {
  const auto found = factored(*ring.harmonics, ring.laurent(e));
  if (!found) return {};
  EXPECT_TRUE(is_same(multiplied_out(ring, *found), ring.laurent(e)));
  std::vector<int> out;
  for (const auto& [factor, exponent] : found->factors)
    out.push_back(exponent);
  std::ranges::sort(out);
  return out;
}

TEST(TrigonometricFactors, law_of_cosines_times_a_projection_is_found_in_an_angle_difference) {
  Ring r;
  Graph& g = *r.graph;
  const Expr a = r.names[0];
  const Expr b = r.names[1];
  const Expr c = g.cos(g.sub(r.names[4], r.names[5]));
  const Expr squares = g.add(g.square(a), g.square(b));
  const Expr distance = g.sub(squares, g.mul(g.number(2), g.mul(a, g.mul(b, c))));
  EXPECT_EQ(exponents(r, g.mul(distance, g.sub(a, g.mul(b, c)))), (std::vector{1, 1}));
}

TEST(TrigonometricFactors, product_of_two_body_rates_is_found_though_no_power_form_contains_it) {
  // (s_x s_y a + c_y b)(s_x c_y a − s_y b): the gyroscopic moment of a body in Euler's angles
  Ring r;
  Graph& g = *r.graph;
  const auto& n = r.names;
  const Expr first = g.add(g.mul(g.mul(g.sin(n[4]), g.sin(n[5])), n[0]), g.mul(g.cos(n[5]), n[1]));
  const Expr second = g.sub(g.mul(g.mul(g.sin(n[4]), g.cos(n[5])), n[0]), g.mul(g.sin(n[5]), n[1]));
  EXPECT_EQ(exponents(r, g.mul(first, second)), (std::vector{1, 1}));
  EXPECT_EQ(exponents(r, g.mul(first, g.square(second))), (std::vector{1, 2}));
}

TEST(TrigonometricFactors, halves_of_an_angle_are_put_together) {
  Ring r;
  Graph& g = *r.graph;
  const Expr x = r.names[4];
  const Expr versine = g.sub(g.one(), g.cos(x));
  EXPECT_EQ(exponents(r, g.mul(g.sin(x), versine)), (std::vector{1, 1}));
  EXPECT_EQ(exponents(r, g.mul(versine, g.add(r.names[0], g.sin(x)))), (std::vector{1, 1}));
}

TEST(TrigonometricFactors, what_has_no_factors_is_left_alone) {
  Ring r;
  Graph& g = *r.graph;
  EXPECT_FALSE(factored(*r.harmonics, r.laurent(g.add(r.names[0], g.cos(r.names[4])))).has_value());
  EXPECT_FALSE(factored(*r.harmonics, r.laurent(g.add(g.square(r.names[0]), g.square(r.names[1])))).has_value());
}

TEST(TrigonometricFactors, products_of_random_factors_come_back_equal) {
  Ring r;
  Graph& g = *r.graph;
  std::mt19937_64 random(20251121);
  const auto pick = [&](std::size_t first, std::size_t count) { return r.names[first + random() % count]; };
  const auto factor = [&] {
    const Expr angle = random() % 3 == 0 ? g.add(r.names[4], r.names[5]) : pick(4, 2);
    const Expr harmonic = random() % 2 == 0 ? g.sin(angle) : g.cos(angle);
    return g.add(g.mul(g.number(static_cast<std::int64_t>(random() % 5 + 1)), pick(0, 4)), g.mul(pick(0, 4), harmonic));
  };
  int found = 0;
  for (int i = 0; i < 200; ++i)
    if (const auto powers = exponents(r, g.mul(factor(), factor())); !powers.empty()) ++found;
  EXPECT_GT(found, 190);
}

TEST(ParameterGroups, proportional_polynomials_share_a_bracket_of_parameters) {
  Ring r;
  Graph& g = *r.graph;
  const auto& n = r.names; // all six are parameters here, so that only harmonics stand beside them
  const Expr harmonic = g.sin(n[4]);
  const Expr other = g.cos(n[5]);
  const Expr e = g.add(g.mul(n[0], g.add(harmonic, other)),
                       g.sub(g.mul(n[2], harmonic), g.mul(g.mul(g.number(2), n[1]), g.add(harmonic, other))));
  const std::vector<ParameterGroup> groups = parameter_groups(*r.atoms, r.laurent(e));
  ASSERT_EQ(groups.size(), 2U);
  Laurent total;
  for (const ParameterGroup& group : groups)
    total = sum(total, product(*r.harmonics, group.parameters, group.rest));
  EXPECT_TRUE(is_same(total, r.laurent(e)));
  EXPECT_EQ(groups[0].parameters.size() + groups[1].parameters.size(), 3U);
}

TEST(TrigonometricFactors, many_angles_are_refused_before_they_are_multiplied_out) {
  Ring r;
  Graph& g = *r.graph;
  Expr e = r.names[0];
  for (int i = 0; i < 30; ++i)
    e = g.add(e, g.mul(g.number(i + 1), g.cos(g.sub(g.symbol("a" + std::to_string(i)), r.names[4]))));
  EXPECT_EQ(factored(*r.harmonics, r.laurent(e)), std::nullopt);
}

} // namespace
} // namespace dalembert
