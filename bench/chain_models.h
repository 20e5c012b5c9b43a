#pragma once

#include <string>

namespace dalembert::bench {

/// Chains of n point masses m[i] on light links l[i] that hang from a fixed point, `count n`; angles from the downward
/// vertical. No friction, as in the code written by hand (hand_chain.h).
enum class ChainForm {
  absolute,  ///< angles from the vertical
  relative,  ///< angles between neighbouring links
  cartesian, ///< positions of the masses, one constraint for each link
  pinned,    ///< absolute, the last mass held by two constraints
  rods,      ///< uniform rods by their centres and angles, two constraints for each joint
};

/// The text of the model.
[[nodiscard]] std::string chain_model(ChainForm form);

} // namespace dalembert::bench
