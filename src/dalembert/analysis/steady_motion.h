#pragma once

#include <dalembert/analysis/characteristic.h>
#include <dalembert/analysis/reduced_residual.h>
#include <dalembert/analysis/stability.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// A steady motion in symbols: coordinates that stay at a value (or at any), rates that run.
struct SymbolicSteadyMotion {
  struct Value {
    std::size_t coordinate = 0;
    std::optional<Expr> value; ///< nothing: any value
  };
  std::vector<Value> positions;                ///< of the coordinates that are not ignorable
  std::vector<Value> speeds;                   ///< independent rates of the ignorable ones
  std::size_t zeros = 0;                       ///< structural zeros of the linear motion
  bool drifts = false;                         ///< they have fewer eigenvectors: some deviations grow with t
  SPolynomial characteristic;                  ///< what remains after them, leading coefficient 1
  std::vector<SPolynomial> factors;            ///< of the characteristic polynomial, where some were found
  std::vector<Expr> roots;                     ///< 1/√u of what must be positive: radicands of the equations, radii
  std::vector<SymbolicCondition> exists;       ///< where the values and these roots are real
  std::vector<Expr> exists_for;                ///< parameters in these conditions that are taken positive
  std::optional<StabilityCondition> condition; ///< where one was found
};

/// The steady motions of a system in symbolic form.
struct SymbolicSteadyMotions {
  std::vector<Expr> conditions; ///< R at constant w: the expressions that must vanish, those that do not by themselves
  std::vector<SymbolicSteadyMotion> motions;
  bool left_out_unreal = false; ///< solutions that are not real for parameters as assumed
  std::string note;             ///< limits of the search that were met; empty where none was
  /// Solutions beyond `motions`: none but what `note` says, unknown ones, or unknown ones that were all found in
  /// numbers.
  enum class Others { none, possible, found_in_numbers };
  Others others = Others::none;
};

/// What is said of solutions that are not listed: `note`, and of others; empty where there is nothing to say.
[[nodiscard]] std::string left_out_text(const SymbolicSteadyMotions& symbolic);

/// Tries each coordinate that is not ignorable at any value, at 0, π/2 and π (angles), where a condition is linear in
/// its cosine or sine, or (lengths) where the conditions are linear in it; each running rate w at any value, at 0 and
/// at the root of a condition αw² + βw + γ = 0 in which α, β or γ is zero; and returns those that satisfy the
/// conditions identically. What `condition_branches` finds beyond these is added; what follows from a motion by a
/// change of signs is not, and the note says which. Where the branches are not complete the note says that others may
/// exist. A special case of a motion found before is returned where its stability is decided and that of the general
/// case is not.
///
/// The linear motion about it is that of the reduced residual; its characteristic polynomial is
///   det [ s − ∂q̇/∂q  −∂q̇/∂w ; ∂R/∂q  s·∂R/∂ẇ + ∂R/∂w ]                              docs/theory/analysis.md (11)
/// No motion has a divisor that vanishes, rows that lose their rank or a negative radius. Signs are judged with
/// parameters positive (`assumed_positive`). Solutions that are complex for all such parameters are omitted. Holonomic
/// rows are solved for a coordinate first where they can be (ShorterSystem). Nothing where the reduced residual cannot
/// be formed. Ten positions and speeds, 1500 combinations and 12 motions are the bound: the note says where it was met.
[[nodiscard]] SymbolicSteadyMotions symbolic_steady_motions(const Equations& equations);

} // namespace analysis
} // namespace dalembert
