#pragma once

#include <dalembert/base/answer.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/results/result.h>
#include <dalembert/textbook/plain_form.h>
#include <dalembert/typesetting/formula_syntax.h>
#include <dalembert/typesetting/page.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace findings {

/// Draws the system at a state, as HTML for a cell of a table.
using StatePicture = std::function<std::string(const State&)>;

/// Writes expressions of one system on a page, and remembers what they share.
class FactWriter {
public:
  /// `form` is of these equations.
  FactWriter(Page& page, const Equations& equations, PlainForm form)
      : page_(page), graph_(*equations.system->graph), form_(std::move(form)), equations_(equations) {}

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
  /// Sets `left = e` as one formula.
  [[nodiscard]] std::string equation_text(std::string_view left, Expr e);
  /// Sets d/dt(quantity) `relation` rate: `d/dt (m*x') = -c*x'`, one formula where the page sets formulas.
  [[nodiscard]] std::string rate_text(const std::optional<Formula>& quantity, std::string_view relation,
                                      const std::optional<Formula>& rate);
  /// Adds `name = expression` as a row.
  void equation(std::string_view label, std::string_view name, Expr e);

  static constexpr std::string_view too_long = "(too long to print)";

  /// Gives the small pictures of states: HTML, empty where there is none.
  void draw_states(StatePicture picture) { picture_ = std::move(picture); }
  [[nodiscard]] bool has_pictures() const { return picture_ != nullptr; }
  [[nodiscard]] std::string picture(const State& state) const { return picture_ ? picture_(state) : std::string(); }

private:
  static constexpr std::size_t longest_fact = 600;

  Page& page_;
  const Graph& graph_;
  PlainForm form_;
  const Equations& equations_;
  StatePicture picture_;
};

/// `conserved`, `not conserved`, `undecided`.
[[nodiscard]] std::string_view conserved_word(Answer answer);

} // namespace findings
} // namespace dalembert
