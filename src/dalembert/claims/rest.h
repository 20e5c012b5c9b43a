#pragma once

#include <dalembert/claims/correction.h>
#include <dalembert/exact/row_monomials.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace claims {

/// Equilibria (all rates and accelerations are 0) and relative equilibria (all accelerations, and the rates of the
/// coordinates on which the equations depend): the states at which a claim about equilibria is meant.
struct Rest {
  std::vector<std::size_t> among; ///< the coordinates that the claim is about: none of them is accelerated
  std::vector<std::size_t> still; ///< those of them of which the rates are 0
  std::vector<std::size_t> zero;  ///< coordinates that are 0 besides
};

/// Returns the kinds of rest that a system may have: relative equilibria first, then equilibria, with no coordinate at
/// 0, then with one, then with all angles. Empty where the time appears, and for friction, impacts and rows that are
/// nonlinear in the rates.
[[nodiscard]] std::vector<Rest> kinds_of_rest(CorrectionSearch& search);

/// The same as conditions for RelaxedMotion::draw.
[[nodiscard]] std::vector<RelaxedMotion::Condition> conditions_of(const System& system, const Rest& rest);

/// Prints a kind of rest, with what has to differ from 0: `relative equilibrium (th'' = 0, th' = 0) with sin(th) != 0`.
[[nodiscard]] std::string text(const System& system, const Rest& rest, const std::vector<std::string>& nonzero);

/// What has to differ from 0 for an equation to hold; empty where nothing has to.
using Exclusions = std::vector<std::string>;

/// Returns the factors that may vanish, each as `sin(th) != 0`: not those below a fraction bar, nor parameters.
[[nodiscard]] Exclusions exclusions_of(CorrectionSearch& search, const Factors& factors);

/// True for what is made of parameters alone.
[[nodiscard]] bool is_parameter(const System& system, Expr e);

/// Returns what must differ from 0 for the claim to follow at `rest`: where one equation of motion is then the claim
/// times a factor (as polynomials in what they hold), of that factor what may vanish. Nothing where none is.
/// Source: docs/theory/prove.md, section 3.
[[nodiscard]] std::optional<Exclusions> exclusions_by_factor(CorrectionSearch& search, const Rest& rest);

/// The same by exact states: as many parameters as there are accelerations are given the values that make these
/// vanish, and the claim is looked at there. What has to differ from 0 is what they are multiplied by.
/// `draws`: so many states may be drawn; it is reduced by those that were.
[[nodiscard]] std::optional<Exclusions> exclusions_by_balance(CorrectionSearch& search, const Rest& rest, int& draws);

} // namespace claims
} // namespace dalembert
