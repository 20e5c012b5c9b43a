#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/phases/jump_decision.h>
#include <dalembert/simulation/phases/repetition_guard.h>
#include <dalembert/simulation/phases/reserve.h>
#include <dalembert/simulation/solving/jump_solver.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The functions of the state that jump along a run. Between their surfaces they have the values of one side; where a
/// surface is reached the motion crosses it, or slides on it where both sides push towards it (`jump_decision.h`).
class JumpPhases : public Reserves {
public:
  JumpPhases(const Engine& engine, Motion& motion, RunResult& result);

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const override { return engine_.programs->layout.jumps; }
  /// The distance of u from the nearest surface on its side, or that of a sliding value from the sides.
  [[nodiscard]] double reserve(std::size_t jump, double t, std::span<const double> y) override;
  [[nodiscard]] double negligible(std::size_t jump) const override;
  [[nodiscard]] bool is_watched(std::size_t jump) const override;
  [[nodiscard]] bool needs_forces(std::size_t jump) const override { return modes()[jump].slides(); }

  /// Takes in the first state. @throws SolveError where the motion may leave a surface to both sides
  void start(double t, std::vector<double>& y);
  /// Takes in the instant at which the reserve of `jump` is used up; `y` becomes the state behind it.
  void pass(double t, std::size_t jump, std::vector<double>& y);
  /// Takes in that forces or rates jump; true where the values change.
  bool pass_jump(double t, std::vector<double>& y);
  /// Which values functions have is handed over by the motion.
  void archive(Archive& with) { with(known_, guard_); }

private:
  [[nodiscard]] const std::vector<JumpMode>& modes() const { return motion_.dynamics().jumps().modes(); }
  [[nodiscard]] Jump::Kind kind(std::size_t jump) const { return engine_.programs->jumps.jumps[jump].kind; }
  [[nodiscard]] JumpView look(std::size_t jump, double t, std::span<const double> y);
  [[nodiscard]] std::vector<TouchedSurface> touched_at(double t, std::span<const double> y);
  void settle(double t, std::vector<double>& y, const std::vector<TouchedSurface>& touched);
  void note_changes(double t);

  const Engine& engine_;
  Motion& motion_;
  RunResult& result_;
  ProgramInstance program_;
  std::vector<double> values_;
  std::vector<JumpMode> known_; ///< as recorded
  RepetitionGuard guard_{"functions jump"};
};

} // namespace simulation
} // namespace dalembert
