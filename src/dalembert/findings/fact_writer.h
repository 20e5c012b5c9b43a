#pragma once

#include <dalembert/base/answer.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/textbook/plain_form.h>
#include <dalembert/typesetting/formula_syntax.h>
#include <dalembert/typesetting/page.h>

#include <optional>
#include <string>
#include <string_view>

namespace dalembert::inline findings {

/// Writes expressions of one system on a page, and remembers what they share.
class FactWriter {
public:
  FactWriter(Page& page, const Equations& equations)
      : page_(page), graph_(*equations.system->graph), form_(equations), equations_(equations) {}

  [[nodiscard]] Page& page() { return page_; }
  [[nodiscard]] const Style& style() const { return page_.style(); }
  [[nodiscard]] const Equations& equations() const { return equations_; }
  [[nodiscard]] PlainForm& form() { return form_; }
  /// Returns an expression in plain form; nothing where it would take more than `longest` characters.
  [[nodiscard]] std::optional<Formula> formula(Expr e, std::size_t longest = longest_fact);
  /// Sets a formula for the page.
  [[nodiscard]] std::string set(const Formula& formula) const;
  /// Sets an expression for the page; nothing where it would take more than `longest` characters.
  [[nodiscard]] std::optional<std::string> text(Expr e, std::size_t longest = longest_fact);
  /// The same, or the words that say it is too long.
  [[nodiscard]] std::string text_or_long(Expr e);
  /// Adds `name = expression` as a row.
  void equation(std::string_view label, std::string_view name, Expr e);

  static constexpr std::string_view too_long = "(too long to print)";

private:
  static constexpr std::size_t longest_fact = 600;

  Page& page_;
  const Graph& graph_;
  PlainForm form_;
  const Equations& equations_;
};

/// `conserved`, `not conserved`, `undecided`.
[[nodiscard]] std::string_view conserved_word(Answer answer);

} // namespace dalembert::inline findings
