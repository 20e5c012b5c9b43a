#pragma once

#include <dalembert/algebra/text_limit.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {

inline constexpr std::size_t longest_plain_text = TextLimit().characters;
inline constexpr std::size_t longest_plain_line = 4'000; ///< characters of one equation that is printed multiplied out

/// A sub-expression with a name of its own: `s1 = l1*theta1' + …`.
struct Definition {
  std::string name;
  std::string text;
};

/// A printed expression in the language's own syntax. Where it would be too long to multiply out it is the structural
/// text, in which shared parts have names.
struct PlainText {
  std::string text;
  std::vector<Definition> definitions; ///< each uses only earlier ones
};

/// One of Lagrange's equations as a person reads it, in the language's own syntax.
///   (left − right) · divided_by = left minus right of equation (1)         docs/theory/lagrange.md
struct PlainEquation {
  std::string coordinate;
  std::string left;  ///< inertia first (own acceleration, then in order of declaration), then rates, then the rest
  std::string right; ///< declared forces, multipliers and friction, or 0
  std::string divided_by = "1";
  std::vector<Definition> definitions; ///< `with s1 = …`, each using only earlier ones; mostly none
  int nodes = 0;                       ///< names, numbers, operators and functions printed

  [[nodiscard]] std::string text() const { return left + " = " + right; }
};

} // namespace dalembert
