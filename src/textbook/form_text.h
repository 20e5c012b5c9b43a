#pragma once

#include <dalembert/derivation/motion_form.h>
#include <dalembert/textbook/plain_form.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {

/// One line of a form in print: an equation, or `name = value`.
struct FormText {
  PartKind kind = PartKind::equation;
  std::string name; ///< of a value; what an equation is of
  /// The text; of a value `left` is its name. Nothing where no text within PlainForm::longest_text says it.
  std::optional<PlainEquation> line;
};

/// Prints the parts of a form as PlainForm prints Lagrange's equations; every line is proved against the graph.
/// `equations` are those that the form was derived from.
[[nodiscard]] std::vector<FormText> form_text(const Equations& equations, const MotionForm& form);

} // namespace dalembert
