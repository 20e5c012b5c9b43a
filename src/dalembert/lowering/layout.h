#pragma once

#include <cstddef>

namespace dalembert {
inline namespace lowering {

/// Where each quantity lies in the input vector of a program:
///   state programs  [ t | q n | v n | p ]
///   full programs   [ t | q n | v n | p | v̇ n | λ m | F | I | W | σ ]
/// F friction forces, I impulses of the impacts at the start, W the quantities that belong to the whole run so far
/// (work, lost, impulse, drift), one for each `Derived` of such a kind, σ the values of jumps that a run holds. All in
/// SI units, declaration order.
struct InputLayout {
  std::size_t coordinates = 0;
  std::size_t parameters = 0;
  std::size_t multipliers = 0;
  std::size_t frictions = 0;
  std::size_t impacts = 0;
  std::size_t histories = 0;
  std::size_t jumps = 0;

  [[nodiscard]] std::size_t time() const { return 0; }
  [[nodiscard]] std::size_t position() const { return 1; }
  [[nodiscard]] std::size_t rate() const { return position() + coordinates; }
  [[nodiscard]] std::size_t parameter() const { return rate() + coordinates; }
  [[nodiscard]] std::size_t state_size() const { return parameter() + parameters; }
  [[nodiscard]] std::size_t acceleration() const { return state_size(); }
  [[nodiscard]] std::size_t multiplier() const { return acceleration() + coordinates; }
  [[nodiscard]] std::size_t friction() const { return multiplier() + multipliers; }
  [[nodiscard]] std::size_t impulse() const { return friction() + frictions; }
  [[nodiscard]] std::size_t history() const { return impulse() + impacts; }
  [[nodiscard]] std::size_t jump() const { return history() + histories; }
  [[nodiscard]] std::size_t full_size() const { return jump() + jumps; }
};

} // namespace lowering
} // namespace dalembert
