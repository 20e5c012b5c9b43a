#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert::bench {

/// What an expert writes by hand for n point masses on massless links, absolute angles θ from the downward vertical:
/// the tensions solve a tridiagonal system, and give θ̈. About 30 operations, one division and one sine with its
/// cosine for each link.
class HandChain {
public:
  HandChain(std::vector<double> masses, std::vector<double> lengths, double gravity);
  void accelerations(std::span<const double> angles, std::span<const double> rates, std::span<double> out);

private:
  std::vector<double> inverse_masses_;
  std::vector<double> lengths_;
  std::vector<double> inverse_lengths_;
  double gravity_;
  std::vector<double> sines_;
  std::vector<double> cosines_;
  std::vector<double> along_; ///< of neighbouring links: eᵢ·eᵢ₊₁
  std::vector<double> factors_;
  std::vector<double> tensions_;
};

} // namespace dalembert::bench
