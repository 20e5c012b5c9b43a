#pragma once

#include <dalembert/mechanics/claim.h>
#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert {
inline namespace exact {

/// The kind of quantity that a factor is.
enum class WordClass { parameter, time, coordinate, rate, acceleration, let, force, sinusoid };

/// A factor that may stand in a statement about a system, as it would be written.
struct NamedFactor {
  Written written;
  Expr value;
  WordClass kind = WordClass::parameter;
};

/// Returns the factors that a statement about a system may contain: parameters, t, coordinates with their rates and
/// accelerations, lets and speeds, multipliers, reactions and frictions, and the sines and cosines of all angles of
/// which one occurs in `expressions`. A function in `claim` is written as in `claim`.
[[nodiscard]] std::vector<NamedFactor> vocabulary(const System& system, const std::vector<Expr>& expressions,
                                                  const Claim& claim, TimeDerivative& rates);

/// A name, or any expression, written as one factor.
[[nodiscard]] Written word(std::string text, Expr value, int dots = 0);
/// A number as written.
[[nodiscard]] Written number(Graph& graph, const Rational& value);

} // namespace exact
} // namespace dalembert
