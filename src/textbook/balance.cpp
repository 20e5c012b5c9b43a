#include <dalembert/expr/text.h>
#include <dalembert/textbook/balance.h>
#include <dalembert/textbook/balance_terms.h>
#include <dalembert/textbook/name_search.h>
#include <dalembert/textbook/outer_function.h>
#include <dalembert/textbook/printed_text.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/textbook/shared_text.h>
#include <dalembert/textbook/typeset.h>
#include <dalembert/textbook/work_budget.h>

namespace dalembert {

namespace {

constexpr std::size_t most_work = 200'000; ///< products of terms for one expression; a page's width takes 10 000

void prove(Graph& graph, const PlainEquation& line, const Balance& balance, const KnownTexts& known) {
  const Expr difference = graph.sub(read_printed(graph, line.left, known), read_printed(graph, line.right, known));
  prove_equal(graph, graph.mul(read_printed(graph, line.divided_by, known), difference), balance.meant);
}

/// What a name stands for, as the user wrote it, else in plain form.
std::string meaning_text(Algebra& algebra, const LetNames::Name& name) {
  if (!name.written.empty()) return name.written;
  const std::optional<PlainText> plain = print(algebra, name.value);
  return plain && plain->definitions.empty() ? plain->text : text(algebra.graph, name.value);
}

/// @throws BudgetSpent
std::optional<PlainEquation> multiplied_out(Algebra& algebra, const Balance& balance, const KnownTexts& known,
                                            NameSearch* names) {
  const std::optional<BalanceTerms> terms = terms_of(algebra.expansion, balance);
  if (!terms) return std::nullopt;
  PlainEquation out;
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
  out.coordinate = balance.of;
  prove(algebra.graph, out, balance, meanings);
  for (const std::size_t k : used)
    if (const LetNames::Name& name = names->names().names()[k]; holds_name(out.text(), name.text))
      out.definitions.push_back({name.text, meaning_text(algebra, name)});
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

} // namespace

std::optional<PlainEquation> print(Algebra& algebra, const Balance& balance, NameSearch* names) {
  const std::vector<Expr> roots{balance.meant, balance.motion, balance.forces};
  const std::optional<KnownTexts> known = texts_below(algebra.graph, roots);
  if (!known) return std::nullopt;
  try {
    if (auto out = multiplied_out(algebra, balance, *known, names)) return out;
  } catch (const BudgetSpent&) { // NOLINT: the structural text needs no search
  }
  return structural(algebra, balance, *known);
}

std::optional<PlainText> print(Algebra& algebra, Expr e) {
  Graph& graph = algebra.graph;
  const std::vector<Expr> roots{e};
  std::optional<KnownTexts> known = texts_below(graph, roots);
  if (!known) return std::nullopt;
  algebra.waves.announce(roots);
  PlainText out;
  algebra.human.lead_with(-1);
  try {
    const WorkBudget budget(most_work);
    if (const std::optional<Sum> sum = algebra.shortest(e)) {
      out.text = typeset(algebra.atoms, *sum);
      if (const auto outer = outer_text(algebra, e); outer && is_shorter(*outer, out.text)) out.text = *outer;
      prove_equal(graph, read_printed(graph, out.text, *known), e);
      return out;
    }
  } catch (const BudgetSpent&) { // NOLINT: the structural text needs no search
  }
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
