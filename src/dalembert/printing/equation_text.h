#pragma once

#include <dalembert/analysis/integrals.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/textbook/plain_form.h>

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace printing {

/// One equation as a person reads it, in the syntax of the language; what was rearranged is proved (PlainForm).
struct EquationLine : Line {
  std::string of;                            ///< the coordinate it belongs to
  std::vector<Definition> definitions;       ///< parts with a name of their own; mostly none
  std::vector<Formula> ranges;               ///< of a line for a family: `i in 1..n`; none for a single one
  [[nodiscard]] Formula with_ranges() const; ///< `left = right, i in 1..n`
};

/// The line of `of`; without sides where there is no text.
[[nodiscard]] EquationLine equation_line(std::string of, std::optional<PlainEquation> equation);

/// How much text is wanted, in characters.
struct TextBudget {
  std::size_t line = longest_plain_text;
  std::size_t total = std::numeric_limits<std::size_t>::max();
  std::size_t nodes = std::numeric_limits<std::size_t>::max();      ///< of an equation that a text is looked for
  std::size_t form_nodes = std::numeric_limits<std::size_t>::max(); ///< of a line of a derived form, likewise
};

/// Returns Lagrange's equations (1) of the system line by line. An equation whose text would pass the budget is left
/// out: its line is empty, and its matrices say the same in less space.
[[nodiscard]] std::vector<EquationLine> equation_lines(const Equations& equations, const TextBudget& budget = {});

/// Returns `e` in plain form, as the graph holds it where it is too long to be multiplied out; nothing where it takes
/// more than `longest` characters at least.
[[nodiscard]] std::optional<Formula> plain_formula(PlainForm& form, const Graph& graph, Expr e,
                                                   std::size_t longest = longest_plain_text);

/// The same as a text of the language.
[[nodiscard]] std::optional<std::string> plain_text(PlainForm& form, const Graph& graph, Expr e,
                                                    std::size_t longest = longest_plain_text);

/// Returns what the model's own names (`let`, `speed`) in a formula of the user's mean, each behind those that it uses.
/// `texts` are of the same equations.
[[nodiscard]] std::vector<Definition> meanings_in(const Equations& equations, const Formula& formula,
                                                  const PlainForm* texts = nullptr);

/// What names were said to mean, so that they are explained once; a later line may give a name another meaning.
using Said = std::map<std::string, Formula>;
[[nodiscard]] bool is_said(const Said& said, const Definition& definition);
/// Adds a definition, and returns false where it was said already.
bool say(Said& said, const Definition& definition);

/// `with name = meaning`
[[nodiscard]] Formula with_meaning(const Definition& definition);

/// Returns R = Σ K[k]·λₖ of reaction `index`, the right-hand side alone: `lambda.blade`, `-lambda.guide/r`.
[[nodiscard]] Formula reaction_formula(const Equations& equations, std::size_t index);

/// Returns what the user wrote of the speed of a reaction, for the names in it: the speed, or direction and points.
[[nodiscard]] Formula speed_formula(const Reaction& reaction);

/// Returns F of an integral F = const in the language; its constraints where it is too long to print.
[[nodiscard]] std::string integral_text(const PlainForm& texts, const System& system,
                                        const ConstraintIntegral& integral);

/// Returns true where the structural text of `e` takes more than about `longest` characters, one for each node and each
/// operator between two; shared parts count wherever they are printed.
[[nodiscard]] bool prints_more(const Graph& graph, Expr e, std::size_t longest);

} // namespace printing
} // namespace dalembert
