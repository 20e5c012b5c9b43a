#pragma once

#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {

/// One equation as a person reads it, in the syntax of the language.
struct EquationLine {
  std::string of;    ///< the coordinate it belongs to
  std::string left;  ///< inertia, potential and dissipation
  std::string right; ///< declared forces, multipliers, friction
  [[nodiscard]] std::string text() const { return left + " = " + right; }
};

/// Returns Lagrange's equations (1) of the system line by line. An equation whose text would pass `budget` characters
/// is left out: its `left` is empty, and its matrices say the same in less space.
[[nodiscard]] std::vector<EquationLine> equation_lines(const Equations& equations, std::size_t budget = 20000);

/// Returns R = Σ K[k]·λₖ of reaction `index`, the right-hand side alone: `lambda.blade`, `-lambda.guide/r`.
[[nodiscard]] std::string reaction_formula(const Equations& equations, std::size_t index);

/// Returns the number of characters that the text of `e` takes at least; shared parts count wherever they are printed.
[[nodiscard]] std::size_t printed_size(const Graph& graph, Expr e);

} // namespace dalembert
