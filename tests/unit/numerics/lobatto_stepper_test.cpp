// The methods of momenta: their coefficients, their orders with constraints, and what they keep.
#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/lobatto_stepper.h>
#include <dalembert/numerics/step/integrate.h>

#include "hand_written_motion.h"
#include "smooth_motion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

namespace dalembert {
namespace {

using test::HandWritten;
using Numbers = std::vector<double>;
using View = std::span<const double>;

struct Named {
  int order;
  std::unique_ptr<Stepper> (*make)(OdeProblem, StepOptions);
};
constexpr std::array<Named, 3> pairs{{{2, make_rattle}, {4, make_spark4}, {6, make_spark6}}};

constexpr double gravity = 9.81;

/// A pendulum of length 1 in x and y, whose pivot moves as `pivot`(t) = (ξ, ξ̇, ξ̈) along x; `copies` of its row.
HandWritten pendulum_on_rod(const std::function<std::array<double, 3>(double)>& pivot, std::size_t copies = 1) {
  HandWritten out{2, std::vector<bool>(copies, false), {}, {}};
  out.mass = [](View, std::span<double> mass) { std::ranges::copy(Numbers{1, 0, 0, 1}, mass.begin()); };
  out.forces = [](double, View, View, std::span<double> f) {
    f[0] = 0;
    f[1] = -gravity;
  };
  out.rows = [pivot](double t, View q, View, std::span<double> gap) {
    const double x = q[0] - pivot(t)[0];
    std::ranges::fill(gap, (x * x + q[1] * q[1] - 1) / 2);
  };
  out.matrix = [pivot, copies](double t, View q, std::span<double> matrix) {
    for (std::size_t k = 0; k < copies; ++k) {
      matrix[2 * k] = q[0] - pivot(t)[0];
      matrix[2 * k + 1] = q[1];
    }
  };
  out.rates = [pivot](double t, View q, View v, std::span<double> rates) {
    const auto [at, speed, bend] = pivot(t);
    std::ranges::fill(rates, (q[0] - at) * (v[0] - speed) + q[1] * v[1]);
  };
  out.row_forcing = [pivot](double t, View q, View v, std::span<double> gamma) {
    const auto [at, speed, bend] = pivot(t);
    std::ranges::fill(gamma, (q[0] - at) * bend - (v[0] - speed) * (v[0] - speed) - v[1] * v[1]);
  };
  if (copies > 1) {
    out.kkt.known_rank = 1;
    out.kkt.typical_rows = Numbers(2 * copies, 1.0);
  }
  return out;
}

std::array<double, 3> at_rest(double) {
  return {0, 0, 0};
}
std::array<double, 3> driven(double t) {
  return {0.3 * std::sin(2 * t), 0.6 * std::cos(2 * t), -1.2 * std::sin(2 * t)};
}

/// (q, v, λ) at `end`.
Numbers reached_at(const HandWritten& motion, const Named& method, double h, const Numbers& from, double end) {
  const std::unique_ptr<Stepper> stepper = method.make(motion.problem(), {.step = h});
  stepper->start(0, from);
  integrate(*stepper, end);
  Numbers out(stepper->state().begin(), stepper->state().end());
  Numbers lambda(motion.m());
  static_cast<void>(motion.accelerations(end, View(out).first(motion.n), View(out).subspan(motion.n), lambda));
  out.insert(out.end(), lambda.begin(), lambda.end());
  return out;
}

/// Measures the order of each of (q, v, λ) from three steps.
void expect_order(const HandWritten& motion, const Named& method, double h, const Numbers& from, double end) {
  const Numbers truth = reached_at(motion, pairs[2], std::min(h / 40, 0.002), from, end);
  const Numbers coarse = reached_at(motion, method, h, from, end);
  const Numbers fine = reached_at(motion, method, h / 2, from, end);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double order = std::log2(std::abs(coarse[i] - truth[i]) / std::abs(fine[i] - truth[i]));
    EXPECT_GT(order, method.order - 0.4) << method.order << ", component " << i;
    EXPECT_LT(order, method.order + 1.2) << method.order << ", component " << i;
  }
}

constexpr std::array<double, 3> coarse_steps{0.01, 0.05, 0.1};

TEST(MomentumMethods, have_their_orders_in_positions_rates_and_multipliers) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    expect_order(pendulum_on_rod(at_rest), pairs[i], coarse_steps[i], {1, 0, 0, 0}, 1.1);
    expect_order(pendulum_on_rod(driven), pairs[i], coarse_steps[i], {1, 0, 0.6, 0}, 1.1);
  }
}

