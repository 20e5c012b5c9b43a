#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/lowering/views.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Which value a function that jumps has from here on.
struct JumpMode {
  enum class Kind {
    evaluated, ///< the one at each state
    held,      ///< `value`
    slides,    ///< the one that keeps the state on the surface, between `below` and `above`
  };
  Kind kind = Kind::evaluated;
  double value = 0.0;
  double below = 0.0; ///< of a sliding one, its value on the side on which u is smaller
  double above = 0.0;
  double level = 0.0; ///< of a sliding one: the surface is u = level

  void archive(Archive& with) { with(kind, value, below, above, level); }
  [[nodiscard]] bool slides() const { return kind == Kind::slides; }
  static JumpMode holding(double value) { return {Kind::held, value, 0.0, 0.0, 0.0}; }
  static JumpMode sliding(double below, double above, double level) {
    return {Kind::slides, (below + above) / 2, below, above, level};
  }
  friend bool operator==(const JumpMode&, const JumpMode&) = default;
};

/// Gives the functions that jump (Programs::jumps) their values σ in the equations of motion. Where some of them slide,
/// σ solves u̇ᵢ(σ) = 0 for their arguments u, in which the accelerations are affine: Filippov's convex combination.
class JumpSolver {
public:
  explicit JumpSolver(const Engine& engine);

  [[nodiscard]] std::size_t size() const { return modes_.size(); }
  /// Evaluates arguments and functions at the state in `inputs`.
  void evaluate(std::span<const double> inputs);
  [[nodiscard]] const std::vector<JumpMode>& modes() const { return modes_; }
  void set_modes(const std::vector<JumpMode>& modes);
  /// Those that slide.
  [[nodiscard]] const std::vector<std::size_t>& sliding() const { return sliding_; }
  /// What was evaluated last.
  [[nodiscard]] JumpView view(std::size_t jump) const { return {jump, engine_.coordinates(), outputs_}; }
  /// u̇ with the accelerations in `inputs`.
  [[nodiscard]] double rate(std::size_t jump, std::span<const double> inputs) const;

  void archive(Archive& with) { with(outputs_, modes_, sliding_); }

  /// Writes σ into `inputs` and calls `solve`, which writes the accelerations there: once, or as often as sliding ones
  /// need. @throws SolveError where no values keep the state on the surfaces
  void solve(std::span<double> inputs, const std::function<void()>& solve);

private:
  [[nodiscard]] double terms(std::size_t jump, std::span<const double> inputs) const;
  [[nodiscard]] double value_without_effect(std::size_t jump, std::span<const double> inputs) const;
  void slide(std::span<double> inputs, const std::function<void()>& solve);

  const Engine& engine_;
  ProgramInstance program_;
  std::vector<double> outputs_;
  std::vector<JumpMode> modes_;
  std::vector<std::size_t> sliding_;
};

} // namespace simulation
} // namespace dalembert
