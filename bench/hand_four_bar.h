#pragma once

#include <array>

namespace dalembert::bench {

/// What an expert writes by hand for the crank-rocker of models/gallery/fourbar.mech: three uniform bars at the angles
/// a, b, c from the ground line, closed by two rows. The masses are eliminated first, then the two multipliers, as
/// holds wherever the rows are independent; one division for both.
class HandFourBar {
public:
  struct Parameters {
    double crank = 0.5; ///< m
    double coupler = 1.2;
    double rocker = 0.9;
    double crank_mass = 0.5; ///< kg
    double coupler_mass = 1.2;
    double rocker_mass = 0.9;
    double gravity = 9.81; ///< m/s²
  };
  using State = std::array<double, 6>;    ///< a, b, c and their rates
  using Solution = std::array<double, 5>; ///< accelerations of a, b, c; multipliers of the rows along x and y

  explicit HandFourBar(const Parameters& p);
  [[nodiscard]] Solution solution(const State& state) const;

private:
  Parameters p_;
  double crank_inertia_;
  double coupler_inertia_;
  double coupling_;       ///< times cos(a − b)
  double rocker_inverse_; ///< of its inertia
  double crank_weight_;   ///< of what turns a, times its arm
  double coupler_weight_;
  double rocker_weight_;
};

} // namespace dalembert::bench