TEST(MomentumMethods, have_their_orders_with_a_damper) {
  HandWritten damped = pendulum_on_rod(at_rest);
  damped.forces = [](double, View, View v, std::span<double> f) {
    f[0] = -0.7 * v[0];
    f[1] = -gravity - 0.7 * v[1];
  };
  for (std::size_t i = 0; i < pairs.size(); ++i)
    expect_order(damped, pairs[i], coarse_steps[i], {1, 0, 0, 0}, 1.1);
}

TEST(MomentumMethods, follow_rows_that_repeat_one_another) {
  for (const Named& method : pairs) {
    const Numbers once = reached_at(pendulum_on_rod(at_rest), method, 0.02, {1, 0, 0, 0}, 5);
    const Numbers twice = reached_at(pendulum_on_rod(at_rest, 2), method, 0.02, {1, 0, 0, 0}, 5);
    for (std::size_t i = 0; i < 4; ++i)
      // 250 steps whose iterations end at rounding, and a rank that is decided.
      EXPECT_NEAR(twice[i], once[i], 1e-11) << method.order;
    EXPECT_NEAR(twice[4], once[4] / 2, 1e-10); // multipliers are rates over the step of 0.02
    EXPECT_NEAR(twice[5], once[4] / 2, 1e-10);
  }
}

TEST(MomentumMethods, keep_positions_and_rates_on_the_rows_to_rounding) {
  for (const Named& method : pairs) {
    const std::unique_ptr<Stepper> stepper = method.make(pendulum_on_rod(at_rest).problem(), {.step = 0.02});
    stepper->start(0, Numbers{1, 0, 0, 0});
    double worst = 0;
    integrate(*stepper, 100, {.after_step = [&](Stepper& at) {
      const View y = at.state();
      worst = std::max({worst, std::abs(y[0] * y[0] + y[1] * y[1] - 1), std::abs(y[0] * y[2] + y[1] * y[3])});
      return true;
    }});
    EXPECT_LT(worst, 2e-14) << method.order; // projected: ulps of products of rates of up to 4 m/s
  }
}

/// A mass on a spring that turns: r and θ, M = diag(1, r²).
HandWritten elastic_pendulum() {
  HandWritten out{2, {}, {}, {}};
  out.mass = [](View q, std::span<double> mass) { std::ranges::copy(Numbers{1, 0, 0, q[0] * q[0]}, mass.begin()); };
  out.forces = [](double, View q, View v, std::span<double> f) {
    f[0] = q[0] * v[1] * v[1] + gravity * std::cos(q[1]) - 40 * (q[0] - 1);
    f[1] = -gravity * q[0] * std::sin(q[1]);
  };
  out.mass_rate_times_v = [](View q, View v, std::span<double> rate) {
    rate[0] = 0;
    rate[1] = 2 * q[0] * v[0] * v[1];
  };
  return out;
}

TEST(MomentumMethods, have_their_orders_where_the_mass_matrix_depends_on_the_positions) {
  for (std::size_t i = 0; i < pairs.size(); ++i)
    expect_order(elastic_pendulum(), pairs[i], coarse_steps[i], {1.2, 0.5, 0.3, 1}, 1.1);
}

