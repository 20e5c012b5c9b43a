#pragma once

#include <dalembert/algebra/algebra.h>
#include <dalembert/algebra/text_limit.h>
#include <dalembert/textbook/plain_form.h>

#include <optional>
#include <string>

namespace dalembert {

class NameSearch;

/// An equation motion = forces on its way into print.
struct Balance {
  std::string of;  ///< the coordinate (or constraint, or impact) it belongs to
  int leader = -1; ///< the coordinate whose acceleration leads; −1 for none
  Expr motion;     ///< inertia, potential and dissipation
  Expr forces;     ///< what stands on the right
  Expr declared;   ///< the part of `forces` that the user gave
  Expr meant;      ///< motion − forces as derived: what the printed line is proved against
  /// True where the line may be divided by factors that hold positions: elimination has multiplied by some.
  bool is_scaled = false;
};

/// Prints a balance in plain form, or structurally where it is too long to be multiplied out; nothing where no text
/// within PlainForm::longest_text says it. Where `names` are given, those that shorten the line stand in it, with their
/// definitions. Every line is read back and proved.
[[nodiscard]] std::optional<PlainEquation> print(Algebra& algebra, const Balance& balance, NameSearch* names = nullptr);

/// The same for an expression. Where a limit is given, the caller prints no text that passes it, nor names for shared
/// parts: there may be nothing instead.
[[nodiscard]] std::optional<PlainText> print(Algebra& algebra, Expr e,
                                             const std::optional<TextLimit>& limit = std::nullopt);

} // namespace dalembert
