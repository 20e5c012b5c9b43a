#pragma once

#include <memory>
#include <vector>

namespace dalembert::bench {

/// The chain of hand_chain.h in Simbody: pins between light links, a point mass at the end of each; n links of 1/n m
/// and 1/n kg, coordinates the angles between neighbouring links. No header of Simbody is needed to use it.
class SimbodyChain {
public:
  /// In the state of these absolute angles and rates.
  SimbodyChain(const std::vector<double>& angles, const std::vector<double>& rates, double gravity);
  ~SimbodyChain();
  SimbodyChain(const SimbodyChain&) = delete;
  SimbodyChain& operator=(const SimbodyChain&) = delete;

  /// Accelerations of the angles between neighbouring links.
  [[nodiscard]] std::vector<double> accelerations() const;
  /// Computes them anew, after a change of the first angle that invalidates all that depends on the state.
  void advance();

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace dalembert::bench