/// (q, p) after ten steps from (q, p).
std::array<double, 4> image(const Named& method, const std::array<double, 4>& z) {
  const std::unique_ptr<Stepper> stepper = method.make(elastic_pendulum().problem(), {.step = 0.1});
  stepper->start(0, Numbers{z[0], z[1], z[2], z[3] / (z[0] * z[0])});
  integrate(*stepper, 1);
  const View y = stepper->state();
  return {y[0], y[1], y[2], y[0] * y[0] * y[3]};
}

TEST(MomentumMethods, are_symplectic_maps) {
  for (const Named& method : pairs) {
    constexpr double d = 1e-4;
    std::array<std::array<double, 4>, 4> columns{};
    for (std::size_t j = 0; j < 4; ++j) {
      std::array<double, 4> low{1.2, 0.5, 0.3, 1.4};
      std::array<double, 4> high = low;
      low[j] -= d;
      high[j] += d;
      const std::array<double, 4> a = image(method, low);
      const std::array<double, 4> b = image(method, high);
      for (std::size_t i = 0; i < 4; ++i)
        columns[j][i] = (b[i] - a[i]) / (2 * d);
    }
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 4; ++k) {
        double form = 0;
        for (std::size_t i = 0; i < 2; ++i)
          form += columns[j][i] * columns[k][i + 2] - columns[j][i + 2] * columns[k][i];
        const double wanted = k == j + 2 ? 1 : j == k + 2 ? -1 : 0;
        EXPECT_NEAR(form, wanted, 2e-6) << method.order; // the error of the differences
      }
  }
}

/// The largest errors of the energy in the first and in the last tenth of `steps` steps.
std::array<double, 2> energy_errors(const Named& method, const OdeProblem& problem, const Numbers& from, double h,
                                    double steps, const std::function<double(View)>& energy) {
  const std::unique_ptr<Stepper> stepper = method.make(problem, {.step = h});
  stepper->start(0, from);
  const double first = energy(stepper->state());
  std::array<double, 2> out{};
  integrate(*stepper, h * steps, {.after_step = [&](Stepper& at) {
    const double error = std::abs(energy(at.state()) - first);
    const double share = at.time() / (h * steps);
    if (share <= 0.1) out[0] = std::max(out[0], error);
    if (share >= 0.9) out[1] = std::max(out[1], error);
    return true;
  }});
  return out;
}

double energy_on_rod(View y) {
  return (y[2] * y[2] + y[3] * y[3]) / 2 + gravity * y[1];
}

OdeProblem kepler() {
  return test::smooth_motion(2, [](const auto&, const auto& q, const auto&, const auto& a) {
    using std::sqrt;
    const auto r = sqrt(q[0] * q[0] + q[1] * q[1]);
    a[0] = -q[0] / (r * r * r);
    a[1] = -q[1] / (r * r * r);
  });
}

// Over 10⁶ steps: tests/property/numerics_long_runs_test.cpp.
TEST(MomentumMethods, keep_the_energy_over_long_runs_as_well_as_at_first) {
  constexpr std::array<double, 3> of_pendulum{0.02, 0.05, 0.1};
  constexpr std::array<double, 3> of_kepler{0.01, 0.03, 0.06};
  const auto kepler_energy = [](View y) { return (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / std::hypot(y[0], y[1]); };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto swing =
        energy_errors(pairs[i], pendulum_on_rod(at_rest).problem(), {1, 0, 0, 0}, of_pendulum[i], 2e4, energy_on_rod);
    EXPECT_LT(swing[1], 1.2 * swing[0]) << pairs[i].order;
    EXPECT_GT(swing[0], 1e-12); // above rounding, or the test says nothing
    const auto orbit = energy_errors(pairs[i], kepler(), {0.4, 0, 0, 2}, of_kepler[i], 5e4, kepler_energy);
    EXPECT_LT(orbit[1], 1.2 * orbit[0]) << pairs[i].order;
    EXPECT_GT(orbit[0], 1e-12);
  }
}

