#pragma once

#include <dalembert/analysis/chart_structure.h>
#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// How rich an ansatz for the symmetries of a Lagrangian is; docs/theory/analysis.md lists the functions.
enum class AnsatzReach {
  shifts,      ///< 1
  bodies,      ///< and t, and rotations: lengths of one name or index, angles that T couples
  rotations,   ///< and lengths by all lengths
  expansions,  ///< and by t times lengths
  accelerated, ///< and by t² and t³: uniform fields
};

/// What an ansatz of this reach holds, in words.
[[nodiscard]] std::string_view reach_text(AnsatzReach reach);

/// One function of an ansatz, and which of τ, ξᵢ, f it is a part of.
struct AnsatzFunction {
  static constexpr std::size_t gauge = SIZE_MAX;
  static constexpr std::size_t time = SIZE_MAX - 1;
  std::size_t component = 0; ///< a coordinate, or `gauge` or `time`
  Expr function;
};

/// The functions of an ansatz, gauges first and shifts last: a null space is described by the last ones.
struct AnsatzFunctions {
  std::vector<AnsatzFunction> all;
  /// Whether the gauges hold what a total derivative in L makes of each symmetry; true where L has no terms a(q,t)·v.
  bool are_derivatives_taken_off = true;
};

/// The functions of an ansatz of this reach. Coordinates that L does not hold get the shift alone; nothing where there
/// are more than `most`. What a total derivative makes is left out where there would be more with it.
/// Source: docs/theory/analysis.md (12).
[[nodiscard]] std::optional<AnsatzFunctions> ansatz_functions(const Equations& equations, const ChartStructure& chart,
                                                              AnsatzReach reach, std::size_t most);

} // namespace analysis
} // namespace dalembert
