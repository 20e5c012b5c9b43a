#pragma once

#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/manifold.h>
#include <dalembert/simulation/result.h>

#include <cstdint>
#include <optional>

namespace dalembert {

/// Real states on the motion of a system, near a given one: coordinates, rates and the time changed by random short
/// numbers, then put onto the constraints by Newton's method in the mass metric (Manifold), and the equations of motion
/// solved there. Reproducible.
class RealStates {
public:
  /// `origin`: an admissible state; the states are made round it.
  RealStates(const Engine& engine, State origin);

  /// Returns the next state with everything known there; nothing where Newton's method or the equations fail (try
  /// again). The first one is `origin` itself.
  [[nodiscard]] std::optional<Evaluation> next();

  /// Returns a state so near to `at` that what does not vanish keeps its value to six digits there; nothing where it
  /// cannot be made. What changes by its own size between the two is round-off.
  [[nodiscard]] std::optional<Evaluation> beside(const Evaluation& at);

private:
  double step();
  [[nodiscard]] std::optional<Evaluation> evaluated(const State& state, bool is_projected);

  const Engine& engine_;
  State origin_;
  Manifold manifold_;
  std::uint64_t random_ = 1;
  int drawn_ = 0;
};

} // namespace dalembert
