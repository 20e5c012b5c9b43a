#pragma once

#include <dalembert/typesetting/formula_tree.h>
#include <dalembert/typesetting/page.h>
#include <dalembert/typesetting/style.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace typesetting {

// Pieces of HTML pages. All texts are UTF-8; what comes from the user is escaped here and nowhere else.

/// The style that sections print with when their rows become HTML: formulas are marked, nothing is broken.
[[nodiscard]] Style html_style();

/// Returns `text`, whose formulas are marked (style.h), with every formula set in MathML and everything else escaped.
[[nodiscard]] std::string html_text(std::string_view text);

/// How a formula is set. `text` in the middle of a sentence, `display` on a line of its own: wide ones are a sequence
/// of `math` elements, cut where a line may be broken, so that the reader's window decides where it is. `whole` on a
/// line of its own in one `math` element: its lines are those of a printed page, and a narrow window scrolls.
enum class MathStyle { text, display, whole };

[[nodiscard]] std::string html_formula(const FormulaNode& formula, MathStyle style = MathStyle::text);

/// An equation on a line of its own.
struct HtmlEquation {
  FormulaNode formula;
  std::string text = {};   ///< in the language; it stands in `data-text`
  std::string id = {};     ///< what links point to; may be empty
  std::string number = {}; ///< without brackets; empty for none
  std::string remark = {}; ///< what stands beside it; formulas in it are marked
  MathStyle style = MathStyle::display;
};
[[nodiscard]] std::string html_equation(const HtmlEquation& equation);

/// Sets the rows of a page as a list of labels and what is said of them; titles and gaps are left out.
[[nodiscard]] std::string html_rows(const Page& page);

} // namespace typesetting
} // namespace dalembert
