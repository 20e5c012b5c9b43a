#include <dalembert/numerics/methods/lobatto_tableau.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace dalembert {
namespace {

TEST(LobattoTableau, has_the_coefficients_of_the_books) {
  const LobattoTableau& three = lobatto_tableau(3);
  const std::vector<double> positions{0, 0, 0, 5.0 / 24, 1.0 / 3, -1.0 / 24, 1.0 / 6, 2.0 / 3, 1.0 / 6};
  const std::vector<double> momenta{1.0 / 6, -1.0 / 6, 0, 1.0 / 6, 1.0 / 3, 0, 1.0 / 6, 5.0 / 6, 0};
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_NEAR(three.positions.entries[i], positions[i], 1e-16); // half an ulp of numbers below 1
    EXPECT_NEAR(three.momenta.entries[i], momenta[i], 1e-16);
  }
}

TEST(LobattoTableau, pairs_are_symplectic_and_symmetric_and_integrate_powers_up_to_their_order) {
  for (const int stages : {2, 3, 4}) {
    const LobattoTableau& pair = lobatto_tableau(stages);
    const auto s = static_cast<std::size_t>(stages);
    const std::vector<double>& b = pair.weights;
    for (std::size_t i = 0; i < s; ++i)
      for (std::size_t j = 0; j < s; ++j) {
        // Two ulps of a weight below 1.
        EXPECT_NEAR(b[i] * pair.momenta.at(i, j) + b[j] * pair.positions.at(j, i), b[i] * b[j], 4e-16);
        EXPECT_NEAR(pair.positions.at(i, j) + pair.positions.at(s - 1 - i, s - 1 - j), b[j], 4e-16);
        EXPECT_NEAR(pair.momenta.at(i, j) + pair.momenta.at(s - 1 - i, s - 1 - j), b[j], 4e-16);
      }
    for (int degree = 0; degree <= 2 * stages - 3; ++degree) {
      double sum = 0;
      for (std::size_t i = 0; i < s; ++i)
        sum += b[i] * std::pow(pair.nodes[i], degree);
      EXPECT_NEAR(sum, 1.0 / (degree + 1), 1e-15); // sums of up to four terms below 1
    }
  }
}

} // namespace
} // namespace dalembert
