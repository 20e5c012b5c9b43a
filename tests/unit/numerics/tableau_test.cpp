#include <dalembert/numerics/step/tableau.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace dalembert {
namespace {

using Rates = std::function<double(double, double)>;

double sum(const TableauRow& row, const std::vector<double>& values) {
  double out = 0.0;
  for (const TableauEntry& entry : row)
    out += entry.weight * values[static_cast<std::size_t>(entry.stage)];
  return out;
}

/// The stages k₀… of one step from (t, y), written down from the equations of Tableau.
std::vector<double> stages_of(const Tableau& tableau, const Rates& f, double t, double y, double h) {
  std::vector<double> k;
  for (std::size_t i = 0; i < tableau.nodes.size(); ++i)
    k.push_back(f(t + tableau.nodes[i] * h, y + h * sum(tableau.rows[i], k)));
  return k;
}

double after_step(const Tableau& tableau, const Rates& f, double t, double y, double h) {
  return y + h * sum(tableau.rows[static_cast<std::size_t>(tableau.stages)], stages_of(tableau, f, t, y, h));
}

double inside_step(const Tableau& tableau, const Rates& f, double t, double y, double h, double at) {
  const std::vector<double> k = stages_of(tableau, f, t, y, h);
  const auto s = static_cast<std::size_t>(tableau.stages);
  const double change = h * sum(tableau.rows[s], k);
  std::vector<double> r{h * k.front() - change};
  r.push_back(change - h * k[s] - r.front());
  for (const TableauRow& row : tableau.dense)
    r.push_back(h * sum(row, k));
  double inner = 0.0;
  for (std::size_t i = r.size(); i-- > 0;)
    inner = r[i] + (i % 2 == 0 ? at : 1.0 - at) * inner;
  return y + at * (change + (1.0 - at) * inner);
}

/// The order that the error of one step shows, e ~ hᵖ⁺¹; more than p where the leading term is small by chance.
double shown_order(const std::function<double(double)>& error, double h) {
  return std::log2(std::abs(error(h)) / std::abs(error(h / 2))) - 1.0;
}

class Pair : public testing::TestWithParam<const Tableau*> {
protected:
  const Tableau& tableau() const { return *GetParam(); }
  // y' = y·(1 − y) + sin(t)·y: neither linear nor free of the time; its solution is taken from many short steps.
  static double rate(double t, double y) { return y * (1.0 - y) + std::sin(t) * y; }
  static double solution(double h) {
    constexpr int parts = 512;
    double y = 0.3;
    for (int i = 0; i < parts; ++i)
      y = after_step(dormand_prince8(), rate, h * i / parts, y, h / parts);
    return y;
  }
};

TEST_P(Pair, every_stage_stands_at_its_node) {
  const std::vector<double> ones(tableau().nodes.size(), 1.0);
  for (std::size_t i = 0; i < tableau().nodes.size(); ++i)
    // Weights of order 8 are up to 30: sums of ulps of these.
    EXPECT_NEAR(sum(tableau().rows[i], ones), tableau().nodes[i], 1e-13) << i;
}

TEST_P(Pair, weights_integrate_polynomials_below_the_order) {
  const TableauRow& weights = tableau().rows[static_cast<std::size_t>(tableau().stages)];
  for (int power = 0; power < tableau().order; ++power) {
    std::vector<double> values;
    for (const double c : tableau().nodes)
      values.push_back(std::pow(c, power));
    // 45 ulps of 1: the weights themselves are below 5.
    EXPECT_NEAR(sum(weights, values), 1.0 / (power + 1), 1e-14) << power;
  }
}

TEST_P(Pair, a_step_has_the_order_that_is_said) {
  const auto error = [this](double h) { return after_step(tableau(), rate, 0.0, 0.3, h) - solution(h); };
  EXPECT_GT(shown_order(error, tableau().order > 5 ? 1.6 : 0.4), tableau().order - 0.6);
}

TEST_P(Pair, estimates_of_the_error_vanish_with_the_step) {
  const auto estimate = [this](const TableauRow& row) {
    return [this, &row](double h) { return h * sum(row, stages_of(tableau(), rate, 0.0, 0.3, h)); };
  };
  const int embedded = tableau().order == 5 ? 4 : 5;
  EXPECT_GT(shown_order(estimate(tableau().error), 0.2), embedded - 0.6);
  if (tableau().coarse_error.empty()) return;
  EXPECT_GT(shown_order(estimate(tableau().coarse_error), 0.2), 3 - 0.6);
}

TEST_P(Pair, the_state_inside_a_step_is_as_good_as_its_dense_output) {
  const int dense_order = tableau().order == 5 ? 4 : 7;
  for (const double at : {0.25, 0.5, 0.8}) {
    const auto error = [&](double h) { return inside_step(tableau(), rate, 0.0, 0.3, h, at) - solution(at * h); };
    EXPECT_GT(shown_order(error, dense_order > 4 ? 1.2 : 0.4), dense_order - 0.7) << at;
    // A step of 0.4: h⁸ and h⁵ over their factorials.
    EXPECT_LT(std::abs(error(0.4)), dense_order > 4 ? 1e-8 : 1e-5) << at;
  }
}

INSTANTIATE_TEST_SUITE_P(Tableau, Pair, testing::Values(&dormand_prince5(), &dormand_prince8()),
                         [](const auto& pair) { return "order_" + std::to_string(pair.param->order); });

} // namespace
} // namespace dalembert
