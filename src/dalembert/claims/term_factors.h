#pragma once

#include <dalembert/claims/correction.h>
#include <dalembert/claims/term_names.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace claims {

/// A term with one factor changed, and what that change is.
struct TermEdit {
  Written term;
  Trial trial;
  bool flips = false; ///< the sign of the term changes as well
};

/// What a term should be multiplied by, at the two states.
struct Multiples {
  Residue first;
  std::optional<Residue> second;
};

/// Returns the edits of one or a few factors that multiply `term` by `k`: a factor exchanged for a quantity, dropped,
/// added above or below, a power more; with a small number where needed.
[[nodiscard]] std::vector<TermEdit> search_factors(CorrectionSearch& search, const Written& term, const Multiples& k,
                                                   TermNames& names);

/// `term` with its number multiplied by `k`.
[[nodiscard]] Written scaled(Graph& graph, const Written& term, const Rational& k);

/// `term` multiplied by a word to the power ±1 or ±2; what is there already is joined or cancelled.
[[nodiscard]] Written multiplied(Graph& graph, const Written& term, const Written& word, int exponent);

/// How likely it is that `word` was meant where `name`, of value `own`, stands.
[[nodiscard]] Trial swap_trial(Graph& graph, const Written& name, Expr own, const NamedFactor& word,
                               const std::vector<NamedFactor>& words);

} // namespace claims
} // namespace dalembert
