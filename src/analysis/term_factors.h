#pragma once

#include <dalembert/analysis/mend.h>

#include <vector>

namespace dalembert {

/// A term with one factor changed, and what that change is.
struct TermEdit {
  Written term;
  Trial trial;
  bool flips = false; ///< the sign of the term changes as well
};

/// Returns the edits of one or two factors that multiply `term` by `k` (a value at the first state): a factor exchanged
/// for a word, dropped, added above or below, a power more; with a small number where needed.
[[nodiscard]] std::vector<TermEdit> search_factors(MendSearch& search, const Written& term, Residue k);

/// `term` with its number multiplied by `k`.
[[nodiscard]] Written scaled(Graph& graph, const Written& term, const Rational& k);

/// `term` multiplied by a word to the power ±1 or ±2; what is there already is joined or cancelled.
[[nodiscard]] Written multiplied(Graph& graph, const Written& term, const Written& word, int exponent);

/// How likely it is that `word` was meant where `name`, of value `own`, stands.
[[nodiscard]] Trial swap_trial(const Written& name, Expr own, const Word& word, const std::vector<Word>& words);

} // namespace dalembert
