#pragma once

#include <cstddef>
#include <span>

namespace dalembert {
inline namespace simulation {

/// Laws that hold up to an instant at which something is used up: the slip of a friction that slides, what is left of
/// the bound of one that sticks, the distance from a surface at which a function jumps.
class Reserves {
public:
  Reserves() = default;
  Reserves(const Reserves&) = delete;
  Reserves& operator=(const Reserves&) = delete;
  virtual ~Reserves() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual bool is_watched(std::size_t index) const = 0;
  /// What is 0 where the law changes, and positive before.
  [[nodiscard]] virtual double reserve(std::size_t index, double t, std::span<const double> y) = 0;
  /// What a reserve may be below 0 and count as none, at the state that `reserve` was asked for last.
  [[nodiscard]] virtual double negligible(std::size_t index) const = 0;
  /// True where the reserve depends on forces.
  [[nodiscard]] virtual bool needs_forces(std::size_t index) const = 0;
  /// Takes in the end of a step in which no reserve was used up.
  virtual void take_step(double /*t*/, std::span<const double> /*y*/) {}
  /// The step taken in last is made again from its begin.
  virtual void take_back_step() {}
};

} // namespace simulation
} // namespace dalembert
