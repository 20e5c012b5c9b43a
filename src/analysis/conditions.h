#pragma once

#include <dalembert/analysis/mend.h>

#include <string>
#include <vector>

namespace dalembert {

/// A condition under which a false claim is true.
struct HoldsIf {
  std::string text;         ///< `g = 0`, `Ix = Iy`, `first order in theta`
  bool is_equality = false; ///< of two parameters
  bool is_of_state = false; ///< a coordinate or a rate is 0
  bool is_kept = true;      ///< of a state condition: the motion keeps it
};

/// Looks for conditions under which `search`'s claim holds, by putting them into the claim and into the model: a
/// parameter is 0, two parameters of one dimension are in the ratio 1, 2 or ½, a rate or a coordinate is 0. Conditions
/// that leave nothing of the claim, or no motion, are not told. Those that take fewest terms from L, Q and D come
/// first.
[[nodiscard]] std::vector<HoldsIf> conditions(MendSearch& search);

/// True where the claim holds to first order in coordinate `index` about an equilibrium at 0: docs/theory/prove.md (4).
[[nodiscard]] bool holds_to_first_order(MendSearch& search, std::size_t index);

} // namespace dalembert
