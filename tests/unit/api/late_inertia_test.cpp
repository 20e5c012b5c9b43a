// Of many coordinates the entries of M are derived when they are first asked for; programs make M of its products.
#include <dalembert/api/session.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/lowering/views.h>
#include <dalembert/program/compile.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace dalembert {
namespace {

/// A chain whose foot is moved and turned about: rates that enter linearly, and a mass that changes with the time.
std::string late_chain(const std::string& energies, const std::string& more = "") {
  return R"(
model Chain
count n = 60
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], b = 0.3 [kg/s]
coord th[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0.1*l*sin(3*t/(1 [s])) else x[i-1] + l*sin(th[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*cos(th[i])
)" + energies +
         more;
}

constexpr const char* late_energies = R"(
kinetic T = sum(i in 1..n: 1/2*m*(1 + t/(9 [s]))*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
)";
constexpr const char* late_lagrangian = R"(
lagrangian L = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2) - m*g*y[i] + b*x[i]*y[i]')
)";
constexpr const char* late_pins = R"(
constraint pin_x: x[n] = 0.2*l
constraint pin_y: y[n] = -0.4*l
)";

std::vector<double> state_of_late_chain(const Engine& engine) {
  std::vector<double> inputs = engine.blank_inputs();
  const InputView<double> at(engine.programs->layout, inputs);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-2, 2);
  std::ranges::generate(at.motion(), [&] { return number(random); });
  at.time() = 0.7;
  inputs.resize(engine.programs->layout.state_size());
  return inputs;
}

void expect_near_inertia(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  double largest = 0;
  for (const double x : expected)
    largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found[i], expected[i], 1e-12 * largest) << i; // sums over 60 links in another order: rounding
}

/// The programs with M among their outputs, beside those with its entries one by one.
void compare_inertia(const std::string& text) {
  Session session("chain", text);
  const Engine& engine = session.engine();
  ASSERT_TRUE(engine.programs->inertia.is_product());
  const Programs all = lower(session.study(), session.equations(), {}, JumpChoice::evaluated, InertiaChoice::entries);
  ASSERT_FALSE(all.inertia.is_product());
  const std::vector<double> state = state_of_late_chain(engine);
  expect_near_inertia(evaluated_once(*engine.dynamics, state), evaluated_once(*interpreted(all.dynamics.tape), state));
  expect_near_inertia(evaluated_once(*engine.positions, state),
                      evaluated_once(*interpreted(all.positions.tape), state));
  expect_near_inertia(evaluated_once(*engine.rates, state), evaluated_once(*interpreted(all.rates.tape), state));
}

TEST(LateInertia, has_the_entries_of_the_matrix) {
  compare_inertia(late_chain(late_energies));
}

TEST(LateInertia, stands_behind_rows_that_are_projected_by_it) {
  compare_inertia(late_chain(late_energies, late_pins));
}

TEST(LateInertia, of_a_lagrangian_without_energies) {
  const std::string text = late_chain(late_lagrangian);
  compare_inertia(text);
  // T is ½ v·M·v there.
  Session session("chain", text);
  const Engine& engine = session.engine();
  std::vector<double> state = state_of_late_chain(engine);
  const std::vector<double> dynamics = evaluated_once(*engine.dynamics, state);
  const DynamicsView at(engine.programs->layout, dynamics);
  const InputView<double> of(engine.programs->layout, state);
  const std::size_t n = engine.coordinates();
  double kinetic = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      kinetic += 0.5 * of.rates()[i] * at.mass[i * n + j] * of.rates()[j];
  std::vector<double> full = state;
  full.resize(engine.programs->layout.full_size());
  // 3600 products: rounding of their sum.
  EXPECT_NEAR(evaluated_once(*engine.account, full)[0], kinetic, 1e-11 * kinetic);
}

TEST(LateInertia, few_coordinates_have_it_at_once) {
  Session session("one", "model One\nparam m = 1 [kg]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\n");
  EXPECT_FALSE(session.equations().inertia.is_late());
  EXPECT_FALSE(session.engine().programs->inertia.is_product());
}

TEST(LateInertia, source_in_c_has_all_entries) {
  Session session("chain", late_chain(late_energies));
  EXPECT_NE(session.c_source().source.find("#define DYNAMICS 3660"), std::string::npos); // M and h
}

} // namespace
} // namespace dalembert
