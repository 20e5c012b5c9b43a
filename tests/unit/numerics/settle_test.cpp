#include <dalembert/numerics/methods/settle.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

using namespace dalembert;

namespace {

/// The error that is left of one in the plane that turns as it shrinks, by the larger coordinate of its corrections.
double error_behind(std::complex<double> contraction, double rounding, bool& is_settled) {
  std::complex<double> error(1e-2, 0); // the start: a correction of the size that a step has
  int parity = 1;
  is_settled = settle([&] {
    const std::complex<double> correction = error * (1.0 - contraction);
    error *= contraction;
    parity = -parity;
    return std::max(std::abs(correction.real()), std::abs(correction.imag())) + rounding * (1 + 0.98 * parity);
  });
  return std::abs(error);
}

} // namespace

TEST(Settle, goes_on_where_corrections_turn_as_they_shrink) {
  for (double turn = 0.1; turn < 3.1; turn += 0.1)
    for (const double size : {0.05, 0.2, 0.4, 0.6, 0.68}) {
      bool is_settled = false;
      // It ends at the rounding of the corrections, 1e-16, over 1 − contraction and its square.
      EXPECT_LT(error_behind(std::polar(size, turn), 1e-16, is_settled), 1e-13) << size << " turned by " << turn;
      EXPECT_TRUE(is_settled);
    }
}

TEST(Settle, ends_at_the_rounding_of_small_numbers_too) {
  bool is_settled = false;
  EXPECT_LT(error_behind(0.1, 1e-11, is_settled), 1e-11); // the rounding of the corrections
  EXPECT_TRUE(is_settled);
}

TEST(Settle, says_where_there_is_no_solution_near_by) {
  bool is_settled = true;
  error_behind(std::polar(1.05, 1.0), 1e-16, is_settled);
  EXPECT_FALSE(is_settled);
  error_behind(std::polar(0.97, 0.3), 1e-16, is_settled);
  EXPECT_FALSE(is_settled);
  error_behind(0.1, 1e-7, is_settled); // corrections that no longer fall, and are no rounding
  EXPECT_FALSE(is_settled);
  EXPECT_FALSE(settle([] { return std::nan(""); }));
}
