#include <dalembert/algebra/outer_function.h>
#include <dalembert/algebra/printed_text.h>
#include <dalembert/algebra/typeset.h>
#include <dalembert/algebra/work_budget.h>
#include <dalembert/expr/text.h>
#include <dalembert/textbook/balance.h>
#include <dalembert/textbook/balance_terms.h>
#include <dalembert/textbook/name_search.h>
#include <dalembert/textbook/primitive_terms.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/textbook/shared_text.h>

#include <algorithm>
#include <limits>

namespace dalembert {

namespace {

constexpr std::size_t most_line_work = 200'000; ///< products of terms for one expression; a page's width takes 10 000

void prove(Graph& graph, const PlainEquation& line, const Balance& balance, const KnownTexts& known) {
  const Expr difference = graph.sub(read_printed(graph, line.left, known), read_printed(graph, line.right, known));
  prove_equal(graph, graph.mul(read_printed(graph, line.divided_by, known), difference), balance.meant);
}

/// The balance without denominators and common factors where such a line is found and is shorter than `longest` nodes.
std::optional<PlainEquation> primitive_line(Algebra& algebra, const Balance& balance,
                                            const std::optional<BalanceTerms>& terms, int longest) {
  std::optional<PlainEquation> best;
  const auto consider = [&](const PrimitiveTerms& primitive) {
    try {
      PlainEquation line = written(algebra, primitive.terms, balance.leader, Effort::thorough, primitive.divisor);
      if (line.nodes < (best ? best->nodes : longest)) best = std::move(line);
    } catch (const BudgetSpent&) { // NOLINT: the other lines stand
    }
  };
  const CommonFactors which = balance.is_scaled ? CommonFactors::of_positions : CommonFactors::of_parameters;
  if (terms)
    if (const auto divided = without_common_factor(algebra, *terms, which)) consider(*divided);
  if (!balance.is_scaled) return best;
  if (std::optional<PrimitiveTerms> whole = without_denominators(algebra, balance)) {
    if (auto divided = without_common_factor(algebra, whole->terms, which)) {
      whole->terms = std::move(divided->terms);
      whole->divisor.numerator = divided->divisor.numerator;
    }
    consider(*whole);
  }
  return best;
}

/// @throws BudgetSpent
std::optional<PlainEquation> multiplied_out(Algebra& algebra, const Balance& balance, const KnownTexts& known,
                                            NameSearch* names) {
  const std::optional<BalanceTerms> terms = terms_of(algebra.expansion, balance);
  if (!terms && !balance.is_scaled) return std::nullopt;
  PlainEquation out;
  if (!terms) {
    std::optional<PlainEquation> line = primitive_line(algebra, balance, terms, std::numeric_limits<int>::max());
    if (!line) return std::nullopt;
    line->coordinate = balance.of;
    prove(algebra.graph, *line, balance, known);
    return line;
  }
  KnownTexts meanings = known;
  std::vector<std::size_t> used;
  if (names == nullptr || names->names().ways().empty()) {
    out = written(algebra, *terms, balance.leader, Effort::thorough);
  } else {
    NamedLine best = names->written(balance, *terms);
    out = std::move(best.line);
    used = std::move(best.names);
    for (const auto& [text, meaning] : names->names().meanings())
      meanings.emplace(text, meaning);
  }
  if (std::optional<PlainEquation> shorter = primitive_line(algebra, balance, terms, out.nodes)) {
    out = std::move(*shorter);
    used.clear();
  }
  out.coordinate = balance.of;
  prove(algebra.graph, out, balance, meanings);
  if (!used.empty()) names->define(out);
  return out;
}

std::optional<PlainEquation> structural(Algebra& algebra, const Balance& balance, KnownTexts known) {
  Graph& graph = algebra.graph;
  const std::vector<Expr> roots{balance.motion, balance.forces};
  std::optional<SharedText> shared = shared_text(graph, roots, known, PlainForm::longest_text);
  if (!shared) return std::nullopt;
  PlainEquation out;
  out.coordinate = balance.of;
  out.left = shared->texts[0];
  out.right = shared->texts[1];
  out.definitions = std::move(shared->definitions);
  out.nodes = node_count(out.left) + node_count(out.right) + 1;
  known.merge(shared->literals);
  read_definitions(graph, out.definitions, known);
  prove(graph, out, balance, known);
  return out;
}

/// Fewer nodes, or as many without a minus sign before them.
bool is_shorter(const std::string& a, const std::string& b) {
  const int nodes_a = node_count(a);
  const int nodes_b = node_count(b);
  return nodes_a != nodes_b ? nodes_a < nodes_b : a.size() < b.size();
}

/// `asin(F*sin(gamma)/(1/2*M*g - P))`: the text of a function that stands alone, its argument in plain form.
std::optional<std::string> outer_text(Algebra& algebra, Expr e) {
  const std::optional<OuterFunction> outer = outer_function(algebra.graph, e);
  if (!outer) return std::nullopt;
  const std::optional<PlainText> argument = print(algebra, outer->argument);
  if (!argument || !argument->definitions.empty()) return std::nullopt;
  return (outer->is_negative ? "-" : "") + outer->name + "(" + argument->text + ")";
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

std::optional<PlainEquation> print(Algebra& algebra, const Balance& balance, NameSearch* names) {
  const std::vector<Expr> roots{balance.meant, balance.motion, balance.forces};
  const std::optional<KnownTexts> known = texts_below(algebra.graph, roots);
  if (!known) return std::nullopt;
  try {
    auto out = multiplied_out(algebra, balance, *known, names);
    if (out && out->text().size() <= PlainForm::longest_line) return out;
  } catch (const BudgetSpent&) { // NOLINT: the structural text needs no search
  }
  return structural(algebra, balance, *known);
}

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
      out.text = typeset(algebra.atoms, *sum);
      if (limit && node_count(out.text) > limit->nodes) return std::nullopt;
      if (limit && out.text.size() > limit->characters && is_surely_longer(graph, e, limit->characters))
        return std::nullopt;
      if (const auto outer = outer_text(algebra, e); outer && is_shorter(*outer, out.text)) out.text = *outer;
      if (out.text.size() <= PlainForm::longest_text) {
        prove_equal(graph, read_printed(graph, out.text, *known), e);
        return out;
      }
    }
  } catch (const BudgetSpent&) { // NOLINT: the structural text needs no search
  }
  // Names for shared parts take long to find: not where a text with them would not be printed.
  if (limit && is_beyond(graph, e, limit->characters)) return std::nullopt;
  std::optional<SharedText> shared = shared_text(graph, roots, *known, PlainForm::longest_text);
  if (!shared) return std::nullopt;
  out.text = shared->texts[0];
  out.definitions = std::move(shared->definitions);
  known->merge(shared->literals);
  read_definitions(graph, out.definitions, *known);
  prove_equal(graph, read_printed(graph, out.text, *known), e);
  return out;
}

} // namespace dalembert