TEST(MomentumMethods, return_to_where_they_began_to_rounding) {
  for (const Named& method : pairs) {
    const std::unique_ptr<Stepper> stepper = method.make(pendulum_on_rod(at_rest).problem(), {.step = 0.02});
    const Numbers from{std::sin(1.0), -std::cos(1.0), 0, 0};
    stepper->start(0, from);
    integrate(*stepper, 10);
    integrate(*stepper, 0);
    for (std::size_t i = 0; i < 4; ++i)
      // 1000 steps: iterations end at rounding, which a pendulum multiplies by the time.
      EXPECT_NEAR(stepper->state()[i], from[i], 1e-11) << method.order;
  }
}

/// Chaplygin's sleigh: x, y of the blade and θ, m = 1, J = 0.05, the mass centre 0.2 before the blade.
HandWritten sleigh() {
  constexpr double arm = 0.2;
  constexpr double about_blade = 0.05 + arm * arm;
  HandWritten out{3, {true}, {}, {}};
  out.mass = [](View q, std::span<double> mass) {
    const double s = arm * std::sin(q[2]);
    const double c = arm * std::cos(q[2]);
    std::ranges::copy(Numbers{1, 0, -s, 0, 1, c, -s, c, about_blade}, mass.begin());
  };
  out.forces = [](double, View q, View v, std::span<double> f) { // ∂T/∂q
    f[0] = f[1] = 0;
    f[2] = arm * v[2] * (-v[0] * std::cos(q[2]) - v[1] * std::sin(q[2]));
  };
  out.mass_rate_times_v = [](View q, View v, std::span<double> rate) {
    const double s = -arm * std::cos(q[2]) * v[2];
    const double c = -arm * std::sin(q[2]) * v[2];
    rate[0] = s * v[2];
    rate[1] = c * v[2];
    rate[2] = s * v[0] + c * v[1];
  };
  out.rows = [](double, View q, View v, std::span<double> gap) {
    gap[0] = -v[0] * std::sin(q[2]) + v[1] * std::cos(q[2]);
  };
  out.rates = out.rows;
  out.matrix = [](double, View q, std::span<double> matrix) {
    std::ranges::copy(Numbers{-std::sin(q[2]), std::cos(q[2]), 0}, matrix.begin());
  };
  out.row_forcing = [](double, View q, View v, std::span<double> gamma) {
    gamma[0] = v[2] * (v[0] * std::cos(q[2]) + v[1] * std::sin(q[2]));
  };
  return out;
}

TEST(MomentumMethods, symmetric_steps_have_order_two_with_rows_of_rates_and_return) {
  const Numbers from{0, 0, 0, 0.5, 0, 1};
  // The truth from Lobatto's pair is not at hand: fine steps of the method itself, extrapolated.
  const auto at = [&](double h) { return reached_at(sleigh(), pairs[0], h, from, 2); };
  const Numbers fine = at(0.0025);
  const Numbers finer = at(0.00125);
  const Numbers coarse = at(0.02);
  const Numbers middle = at(0.01);
  for (std::size_t i = 0; i < fine.size(); ++i) {
    const double truth = finer[i] + (finer[i] - fine[i]) / 3;
    const double order = std::log2(std::abs(coarse[i] - truth) / std::abs(middle[i] - truth));
    EXPECT_NEAR(order, 2, 0.2) << i; // tells 2 from 1 and 3; the next term is h² = 4e-4 of the error
  }
  const std::unique_ptr<Stepper> stepper = make_rattle(sleigh().problem(), {.step = 0.02});
  stepper->start(0, from);
  integrate(*stepper, 2);
  const View y = stepper->state();
  // Put onto the row at the end of each step: rounding.
  EXPECT_LT(std::abs(-y[3] * std::sin(y[2]) + y[4] * std::cos(y[2])), 1e-15);
  // Reversed rates lead back as well as reversed time does.
  Numbers back(y.begin(), y.end());
  for (std::size_t i = 3; i < 6; ++i)
    back[i] = -back[i];
  stepper->start(0, back);
  integrate(*stepper, 2);
  for (std::size_t i = 0; i < 6; ++i)
    // 200 steps whose iterations end at rounding.
    EXPECT_NEAR(stepper->state()[i], i < 3 ? from[i] : -from[i], 1e-12) << i;
}

