#include <dalembert/textbook/arrangement.h>
#include <dalembert/textbook/balance.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/textbook/shared_text.h>
#include <dalembert/textbook/typeset.h>

namespace dalembert {

namespace {

void prove(Graph& graph, const PlainEquation& line, const Balance& balance, const KnownTexts& known) {
  const Expr difference = graph.sub(read_printed(graph, line.left, known), read_printed(graph, line.right, known));
  prove_equal(graph, graph.mul(read_printed(graph, line.divided_by, known), difference), balance.meant);
}

/// @throws BudgetSpent
std::optional<PlainEquation> multiplied_out(Algebra& algebra, const Balance& balance, const KnownTexts& known) {
  // The derived difference, not `motion`, so that what cancels in it is gone.
  const Laurent* difference = algebra.expansion.of(balance.meant);
  const Laurent* forces = algebra.expansion.of(balance.forces);
  const Laurent* declared = algebra.expansion.of(balance.declared);
  if (difference == nullptr || forces == nullptr || declared == nullptr) return std::nullopt;
  algebra.human.lead_with(balance.leader);
  const Sides sides = arrange(algebra, sum(*difference, *forces), *forces, *declared);
  PlainEquation out;
  out.coordinate = balance.of;
  out.left = typeset(algebra.atoms, sides.left);
  out.right = typeset(algebra.atoms, sides.right);
  out.divided_by = typeset(algebra.atoms, {sides.divisor});
  out.nodes = node_count(out.left) + (sides.right.empty() ? 0 : node_count(out.right) + 1);
  prove(algebra.graph, out, balance, known);
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

} // namespace

std::optional<PlainEquation> print(Algebra& algebra, const Balance& balance) {
  const std::vector<Expr> roots{balance.meant, balance.motion, balance.forces};
  const std::optional<KnownTexts> known = texts_below(algebra.graph, roots);
  if (!known) return std::nullopt;
  try {
    if (auto out = multiplied_out(algebra, balance, *known)) return out;
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
    if (const std::optional<Sum> sum = algebra.shortest(e)) {
      out.text = typeset(algebra.atoms, *sum);
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
