#include <dalembert/analysis/classify_independent.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace dalembert::inline analysis {

namespace {

constexpr std::size_t most_classification_steps = 100'000'000; ///< of all zero tests: a second

/// The rows of the constraints as one-forms over the coordinates and, where the time appears in them, the time.
class ConstraintForms {
public:
  ConstraintForms(const Equations& equations, const std::vector<ConstraintNature>& natures,
                  const std::vector<std::size_t>& independent)
      : equations_(equations), graph_(*equations.system->graph), variables_(equations.system->positions()) {
    std::vector<Replacement> at_rest;
    for (const Expr v : equations.system->rates())
      at_rest.push_back({v, graph_.zero()});
    for (std::size_t k = 0; k < natures.size(); ++k) {
      if (natures[k].is_nonlinear) continue;
      is_independent_.push_back(std::find(independent.begin(), independent.end(), k) != independent.end());
      Field form = equations.constraint_matrix.row(static_cast<int>(k));
      form.push_back(substitute(graph_, equations.constraint_rates[k], at_rest));
      forms_.push_back(std::move(form));
      of_.push_back(k);
    }
    if (depends_on_time())
      variables_.push_back(equations.system->time);
    else
      for (Field& form : forms_)
        form.pop_back();
  }

  [[nodiscard]] const std::vector<Expr>& variables() const { return variables_; }
  [[nodiscard]] const std::vector<Field>& forms() const { return forms_; }
  [[nodiscard]] std::size_t constraint_of(std::size_t form) const { return of_[form]; }

  /// A basis of the directions in which every form vanishes; nothing where it is too long for brackets to be made of.
  [[nodiscard]] std::optional<std::vector<Field>> open_directions() const {
    const int columns = static_cast<int>(variables_.size());
    const auto count = std::count(is_independent_.begin(), is_independent_.end(), true);
    ExprMatrix rows(static_cast<int>(count), columns, graph_.zero());
    for (std::size_t f = 0, k = 0; f < forms_.size(); ++f) {
      if (!is_independent_[f]) continue;
      for (int i = 0; i < columns; ++i)
        rows.at(static_cast<int>(k), i) = forms_[f][static_cast<std::size_t>(i)];
      ++k;
    }
    const std::optional<NullSpace> found = null_space_within(graph_, rows, most_nodes_of_brackets);
    if (!found) return std::nullopt;
    std::vector<Field> fields;
    for (int c = 0; c < found->basis.columns; ++c) {
      Field& field = fields.emplace_back();
      for (int i = 0; i < columns; ++i)
        field.push_back(found->basis.at(i, c));
    }
    return fields;
  }

  /// Whether `form` vanishes on every one of `fields`.
  [[nodiscard]] Answer vanishes_on(std::size_t form, const std::vector<Field>& fields) const {
    std::vector<Expr> pairs;
    for (const Field& field : fields)
      pairs.push_back(paired(graph_, forms_[form], field));
    // Together they share what they consist of; signs that are too many together may be few in each.
    const Answer together = zero_test(graph_, pairs).verdict;
    if (together != Answer::undecided) return together;
    for (const Expr e : pairs)
      if (!is_zero(graph_, e)) return Answer::undecided;
    return Answer::yes;
  }

private:
  [[nodiscard]] bool depends_on_time() const {
    return std::any_of(forms_.begin(), forms_.end(), [this](const Field& form) {
      return !graph_.is_zero(form.back()) || depends(graph_, form, std::vector<Expr>{equations_.system->time});
    });
  }

  const Equations& equations_;
  Graph& graph_;
  std::vector<Expr> variables_;
  std::vector<Field> forms_;
  std::vector<std::size_t> of_;
  std::vector<bool> is_independent_;
};

ConstraintNature nature_of(const Equations& equations, std::size_t k) {
  const System& system = *equations.system;
  const Graph& graph = *system.graph;
  const Constraint& constraint = system.constraints[k];
  ConstraintNature out;
  if (constraint.kind == ConstraintKind::velocity) out.cls = ConstraintNature::Class::nonholonomic;
  out.is_rheonomic = depends(graph, constraint.residual, system.time);
  const std::vector<Expr> rates = system.rates();
  out.is_nonlinear = switches_with(graph, equations.constraint_rates[k], rates);
  out.is_nonlinear = out.is_nonlinear || depends(graph, equations.constraint_matrix.row(static_cast<int>(k)), rates);
  return out;
}

/// Ranks of the rows to go by, and of the holonomic ones of them, at a random point.
void add_ranks(const Equations& equations, const std::vector<std::size_t>& rows, Classification& out) {
  const System& system = *equations.system;
  std::vector<Field> all;
  std::vector<Field> holonomic;
  for (const std::size_t k : rows) {
    Field row = equations.constraint_matrix.row(static_cast<int>(k));
    if (system.constraints[k].kind == ConstraintKind::holonomic) holonomic.push_back(row);
    all.push_back(std::move(row));
  }
  out.rank = generic_rank(*system.graph, all).value_or(static_cast<int>(all.size()));
  out.holonomic_rank = generic_rank(*system.graph, holonomic).value_or(static_cast<int>(holonomic.size()));
}

} // namespace

Classification classify(const Equations& equations, int most_brackets) {
  std::vector<std::size_t> all(equations.system->constraints.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return classify_by(equations, all, most_brackets);
}

Classification classify_by(const Equations& equations, const std::vector<std::size_t>& independent, int most_brackets) {
  const PointBudget of_all_tests(most_classification_steps);
  Classification out;
  const std::size_t m = equations.system->constraints.size();
  for (std::size_t k = 0; k < m; ++k)
    out.constraints.push_back(nature_of(equations, k));
  add_ranks(equations, independent, out);
  const bool has_velocity_rows =
      std::any_of(out.constraints.begin(), out.constraints.end(),
                  [](const ConstraintNature& nature) { return nature.cls == ConstraintNature::Class::nonholonomic; });
  if (!has_velocity_rows) return out;

  const ConstraintForms forms(equations, out.constraints, independent);
  Closure closed{.growth = {}, .fields = {}, .is_complete = false};
  if (const std::optional<std::vector<Field>> open = forms.open_directions())
    closed = closure(*equations.system->graph, forms.variables(), *open, most_brackets);
  if (!closed.is_complete) {
    for (ConstraintNature& nature : out.constraints)
      if (nature.cls == ConstraintNature::Class::nonholonomic) nature.cls = ConstraintNature::Class::undecided;
    return out;
  }
  out.growth = closed.growth;
  for (std::size_t f = 0; f < forms.forms().size(); ++f) {
    ConstraintNature& nature = out.constraints[forms.constraint_of(f)];
    if (nature.cls != ConstraintNature::Class::nonholonomic) continue;
    const Answer vanishes = forms.vanishes_on(f, closed.fields);
    if (vanishes == Answer::yes) nature.cls = ConstraintNature::Class::integrable;
    if (vanishes == Answer::undecided) nature.cls = ConstraintNature::Class::undecided;
  }
  out.closure = std::move(closed.fields);
  return out;
}

} // namespace dalembert::inline analysis
