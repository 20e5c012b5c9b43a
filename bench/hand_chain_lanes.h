#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert::bench {

/// What an expert writes by hand for eight chains at once (hand_chain.h): one vector of AVX-512 for each number of a
/// link, all loops over the links, two short polynomials for sine and cosine. These are right to 2 units in the last
/// place for angles up to 10⁵ rad; larger ones are not looked at.
class HandChainLanes {
public:
  static constexpr std::size_t lanes = 8;
  /// True where the processor has the instructions.
  [[nodiscard]] static bool is_possible();

  HandChainLanes(const std::vector<double>& masses, const std::vector<double>& lengths, double gravity);
  /// Number i of chain k is at i·lanes + k.
  void accelerations(std::span<const double> angles, std::span<const double> rates, std::span<double> out);

private:
  std::vector<double> inverse_masses_;
  std::vector<double> lengths_;
  std::vector<double> inverse_lengths_;
  double gravity_;
  std::vector<double> sines_; ///< these hold eight numbers for each link
  std::vector<double> cosines_;
  std::vector<double> factors_;
  std::vector<double> tensions_;
};

} // namespace dalembert::bench
