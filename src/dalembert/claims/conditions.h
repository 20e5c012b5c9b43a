#pragma once

#include <dalembert/claims/correction.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace claims {

/// A condition under which a false claim is true.
struct HoldsIf {
  std::string text;         ///< `g = 0`, `Ix = Iy`, `first order in theta`
  bool is_equality = false; ///< of two parameters
  bool is_of_state = false; ///< a coordinate or a rate is 0
  bool is_place = false;    ///< a coordinate is 0
  bool is_kept = true;      ///< of a state condition: the motion keeps it
  bool is_empty = false;    ///< of `X = const`: nothing is left of X
};

/// Looks for conditions under which `search`'s claim holds, by putting them into the claim and into the model: a
/// parameter is 0, two parameters of one dimension are in the ratio 1, 2 or ½, a rate or a coordinate is 0. Conditions
/// that leave nothing of the claim, or no motion, are left out. Those that take fewest terms from L, Q and D come
/// first.
[[nodiscard]] std::vector<HoldsIf> conditions(CorrectionSearch& search);

/// Returns the values of a rate at which `X = const` holds and that the motion keeps, `phi' = M0/b`: dX/dt is a
/// polynomial in the rate, of which one root is a quotient of parameters. Nothing for other claims.
[[nodiscard]] std::vector<HoldsIf> kept_rates(CorrectionSearch& search);

/// The remark that the rate of `X = const` vanishes at `condition`, which the motion does not keep.
[[nodiscard]] std::string instant_remark(const std::string& condition);

/// How a claim is true to first order in the deviations from an equilibrium.
struct FirstOrder {
  std::string text;       ///< `first order in theta`; empty where it is not
  bool is_linear = false; ///< the claim holds no product of deviations: it was linearised
};

/// Returns whether the claim holds to first order about an equilibrium of the model, in the deviations of all
/// coordinates, rates, accelerations and multipliers together: docs/theory/prove.md (4). Equilibria where all
/// coordinates are 0 are tried, then those where the angles, or one of them, are 0, at any value of the others.
[[nodiscard]] FirstOrder first_order(CorrectionSearch& search);

} // namespace claims
} // namespace dalembert
