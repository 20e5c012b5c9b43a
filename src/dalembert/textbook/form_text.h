#pragma once

#include <dalembert/derivation/motion_form.h>
#include <dalembert/textbook/plain_form.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace textbook {

// What the lines of one form may cost together.
inline constexpr std::size_t most_form_work = 1'000'000;   ///< products of terms for all lines
inline constexpr std::size_t most_form_steps = 50'000'000; ///< of all zero tests of the lines: half a second
inline constexpr std::size_t most_line_terms = 300; ///< of one line multiplied out; with more, its parts get names

/// One line of a form in print: an equation, or `name = value`.
struct FormText {
  PartKind kind = PartKind::equation;
  std::string name; ///< of a value; what an equation is of
  /// The line; of a value `left` is its name. Nothing where no text within longest_plain_text says it.
  std::optional<PlainEquation> line;
};

/// Prints the parts of a form as PlainForm prints Lagrange's equations; every line that was rearranged is proved.
/// `equations` are those that the form was derived from. For parts of more than `most_nodes` distinct nodes no text is
/// looked for.
[[nodiscard]] std::vector<FormText> form_text(const Equations& equations, const MotionForm& form,
                                              std::size_t most_nodes = std::numeric_limits<std::size_t>::max());

} // namespace textbook
} // namespace dalembert
