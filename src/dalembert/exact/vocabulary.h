#pragma once

#include <dalembert/mechanics/claim.h>
#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert::inline exact {

/// What kind of thing a word of a model is.
enum class WordClass { parameter, time, coordinate, rate, acceleration, let, force, sinusoid };

/// A factor that may stand in a statement about a system, as it would be written.
struct Word {
  Written written;
  Expr value;
  WordClass kind = WordClass::parameter;
};

/// Returns the words of a system: parameters, t, coordinates with their rates and accelerations, lets and speeds,
/// multipliers, reactions and frictions, and the sines and cosines of all angles of which one
/// occurs in `expressions`.
/// A function that `claim` holds is written as it stands there.
[[nodiscard]] std::vector<Word> vocabulary(const System& system, const std::vector<Expr>& expressions,
                                           const Claim& claim, TimeDerivative& rates);

/// A name, or any expression, as one written word.
[[nodiscard]] Written word(std::string text, Expr value, int dots = 0);
/// A number as written.
[[nodiscard]] Written number(Graph& graph, const Rational& value);

} // namespace dalembert::inline exact
