#pragma once

#include <dalembert/claims/judgement.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/mechanics/study.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace claims {

/// Optional knowledge that `prove` may use.
struct ProveOptions {
  std::vector<FrictionBranch> frictions;              ///< the branch that is meant; where absent both signs are +1
  const RealSample* sample = nullptr;                 ///< real states; without them only exact points are looked at
  std::vector<std::optional<double>> parameters = {}; ///< values, by declaration: they tell the signs of parameters
  bool diagnoses = true;                              ///< whether a correction of a false claim is looked for
};

/// Judges one claim about a system: is it true on every motion, which facts make it so, and where it is false, which
/// small edit would make it true.
///
/// Truth is exact evaluation at random admissible states modulo a prime; `proved` errs with a probability of about
/// (degree/2⁶²)³. The facts used are a minimal set; another one may exist. A correction is the likeliest found, as the
/// costs of edits go; it need not be what the writer meant. Cost: a few milliseconds for true claims, up to about 40 ms
/// for false ones of systems of a page's size. Source: docs/theory/prove.md.
/// @throws InternalError where exact points and real states contradict one another: a bug of ours
/// @throws ModelError (E1002, E1003) where the claim divides by what vanishes, or needs higher derivatives
[[nodiscard]] Judgement prove(const Study& study, const Equations& equations, const Claim& claim,
                              const ProveOptions& options = {});

} // namespace claims
} // namespace dalembert