TEST(MomentumMethods, steps_that_are_too_long_are_refused_with_a_reason) {
  for (const Named& method : pairs) {
    const std::unique_ptr<Stepper> stepper = method.make(pendulum_on_rod(at_rest).problem(), {.step = 5});
    stepper->start(0, Numbers{1, 0, 0, 0});
    try {
      integrate(*stepper, 100);
      FAIL() << "a step of five swings was made";
    } catch (const SolveError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("too long for this motion"));
    }
  }
}

/// A bead of mass 1 on u = x²/2, whose height u has no mass of its own, under gravity along u.
HandWritten bead_on_parabola() {
  HandWritten out{2, {false}, {}, {}};
  out.mass = [](View, std::span<double> mass) { std::ranges::copy(Numbers{1, 0, 0, 0}, mass.begin()); };
  out.forces = [](double, View, View, std::span<double> f) {
    f[0] = 0;
    f[1] = -gravity;
  };
  out.rows = [](double, View q, View, std::span<double> gap) { gap[0] = q[1] - q[0] * q[0] / 2; };
  out.matrix = [](double, View q, std::span<double> matrix) {
    matrix[0] = -q[0];
    matrix[1] = 1;
  };
  out.rates = [](double, View q, View v, std::span<double> rates) { rates[0] = v[1] - q[0] * v[0]; };
  out.row_forcing = [](double, View, View v, std::span<double> gamma) { gamma[0] = v[0] * v[0]; };
  out.rate_gradients = [](View, View v, std::span<double> gradients) {
    gradients[0] = -v[0];
    gradients[1] = 0;
  };
  return out;
}

TEST(MomentumMethods, a_coordinate_without_mass_is_followed_where_a_row_fixes_it) {
  // T = x'²/2, V = g x²/2: a harmonic oscillator, ω = √g.
  const double w = std::sqrt(gravity);
  const double end = 1.3;
  const double x = std::cos(w * end);
  const double rate = -w * std::sin(w * end);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto error = [&](double h) {
      const Numbers at = reached_at(bead_on_parabola(), pairs[i], h, {1, 0.5, 0, 0}, end);
      EXPECT_NEAR(at[1], at[0] * at[0] / 2, 1e-15); // put onto the row: ulps
      EXPECT_NEAR(at[3], at[0] * at[2], 1e-14);     // likewise of rates of 3 m/s
      EXPECT_NEAR(at[4], gravity, 1e-12); // λ holds the weight; λ is a force over the step: rounding of 1e-15/h
      return std::max(std::abs(at[0] - x), std::abs(at[2] - rate));
    };
    // The steps are long, and the next order of the error is a quarter of it: log2(1.3) = 0.4.
    EXPECT_NEAR(std::log2(error(2 * coarse_steps[i]) / error(coarse_steps[i])), pairs[i].order, 0.45);
  }
}

TEST(MomentumMethods, a_mass_matrix_that_is_singular_where_no_row_acts_is_refused) {
  HandWritten massless = elastic_pendulum();
  massless.mass = [](View, std::span<double> mass) { std::ranges::copy(Numbers{1, 0, 0, 0}, mass.begin()); };
  const OdeProblem problem = massless.problem();
  const std::unique_ptr<Stepper> stepper = make_spark4(problem, {.step = 0.1});
  EXPECT_THROW(stepper->start(0, Numbers{1, 0, 0, 0}), SolveError);
}

} // namespace
} // namespace dalembert
