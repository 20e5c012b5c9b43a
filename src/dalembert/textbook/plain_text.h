#pragma once

#include <dalembert/algebra/text_limit.h>
#include <dalembert/typesetting/formula_syntax.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {
inline namespace textbook {

inline constexpr std::size_t longest_plain_text = TextLimit().characters;
inline constexpr std::size_t longest_plain_line = 4'000; ///< characters of one equation that is printed multiplied out

/// A sub-expression with a name of its own: `s1 = l1*theta1' + …`.
struct Definition {
  Formula name; ///< `s1`, `M[k]`, `f(a, b)`
  Formula meaning;
  [[nodiscard]] std::string text() const { return written(name) + " = " + written(meaning); }
  friend bool operator==(const Definition&, const Definition&) = default;
};

/// Returns the characters of definitions in print.
[[nodiscard]] inline std::size_t length_of(const std::vector<Definition>& definitions) {
  std::size_t out = 0;
  for (const Definition& d : definitions)
    out += written_length(d.name) + written_length(d.meaning);
  return out;
}

/// A printed expression in the language's own syntax. Where it would be too long to multiply out it is the structural
/// formula, in which shared parts have names.
struct PlainText {
  Formula formula;
  std::vector<Definition> definitions; ///< each uses only earlier ones
};

/// One of Lagrange's equations as a person reads it, in the language's own syntax.
///   (left − right) · divisor = left minus right of equation (1)         docs/theory/lagrange.md
/// On the left inertia first (own acceleration, then in order of declaration), then rates, then the rest; on the right
/// declared forces, multipliers and friction, or 0.
struct PlainEquation : Line {
  std::string coordinate;
  std::vector<Definition> definitions; ///< `with s1 = …`, each using only earlier ones; mostly none
  int nodes = 0;                       ///< names, numbers, operators and functions printed
};

} // namespace textbook
} // namespace dalembert
