#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <optional>

namespace dalembert {
inline namespace lowering {

/// One step of the classical Runge–Kutta method of order 4 (numerics/methods/runge_kutta4.h) of y = (q, v, w) as one
/// program; w are the integrals of the powers (PowerProgram).
struct Rk4Step {
  /// For each of `groups` members: t, h, y, p → y a step of h seconds later. The members have nothing to do with each
  /// other; two in one program leave no gaps where one would wait for its own results.
  Tape tape = Tape({});
  std::size_t groups = 1;
  std::size_t components = 0; ///< of y
  std::size_t parameters = 0;
  bool reads_time = false;

  /// Where the inputs of one member begin, behind those of the members before it.
  [[nodiscard]] std::size_t inputs() const { return 2 + components + parameters; }
};

/// Lowers the step of a motion that has v̇ as a function of its state: no frictions, no functions whose value a run
/// holds, no powers of what belongs to the whole run. Nothing for other motions. No row is put back to 0 behind a step.
/// Cost: four times that of `lower_solved_motion`, for each group.
/// @throws ModelError as `lower`
[[nodiscard]] std::optional<Rk4Step> lower_rk4_step(const Study& study, const Equations& equations,
                                                    const Programs& programs, std::size_t groups);

} // namespace lowering
} // namespace dalembert
