#pragma once

#include <array>
#include <memory>

namespace dalembert::bench {

/// The four-bar linkage of models/gallery/fourbar.mech in Simbody: three bodies on pins, the loop closed at the joint
/// of coupler and rocker. No header of Simbody is needed to use it.
class SimbodyFourBar {
public:
  /// By a ball (three rows, of which the plane needs two), or by two planes that a point stays in.
  enum class Closing { ball, planes };

  explicit SimbodyFourBar(Closing closing);
  ~SimbodyFourBar();
  SimbodyFourBar(const SimbodyFourBar&) = delete;
  SimbodyFourBar& operator=(const SimbodyFourBar&) = delete;

  /// Accelerations of the three absolute angles, with multipliers.
  [[nodiscard]] std::array<double, 3> accelerations() const;
  /// Computes them, then changes the rate of the crank.
  void advance();

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace dalembert::bench
