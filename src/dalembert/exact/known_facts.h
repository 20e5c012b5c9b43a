#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/exact/real_sample.h>
#include <dalembert/expr/graph.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace exact {

/// Which facts of a system a proof may use. A claim that follows from a part of the facts holds on every motion; what
/// a part does not prove stays open.
struct KnownFacts {
  enum class Positions : std::uint8_t {
    all,      ///< of every holonomic constraint
    solvable, ///< of those that can be solved one after the other; the others are forgotten
    none,     ///< positions are free
  };
  Positions positions = Positions::none;
  std::size_t first = 0;                   ///< the constraint whose positions are solved first
  std::vector<std::size_t> rates = {};     ///< constraints whose velocity and acceleration are known, ascending
  std::vector<std::size_t> equations = {}; ///< coordinates whose equation of motion is known, ascending
  /// The multipliers of the constraints that are not in `rates` are 0 instead of free: right for claims without
  /// multipliers where those constraints follow from the ones in `rates`.
  bool are_others_idle = false;

  [[nodiscard]] bool has_rate(std::size_t constraint) const;
  [[nodiscard]] bool has_equation(std::size_t coordinate) const;

  [[nodiscard]] static KnownFacts all_of(const Equations& equations);
};

/// Parts of the facts by which to judge a claim that all of them leave open, because the constraints cannot be solved
/// or the equations hold too many branches; those that may prove most come first. `claim` is written in accelerations
/// and multipliers.
/// Where there are real states, parts with constraints whose rows are independent at each of them: then the real states
/// are limits of the exact ones. Source: docs/theory/prove.md, section 1.
[[nodiscard]] std::vector<KnownFacts> parts_for(const Equations& equations, Expr claim, const RealSample* sample);

} // namespace exact
} // namespace dalembert
