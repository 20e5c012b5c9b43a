#include <dalembert/algebra/printed_text.h>
#include <dalembert/algebra/work_budget.h>
#include <dalembert/textbook/balance_terms.h>
#include <dalembert/textbook/name_search.h>
#include <dalembert/textbook/primitive_terms.h>
#include <dalembert/textbook/print_balance.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/textbook/shared_text.h>

#include <limits>

namespace dalembert {
inline namespace textbook {

namespace {

/// @throws InternalError where the line says something else
Answer says_balance(Graph& graph, const PlainEquation& line, const Balance& balance, const KnownTexts& known) {
  const Expr difference = graph.sub(read_printed(graph, line.left, known), read_printed(graph, line.right, known));
  return says_what_is_meant(graph, graph.mul(read_printed(graph, line.divisor, known), difference), balance.meant);
}

/// The balance without denominators and common factors where such a line is found and is shorter than `longest` nodes.
std::optional<PlainEquation> primitive_line(Algebra& algebra, const Balance& balance,
                                            const std::optional<BalanceTerms>& terms, int longest) {
  std::optional<PlainEquation> best;
  const auto consider = [&](const PrimitiveTerms& primitive) {
    try {
      std::optional<PlainEquation> line =
          written(algebra, primitive.terms, balance.leader, Effort::thorough, primitive.divisor);
      if (line && line->nodes < (best ? best->nodes : longest)) best = std::move(line);
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

/// The balance in plain form, proved; nothing where it has none or where the proof decides nothing. @throws BudgetSpent
std::optional<PlainEquation> multiplied_out(Algebra& algebra, const Balance& balance, const KnownTexts& known,
                                            NameSearch* names) {
  const std::optional<BalanceTerms> terms = terms_of(algebra.expansion, balance);
  if (!terms && !balance.is_scaled) return std::nullopt;
  PlainEquation out;
  if (!terms) {
    std::optional<PlainEquation> line = primitive_line(algebra, balance, terms, std::numeric_limits<int>::max());
    if (!line) return std::nullopt;
    line->coordinate = balance.of;
    return says_balance(algebra.graph, *line, balance, known) == Answer::yes ? line : std::nullopt;
  }
  KnownTexts meanings = known;
  std::vector<std::size_t> used;
  if (names == nullptr || names->names().ways().empty()) {
    std::optional<PlainEquation> line = written(algebra, *terms, balance.leader, Effort::thorough);
    if (!line) return std::nullopt;
    out = std::move(*line);
  } else {
    std::optional<NamedLine> best = names->written(balance, *terms);
    if (!best) return std::nullopt;
    out = std::move(best->line);
    used = std::move(best->names);
    std::vector<Expr> named;
    for (const auto& [text, meaning] : names->names().meanings()) {
      meanings.emplace(text, meaning);
      named.push_back(meaning);
    }
    // What stands in a name for a rate may stand nowhere else in the balance: th' in that of a*cos(th).
    if (std::optional<KnownTexts> below = texts_below(algebra.graph, named)) meanings.merge(*below);
  }
  if (std::optional<PlainEquation> shorter = primitive_line(algebra, balance, terms, out.nodes)) {
    out = std::move(*shorter);
    used.clear();
  }
  out.coordinate = balance.of;
  if (says_balance(algebra.graph, out, balance, meanings) != Answer::yes) return std::nullopt;
  if (!used.empty()) names->define(out);
  return out;
}

/// The balance as the graph holds it, sums within sums joined and shared parts named: equal by construction.
std::optional<PlainEquation> structural(Algebra& algebra, const Balance& balance, KnownTexts known) {
  Graph& graph = algebra.graph;
  const std::vector<Expr> roots{balance.motion, balance.forces};
  std::optional<SharedText> shared = shared_text(algebra.atoms, roots, known, longest_plain_text);
  if (!shared) return std::nullopt;
  PlainEquation out;
  out.coordinate = balance.of;
  out.left = std::move(shared->formulas[0]);
  out.right = std::move(shared->formulas[1]);
  out.definitions = std::move(shared->definitions);
  out.nodes = node_count(out.left) + node_count(out.right) + 1;
  known.merge(shared->literals);
  read_definitions(graph, out.definitions, known);
  static_cast<void>(says_balance(graph, out, balance, known));
  return out;
}

} // namespace

std::optional<PlainEquation> print(Algebra& algebra, const Balance& balance, NameSearch* names) {
  const std::vector<Expr> roots{balance.meant, balance.motion, balance.forces};
  const std::optional<KnownTexts> known = texts_below(algebra.graph, roots);
  if (!known) return std::nullopt;
  try {
    auto out = multiplied_out(algebra, balance, *known, names);
    if (out && out->text().size() <= longest_plain_line) return out;
  } catch (const BudgetSpent&) { // NOLINT: the structural text needs no search
  }
  return structural(algebra, balance, *known);
}

} // namespace textbook
} // namespace dalembert
