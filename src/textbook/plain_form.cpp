#include <dalembert/textbook/arrangement.h>
#include <dalembert/textbook/plain_form.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/textbook/shared_text.h>
#include <dalembert/textbook/typeset.h>

namespace dalembert {

struct PlainForm::State {
  explicit State(const Equations& e) : equations(e), graph(*e.system->graph), algebra(e) {}

  [[nodiscard]] Expr forces(std::size_t index) const;
  [[nodiscard]] std::optional<PlainEquation> multiplied_out(std::size_t index, const KnownTexts& known);
  [[nodiscard]] std::optional<PlainEquation> structural(std::size_t index, KnownTexts known);

  const Equations& equations;
  Graph& graph;
  Algebra algebra;
};

/// What belongs on the right-hand side: declared forces, multipliers, friction.
Expr PlainForm::State::forces(std::size_t index) const {
  Expr out = graph.add(equations.generalized_forces[index], equations.constraint_forces[index]);
  for (std::size_t k = 0; k < equations.frictions.size(); ++k)
    out = graph.add(out, graph.mul(equations.system->frictions[k].symbol, equations.frictions[k].column[index]));
  return out;
}

std::optional<PlainEquation> PlainForm::State::multiplied_out(std::size_t index, const KnownTexts& known) {
  const Expr residual = equations.residual[index];
  Expansion& expansion = algebra.expansion;
  const Laurent* whole = expansion.of(residual);
  const Laurent* force = expansion.of(forces(index));
  const Laurent* declared = expansion.of(equations.generalized_forces[index]);
  if (whole == nullptr || force == nullptr || declared == nullptr) return std::nullopt;
  algebra.human.lead_with(static_cast<int>(index));
  const Sides sides = arrange(algebra, sum(*whole, *force), *force, *declared);
  PlainEquation out;
  out.coordinate = equations.system->coordinates[index].name;
  out.left = typeset(algebra.atoms, sides.left);
  out.right = typeset(algebra.atoms, sides.right);
  out.divided_by = typeset(algebra.atoms, {sides.divisor});
  out.nodes = node_count(out.left) + (sides.right.empty() ? 0 : node_count(out.right) + 1);
  const Expr difference = graph.sub(read_printed(graph, out.left, known), read_printed(graph, out.right, known));
  prove_equal(graph, graph.mul(read_printed(graph, out.divided_by, known), difference), residual);
  return out;
}

std::optional<PlainEquation> PlainForm::State::structural(std::size_t index, KnownTexts known) {
  const Expr force = forces(index);
  const std::vector<Expr> roots{graph.add(equations.residual[index], force), force};
  std::optional<SharedText> shared = shared_text(graph, roots, known, longest_text);
  if (!shared) return std::nullopt;
  PlainEquation out;
  out.coordinate = equations.system->coordinates[index].name;
  out.left = shared->texts[0];
  out.right = shared->texts[1];
  out.definitions = std::move(shared->definitions);
  out.nodes = node_count(out.left) + node_count(out.right) + 1;
  known.merge(shared->literals);
  read_definitions(graph, out.definitions, known);
  prove_equal(graph, graph.sub(read_printed(graph, out.left, known), read_printed(graph, out.right, known)),
              equations.residual[index]);
  return out;
}

PlainForm::PlainForm(const Equations& equations) : state_(std::make_unique<State>(equations)) {}
PlainForm::~PlainForm() = default;
PlainForm::PlainForm(PlainForm&&) noexcept = default;
PlainForm& PlainForm::operator=(PlainForm&&) noexcept = default;

std::optional<PlainEquation> PlainForm::equation(std::size_t index) {
  const std::vector<Expr> roots{state_->equations.residual.at(index), state_->forces(index)};
  const std::optional<KnownTexts> known = texts_below(state_->graph, roots);
  if (!known) return std::nullopt;
  try {
    if (auto out = state_->multiplied_out(index, *known)) return out;
  } catch (const BudgetSpent&) { // NOLINT: the structural text needs no search
  }
  return state_->structural(index, *known);
}

std::optional<PlainText> PlainForm::expression(Expr e) {
  Graph& graph = state_->graph;
  const std::vector<Expr> roots{e};
  std::optional<KnownTexts> known = texts_below(graph, roots);
  if (!known) return std::nullopt;
  state_->algebra.waves.announce(roots);
  PlainText out;
  state_->algebra.human.lead_with(-1);
  try {
    if (const std::optional<Sum> sum = state_->algebra.shortest(e)) {
      out.text = typeset(state_->algebra.atoms, *sum);
      prove_equal(graph, read_printed(graph, out.text, *known), e);
      return out;
    }
  } catch (const BudgetSpent&) { // NOLINT: the structural text needs no search
  }
  std::optional<SharedText> shared = shared_text(graph, roots, *known, longest_text);
  if (!shared) return std::nullopt;
  out.text = shared->texts[0];
  out.definitions = std::move(shared->definitions);
  known->merge(shared->literals);
  read_definitions(graph, out.definitions, *known);
  prove_equal(graph, read_printed(graph, out.text, *known), e);
  return out;
}

std::optional<PlainEquation> plain_equation(const Equations& equations, std::size_t index) {
  return PlainForm(equations).equation(index);
}

std::vector<std::optional<PlainEquation>> plain_equations(const Equations& equations) {
  PlainForm form(equations);
  std::vector<std::optional<PlainEquation>> out;
  for (std::size_t i = 0; i < equations.residual.size(); ++i)
    out.push_back(form.equation(i));
  return out;
}

} // namespace dalembert
