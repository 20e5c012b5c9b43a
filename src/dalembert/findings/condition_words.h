#pragma once

#include <dalembert/analysis/steady_motion.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/textbook/plain_form.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace findings {

/// The printed stability of a symbolic steady motion, in the syntax of the language.
struct StabilityWords {
  /// `always`, `never`, `theta'^2 > g/(3*r)`, `a > 0 and b > 0`, `c = 0`; empty: not decided
  std::string when;
  std::vector<std::string> assumes; ///< `k > 0`: the signs of parameters that it rests on
  std::vector<std::string> exists;  ///< `g <= R*w^2`: where the motion exists
  std::vector<std::string> holds;   ///< `phi' != 0`: where the verdict holds
  std::string basis;                ///< `proof`, or `draws` where signs are those of draws of the parameters
};

[[nodiscard]] StabilityWords stability_words(PlainForm& form, const Equations& equations,
                                             const SymbolicSteadyMotion& motion);

} // namespace findings
} // namespace dalembert
