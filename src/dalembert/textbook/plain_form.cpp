#include <dalembert/algebra/work_budget.h>
#include <dalembert/expr/depends.h>
#include <dalembert/textbook/name_search.h>
#include <dalembert/textbook/plain_form.h>
#include <dalembert/textbook/print_balance.h>
#include <dalembert/textbook/print_expression.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>

namespace dalembert {
inline namespace textbook {

namespace {

// In products of terms.
constexpr std::size_t most_expression_work = 30'000; ///< for one expression: one that takes more is longer than a page
constexpr std::size_t most_page_work = 100'000;      ///< for all expressions of a page; models of textbooks take 12 000
constexpr std::size_t least_expression_work = 3'000; ///< for an expression after that: enough for a line

/// An expression that was too long to print: its id, then the characters and nodes allowed (0 without a limit).
using Refused = std::tuple<std::uint32_t, std::size_t, int>;

} // namespace

struct PlainForm::State {
  /// Made with the first text.
  Algebra& algebra() {
    if (!*shared) shared->emplace(equations);
    return **shared;
  }

  [[nodiscard]] Expr forces(std::size_t index);

  const Equations& equations;
  OwnNames own_names;
  std::shared_ptr<std::optional<Algebra>> shared = std::make_shared<std::optional<Algebra>>();
  std::optional<NameSearch> names = {}; ///< made with the first equation
  std::size_t work_left = most_page_work;
  std::vector<Expr> too_large = {}; ///< what could not be multiplied out within the work of one expression
  std::set<Refused> refused = {};
};

/// What belongs on the right-hand side: declared forces, multipliers, friction.
Expr PlainForm::State::forces(std::size_t index) {
  Graph& graph = *equations.system->graph;
  Expr out = graph.add(equations.generalized_forces[index], equations.constraint_forces[index]);
  for (std::size_t k = 0; k < equations.frictions.size(); ++k)
    out = graph.add(out, graph.mul(equations.system->frictions[k].symbol, equations.frictions[k].column[index]));
  return out;
}

PlainForm::PlainForm(const Equations& equations, OwnNames names) : state_(new State{equations, names}) {}
PlainForm::PlainForm(std::unique_ptr<State> state) : state_(std::move(state)) {}
PlainForm::~PlainForm() = default;
PlainForm::PlainForm(PlainForm&&) noexcept = default;
PlainForm& PlainForm::operator=(PlainForm&&) noexcept = default;

PlainForm PlainForm::beside() const {
  // An aggregate that cannot be moved is made in its place.
  return PlainForm(std::unique_ptr<State>( // NOLINT(modernize-make-unique)
      new State{state_->equations, state_->own_names, state_->shared}));
}

std::optional<PlainEquation> PlainForm::equation(std::size_t index) {
  const Equations& equations = state_->equations;
  Balance balance;
  balance.of = equations.system->coordinates.at(index).name;
  balance.leader = static_cast<int>(index);
  balance.forces = state_->forces(index);
  balance.meant = equations.residual[index];
  balance.motion = state_->algebra().graph.add(balance.meant, balance.forces);
  if (state_->own_names == OwnNames::folded && !state_->names) state_->names.emplace(equations, state_->algebra());
  return print(state_->algebra(), balance, state_->names ? &*state_->names : nullptr);
}

std::optional<PlainText> PlainForm::expression(Expr e) {
  return expression(e, std::nullopt);
}

std::optional<Formula> PlainForm::unnamed(Expr e, const TextLimit& limit) {
  std::optional<PlainText> out = expression(e, limit);
  if (!out || !out->definitions.empty() || written_length(out->formula) > limit.characters) return std::nullopt;
  return std::move(out->formula);
}

Formula PlainForm::structural(Expr e) const {
  return state_->algebra().atoms.structural(e);
}

std::optional<PlainText> PlainForm::expression(Expr e, const std::optional<TextLimit>& limit) {
  // What was refused once is refused again: the work that is left only decreases.
  const Refused asked{e.id, limit ? limit->characters : 0, limit ? limit->nodes : 0};
  if (state_->refused.contains(asked)) return std::nullopt;

  // A part that was too large to multiply out stays so: the text, if there is one, is the structural one.
  std::size_t& left = state_->work_left;
  const bool is_hopeless = depends(state_->algebra().graph, e, state_->too_large);
  const std::size_t granted = is_hopeless ? 0 : std::clamp(left, least_expression_work, most_expression_work);
  const WorkBudget budget(granted);
  std::optional<PlainText> out;
  try {
    out = print(state_->algebra(), e, limit);
  } catch (const BudgetSpent&) {
    out.reset();
  }
  if (!out) state_->refused.insert(asked);
  if (!is_hopeless && budget.spent() == granted) state_->too_large.push_back(e);
  left -= std::min(left, budget.spent());
  return out;
}

std::vector<std::optional<PlainEquation>> plain_equations(const Equations& equations, OwnNames names) {
  PlainForm form(equations, names);
  std::vector<std::optional<PlainEquation>> out;
  for (std::size_t i = 0; i < equations.residual.size(); ++i)
    out.push_back(form.equation(i));
  return out;
}

} // namespace textbook
} // namespace dalembert
