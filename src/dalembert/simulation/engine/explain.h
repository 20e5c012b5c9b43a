#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/base/diagnostic.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace simulation {

/// Says which of the user's expressions was not finite at this state: `sqrt(x - 1) is the root of −0.2 at t = 3 s`.
[[nodiscard]] std::string explain_non_finite(const Engine& engine, const Tape& tape, std::span<const double> inputs);

/// Names the accelerations that the equations leave open at this state; nothing where they determine all of them.
[[nodiscard]] std::optional<std::string> open_accelerations(const Engine& engine, const KktMatrices& matrices);
/// Names the coordinates among these that no kinetic energy contains, and what they may be given; nothing where each
/// has an inertia at other states.
[[nodiscard]] std::optional<std::string> help_for_massless(const Engine& engine, const KktMatrices& matrices);
/// Says which accelerations the equations leave open at this state, by the names of the coordinates.
[[nodiscard]] std::string explain_singular(const Engine& engine, const KktMatrices& matrices, double t);

/// Says which constraints or which inertia are about to fail at this state, where something is (to 1e-4, after
/// scaling): the reason why a run cannot pass. For independent constraints.
[[nodiscard]] std::optional<std::string> explain_nearly_singular(const Engine& engine, const KktMatrices& matrices);

/// Says that the row of a constraint is 0 at a state.
[[nodiscard]] std::string row_vanishes(const std::string& constraint);

/// Says that redundant rows require different accelerations, by how much (KktStatus::contradiction; not finite where
/// their terms overflow) and `where`: `here`, `at t = 1 s`.
[[nodiscard]] std::string unmet_rows(double contradiction, std::string_view where);

/// A place where branches of the constraints come close, and miss each other.
struct Corner {
  double t = 0.0;    ///< s
  double miss = 0.0; ///< what they miss each other by, as a share of the terms of the rows
  void archive(Archive& with) { with(t, miss); }
};

/// Says that steps do not follow the motion round a corner; `fixed_step`: how long they are, s, 0 where they adapt.
[[nodiscard]] std::string explain_corner(const Corner& corner, double fixed_step);
/// Says that less than the tolerance of a run decides on which branch it goes on behind a corner; nothing where no
/// corner is so close.
[[nodiscard]] std::optional<Diagnostic> close_corners(const Engine& engine, std::span<const Corner> corners,
                                                      double tolerance);

/// On the constraints the accelerations meet every row; redundant rows that require different ones have no motion.
/// @throws SolveError where the rows contradict one another
void require_met_rows(const KktStatus& status, double t);

/// Says that the friction law has no (or `solutions`) motions at this state: Painlevé's paradox.
[[nodiscard]] std::string explain_painleve(const Engine& engine, std::size_t solutions, double t);

} // namespace simulation
} // namespace dalembert
