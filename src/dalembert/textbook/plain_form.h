#pragma once

#include <dalembert/algebra/text_limit.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/textbook/plain_text.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace textbook {

/// Whether the user's own names (`let`, `speed`) stand in printed equations where they shorten them.
enum class OwnNames { folded, expanded };

/// Prints what was derived in plain, readable form: multiplied out, sines and cosines joined, like terms collected,
/// common factors taken out.
///
/// Every text in plain form is read back and proved equal to the graph's expression by the exact zero test before it is
/// returned. Work is bounded: what is too long to multiply out (beyond `longest_plain_line` characters for an
/// equation), or where the test decides nothing, is printed structurally, which is equal by construction; what is too
/// long for that as well (beyond `longest_plain_text` characters) not at all. Cost: well under a millisecond for an
/// equation of a page's width. One object remembers what equations share.
class PlainForm {
public:
  /// Keeps a reference to `equations`; adds nodes to the graph of their system.
  explicit PlainForm(const Equations& equations, OwnNames names = OwnNames::folded);
  ~PlainForm();
  PlainForm(PlainForm&&) noexcept;
  PlainForm& operator=(PlainForm&&) noexcept;

  /// Returns another form of the same equations that shares what this one has multiplied out, and has the work of a
  /// whole page left.
  [[nodiscard]] PlainForm beside() const;

  /// Returns the equation of coordinate `index`, or nothing where no text within the limit says it. Names of the user's
  /// that stand in it are among its definitions.
  [[nodiscard]] std::optional<PlainEquation> equation(std::size_t index);

  /// Returns the print of any expression over the symbols of the system, or nothing where it would be too long.
  [[nodiscard]] std::optional<PlainText> expression(Expr e);

  /// The same without names for shared parts: nothing where the text would need them, or passes the limit.
  [[nodiscard]] std::optional<Formula> unnamed(Expr e, const TextLimit& limit = {longest_plain_text});

  /// Returns any expression as the graph holds it, shared parts wherever they stand (expr/text.h).
  [[nodiscard]] Formula structural(Expr e) const;

private:
  [[nodiscard]] std::optional<PlainText> expression(Expr e, const std::optional<TextLimit>& limit);

  struct State;
  explicit PlainForm(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

/// Returns all equations, in order of the coordinates; see PlainForm.
[[nodiscard]] std::vector<std::optional<PlainEquation>> plain_equations(const Equations& equations,
                                                                        OwnNames names = OwnNames::folded);

} // namespace textbook
} // namespace dalembert
