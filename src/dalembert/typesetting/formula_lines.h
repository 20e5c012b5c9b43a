#pragma once

#include <dalembert/typesetting/formula_node.h>

#include <vector>

namespace dalembert {
inline namespace typesetting {

/// Returns about how wide `node` is set, in em: what lines are broken by.
[[nodiscard]] double formula_width(const FormulaNode& node);

/// True for a fraction of two numbers: a coefficient, set small.
[[nodiscard]] bool is_small_fraction(const FormulaNode& node);

/// True where `node` is taller than a line, so that brackets round it have to grow.
[[nodiscard]] bool is_tall(const FormulaNode& node);

/// A stretch of a formula that stays on one line.
struct FormulaPiece {
  FormulaNode content;          ///< a row
  double width = 0.0;           ///< em
  bool begins_relation = false; ///< its first sign is =, ≤, …
};

/// Cuts a formula before the signs of its top-level sum and before relations. A piece wider than `longest` (em) is cut
/// again, at the sum inside its widest bracket, which then opens in one piece and closes in another; never inside a
/// fraction, an argument or a power. In their order the pieces are the formula.
[[nodiscard]] std::vector<FormulaPiece> formula_pieces(const FormulaNode& formula, double longest);

/// One line of a broken formula.
struct FormulaLine {
  FormulaNode content;       ///< a row
  bool is_continued = false; ///< goes on with what the line before began
};

/// Left and right of a relation; lines of the right begin with it. All is `left` where there is no relation, or where a
/// short right side ends the last of several lines.
struct BrokenFormula {
  std::vector<FormulaLine> left;
  std::vector<FormulaLine> right;
  bool is_beside = false; ///< the first line of the right side stands on the only one of the left
};

/// Fills lines of at most `width` em with the pieces of `formula`.
[[nodiscard]] BrokenFormula broken_formula(const FormulaNode& formula, double width);

} // namespace typesetting
} // namespace dalembert
