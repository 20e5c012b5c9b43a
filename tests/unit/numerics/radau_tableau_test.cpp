// The coefficients of Radau IIA against what defines them.
#include <dalembert/numerics/radau/radau_tableau.h>

#include <gtest/gtest.h>

#include <cmath>

namespace {

using dalembert::radau_tableau;
using dalembert::RadauTableau;

class RadauTableaux : public ::testing::TestWithParam<int> {
protected:
  [[nodiscard]] static const RadauTableau& tableau() { return radau_tableau(GetParam()); }
  [[nodiscard]] static std::size_t stages() { return static_cast<std::size_t>(GetParam()); }
  [[nodiscard]] static double a(std::size_t i, std::size_t j) { return tableau().matrix[i * stages() + j]; }
};

INSTANTIATE_TEST_SUITE_P(Stages, RadauTableaux, ::testing::Values(3, 5, 7),
                         [](const auto& which) { return "s" + std::to_string(which.param); });

TEST_P(RadauTableaux, stages_integrate_powers_up_to_their_number_exactly) {
  for (std::size_t i = 0; i < stages(); ++i)
    for (int k = 1; k <= GetParam(); ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < stages(); ++j)
        sum += a(i, j) * std::pow(tableau().nodes[j], k - 1);
      // Sums of up to seven terms whose entries alternate: ten ulps of 1.
      EXPECT_NEAR(k * sum, std::pow(tableau().nodes[i], k), 2e-15) << i << ' ' << k;
    }
}

TEST_P(RadauTableaux, weights_have_the_order_of_the_method_and_no_more) {
  const std::size_t last = stages() - 1;
  EXPECT_EQ(tableau().nodes[last], 1.0);
  for (int k = 1; k <= 2 * GetParam(); ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < stages(); ++j)
      sum += a(last, j) * std::pow(tableau().nodes[j], k - 1);
    if (k < 2 * GetParam())
      EXPECT_NEAR(k * sum, 1, 2e-15) << k; // as above
    else
      // Beyond the order something is left, 1e-7 for seven stages: far above rounding.
      EXPECT_GT(std::abs(k * sum - 1), 1e-8) << k;
  }
}

TEST_P(RadauTableaux, blocks_are_those_of_the_inverse) {
  // A x = x / λ for every column, ξ x = 1 for its row and 0 for the others'.
  using Complex = std::complex<double>;
  const auto check = [this](Complex value, const auto& column, const auto& row) {
    Complex unit = 0;
    for (std::size_t i = 0; i < stages(); ++i) {
      Complex image = 0;
      for (std::size_t j = 0; j < stages(); ++j)
        image += a(i, j) * Complex(column[j]);
      // Eigenvectors by ten to fifty ulps.
      EXPECT_NEAR(std::abs(image - Complex(column[i]) / value), 0, 1e-14 * std::abs(column[i])) << i;
      unit += Complex(row[i]) * Complex(column[i]);
    }
    EXPECT_NEAR(std::abs(unit - 1.0), 0, 1e-13); // a row times its column: rounding of the entries of both
  };
  check(tableau().real.value, tableau().real.column, tableau().real.row);
  for (const auto& pair : tableau().pairs) {
    EXPECT_GT(pair.value.imag(), 0);
    check(pair.value, pair.column, pair.row);
    Complex mixed = 0;
    for (std::size_t i = 0; i < stages(); ++i)
      mixed += pair.row[i] * tableau().real.column[i];
    EXPECT_NEAR(std::abs(mixed), 0, 1e-12); // a row times another column: rounding of the entries of both
  }
}

TEST_P(RadauTableaux, slopes_at_both_ends_are_those_of_polynomials) {
  for (int k = 1; k <= GetParam(); ++k) {
    double begin = 0;
    double end = 0;
    for (std::size_t j = 0; j < stages(); ++j) {
      begin += tableau().slope_at_begin[j] * std::pow(tableau().nodes[j], k);
      end += tableau().slope_at_end[j] * std::pow(tableau().nodes[j], k);
    }
    EXPECT_NEAR(begin, k == 1 ? 1 : 0, 2e-14) << k; // the weights of a derivative are up to 50: ulps of these
    EXPECT_NEAR(end, k, 5e-14) << k;                // likewise, up to the power 7
  }
}

TEST(RadauTableau, of_three_stages_is_the_known_one) {
  // Hairer, Wanner II, table IV.5.6 and IV.8, in closed form.
  const RadauTableau& three = radau_tableau(3);
  const double root = std::sqrt(6.0);
  // Half an ulp of numbers below 1.
  EXPECT_NEAR(three.nodes[0], (4 - root) / 10, 1e-16);
  EXPECT_NEAR(three.nodes[1], (4 + root) / 10, 1e-16);
  EXPECT_NEAR(three.matrix[0], (88 - 7 * root) / 360, 1e-16);
  EXPECT_NEAR(three.matrix[1], (296 - 169 * root) / 1800, 1e-16);
  EXPECT_NEAR(three.matrix[2], (-2 + 3 * root) / 225, 1e-16);
  EXPECT_NEAR(three.matrix[6], (16 - root) / 36, 1e-16);
  EXPECT_NEAR(three.real.value, 30 / (6 + std::cbrt(81.0) - std::cbrt(9.0)), 2e-15); // an eigenvalue of 3.6: a few ulps
}

} // namespace
