#pragma once

#include <dalembert/analysis/symmetry.h>
#include <dalembert/exact/motion_judge.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Combinations of symmetries whose J is conserved.
struct KeptCombinations {
  std::vector<Symmetry> found;
  std::string note; ///< what was not looked for, or not to the end; empty where nothing
};

/// Finds the combinations of symmetries, with factors that depend on parameters alone, that forces and constraints
/// leave alone: the null space of the rates J̇ at exact admissible points with given parameters. Every one is proved on
/// the motions; `judge`: of these equations. Source: docs/theory/analysis.md (13).
[[nodiscard]] KeptCombinations kept_combinations(const Equations& equations, const std::vector<Symmetry>& all,
                                                 MotionJudge& judge);

} // namespace analysis
} // namespace dalembert
