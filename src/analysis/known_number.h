#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/expr/residue.h>

#include <optional>
#include <span>
#include <vector>

namespace dalembert {

/// Values of the same parameters at two independent draws modulo the prime.
struct ParameterDraws {
  std::vector<Expr> symbols;
  std::vector<Residue> first;
  std::vector<Residue> second;
};

/// Recognises a function of parameters by its values at two draws: a small fraction times a product of at most three
/// parameters or their inverses. Nothing where it is none of these.
[[nodiscard]] std::optional<Expr> known_number(Graph& graph, const ParameterDraws& draws, Residue at_first,
                                               Residue at_second);

/// Returns the fraction a/b with |a|, b ≤ 2000 that has this residue; nothing where there is none.
[[nodiscard]] std::optional<Rational> small_fraction(Residue value);

} // namespace dalembert
