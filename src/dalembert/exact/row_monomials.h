#pragma once

#include <dalembert/exact/relaxed_motion.h>
#include <dalembert/exact/vocabulary.h>
#include <dalembert/expr/linear_form.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace exact {

/// The factors of a monomial without its number: bases with nonzero exponents, ordered by base.
using Factors = std::vector<std::pair<Expr, Rational>>;

/// A sum multiplied out: factors → number.
using MonomialSum = std::map<Factors, Rational>;

/// Multiplies `e` out; nothing where it would have more than `most` terms.
[[nodiscard]] std::optional<MonomialSum> multiplied_out(const Graph& graph, Expr e, std::size_t most = 150);
/// The same for one expression after another.
[[nodiscard]] std::optional<MonomialSum> multiplied_out(LinearForms& forms, Expr e, std::size_t most);

/// Returns a·b^power, factor by factor.
[[nodiscard]] Factors times(const Factors& a, const Factors& b, const Rational& power = Rational(1));

/// Writes number·factors as a user would; the sign is left to the caller: `number` must be positive.
[[nodiscard]] Written written(Graph& graph, const std::vector<NamedFactor>& words, const Factors& factors,
                              const Rational& number);

/// A sum of monomials as the parts of a written sum, subtracted where the number is negative.
[[nodiscard]] std::vector<Written> written_terms(Graph& graph, const std::vector<NamedFactor>& words,
                                                 const MonomialSum& polynomial);

/// Prints the terms of a polynomial.
[[nodiscard]] std::string text(Graph& graph, const std::vector<NamedFactor>& words, const MonomialSum& polynomial);

/// One row that a claim may have been taken from.
struct MotionRow {
  Fact fact;
  MonomialSum terms;
};

/// The equations of motion and the constraints at all levels, multiplied out, with reactions in terms of multipliers.
[[nodiscard]] std::vector<MotionRow> rows_of(RelaxedMotion& motion);

} // namespace exact
} // namespace dalembert
