#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/series_program.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// Lowers what the Taylor series of a motion need: dp/dt = f with the forces of constraints and frictions in it, and
/// the rows; no second derivatives.
///   full inputs → p n, f n, φ or ψ of each constraint m, then μ·N of each friction, the slips, the arguments of jumps,
///   and ∂f/∂σ n×jumps (row-major)
/// @throws ModelError as `lower`
[[nodiscard]] Tape lower_motion_series(const Study& study, const Equations& equations, JumpChoice jumps);

/// The same with one output more, ḣ where the rows hold.
[[nodiscard]] Tape lower_series_with_power(const Study& study, const Equations& equations, JumpChoice jumps);

/// What the inputs of full programs are along a motion.
[[nodiscard]] std::vector<SeriesInput> series_inputs(const InputLayout& layout);

/// Where its outputs begin.
struct SeriesOutputs {
  explicit SeriesOutputs(const InputLayout& layout)
      : forces(layout.coordinates),
        rows(2 * layout.coordinates),
        frictions(rows + layout.multipliers),
        slips(frictions + layout.frictions),
        surfaces(slips + layout.frictions),
        by_jumps(surfaces + layout.jumps) {}

  std::size_t momenta = 0;
  std::size_t forces;
  std::size_t rows;
  std::size_t frictions;
  std::size_t slips;
  std::size_t surfaces;
  std::size_t by_jumps;
};

/// When MotionSeries reads so many outputs: those of lower_motion_series, then powers.
[[nodiscard]] std::vector<SeriesRead> series_reads(const InputLayout& layout, std::size_t outputs);

} // namespace lowering
} // namespace dalembert
