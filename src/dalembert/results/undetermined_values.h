#pragma once

#include <dalembert/results/force_choices.h>

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace results {

/// What the equations of motion do not determine at one state: these values have none. Nothing is listed where all are
/// determined, up to what is chosen of multipliers of redundant rows.
struct UndeterminedValues {
  std::vector<bool> accelerations; ///< n, or empty; the forces of constraints Qc likewise
  std::vector<bool> multipliers;   ///< m, or empty
  std::vector<bool> reactions;     ///< R, then the friction forces F; or empty
  bool has_contradiction = false;  ///< rows require different accelerations: they are not met by any
  std::string reason;              ///< in words; empty where nothing is listed

  [[nodiscard]] bool any() const { return !reason.empty(); }
};

/// The same as values that are not determined: of those that are listed so, without accelerations, one choice of many
/// is known.
/// `reason`: in words, what leaves them open.
[[nodiscard]] UndeterminedValues as_choices(OpenForces open, std::string_view reason);
/// True where what is listed has values that are choices; else it has none.
[[nodiscard]] bool are_choices(const UndeterminedValues& values);

} // namespace results
} // namespace dalembert
