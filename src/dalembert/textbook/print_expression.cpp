#include <dalembert/algebra/expression_formula.h>
#include <dalembert/algebra/outer_function.h>
#include <dalembert/algebra/printed_text.h>
#include <dalembert/algebra/typeset.h>
#include <dalembert/algebra/work_budget.h>
#include <dalembert/expr/text.h>
#include <dalembert/textbook/print_expression.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/textbook/shared_text.h>
#include <dalembert/typesetting/signed_sum.h>

#include <algorithm>

namespace dalembert {
inline namespace textbook {

namespace {

constexpr std::size_t most_line_work = 200'000; ///< products of terms for one expression; a page's width takes 10 000

/// Fewer nodes, or as many without a minus sign before them.
bool is_shorter(const Formula& a, const Formula& b) {
  const int nodes_a = node_count(a);
  const int nodes_b = node_count(b);
  return nodes_a != nodes_b ? nodes_a < nodes_b : written_length(a) < written_length(b);
}

/// `asin(F*sin(gamma)/(1/2*M*g - P))`: a function that stands alone, its argument in plain form.
std::optional<Formula> outer_formula(Algebra& algebra, Expr e) {
  const std::optional<OuterFunction> outer = outer_function(algebra.graph, e);
  if (!outer) return std::nullopt;
  const std::optional<PlainText> argument = print(algebra, outer->argument);
  if (!argument || !argument->definitions.empty()) return std::nullopt;
  return signed_sum({{outer->is_negative, call_formula(outer->name, argument->formula)}});
}

/// The nodes that a text within the limit may have, at two characters for each.
int most_nodes(const std::optional<TextLimit>& limit) {
  if (!limit) return TextLimit::any_nodes;
  return static_cast<int>(std::min(static_cast<std::size_t>(limit->nodes), limit->characters / 2));
}

/// True where the structural text is longer.
bool is_beyond(const Graph& graph, Expr e, std::size_t longest) {
  return is_surely_longer(graph, e, longest) || text(graph, e, longest).size() > longest;
}

} // namespace

std::optional<PlainText> print(Algebra& algebra, Expr e, const std::optional<TextLimit>& limit) {
  Graph& graph = algebra.graph;
  const std::vector<Expr> roots{e};
  std::optional<KnownTexts> known = texts_below(graph, roots);
  if (!known) return std::nullopt;
  algebra.harmonics.announce(roots);
  PlainText out;
  algebra.human.lead_with(-1);
  try {
    const WorkBudget budget(most_line_work);
    if (const std::optional<Sum> sum = algebra.shortest(e, most_nodes(limit))) {
      out.formula = typeset(algebra.atoms, *sum);
      if (limit && node_count(out.formula) > limit->nodes) return std::nullopt;
      if (auto outer = outer_formula(algebra, e); outer && is_shorter(*outer, out.formula))
        out.formula = std::move(*outer);
      if (written_length(out.formula) <= (limit ? limit->characters : longest_plain_text) &&
          says_what_is_meant(graph, read_printed(graph, out.formula, *known), e) == Answer::yes)
        return out;
    }
  } catch (const BudgetSpent&) { // NOLINT: the structural text needs no search
  }
  // Names for shared parts take long to find: not where a text with them would not be printed.
  if (limit && is_beyond(graph, e, limit->characters)) return std::nullopt;
  std::optional<SharedText> shared = shared_text(algebra.atoms, roots, *known, longest_plain_text);
  if (!shared) return std::nullopt;
  out.formula = std::move(shared->formulas[0]);
  out.definitions = std::move(shared->definitions);
  known->merge(shared->literals);
  read_definitions(graph, out.definitions, *known);
  static_cast<void>(says_what_is_meant(graph, read_printed(graph, out.formula, *known), e));
  return out;
}

} // namespace textbook
} // namespace dalembert
