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
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::size_t most_classification_steps = 100'000'000; ///< of all zero tests: a second

/// The rows of the constraints as one-forms over the coordinates and, where the time appears in them, the time.
class ConstraintForms {
public:
  /// `values`: what stands for parameters.
  ConstraintForms(const Equations& equations, const std::vector<ConstraintNature>& natures,
                  const std::vector<std::size_t>& independent, const std::vector<Replacement>& values = {})
      : equations_(equations), graph_(*equations.system->graph), variables_(equations.system->positions()) {
    std::vector<Replacement> at_rest;
    for (const Expr v : equations.system->rates())
      at_rest.push_back({v, graph_.zero()});
    for (std::size_t k = 0; k < natures.size(); ++k) {
      if (natures[k].is_nonlinear) continue;
      is_independent_.push_back(std::find(independent.begin(), independent.end(), k) != independent.end());
      Field form = equations.constraint_matrix.row(static_cast<int>(k));
      form.push_back(substitute(graph_, equations.constraint_rates[k], at_rest));
      forms_.push_back(values.empty() ? std::move(form) : substitute(graph_, form, values));
      of_.push_back(k);
    }
    counts_time_ = depends_on_time();
    if (counts_time_)
      variables_.push_back(equations.system->time);
    else
      for (Field& form : forms_)
        form.pop_back();
  }

  [[nodiscard]] bool counts_time() const { return counts_time_; }
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
  bool counts_time_ = false;
};

/// The directions that `forms` leave open, closed under brackets; not complete where the search was given up.
Closure closure_of(Graph& graph, const ConstraintForms& forms, int most_brackets) {
  if (const std::optional<std::vector<Field>> open = forms.open_directions())
    return closure(graph, forms.variables(), *open, most_brackets);
  return {.growth = {}, .fields = {}, .is_complete = false};
}

/// The closed directions with that of the time alone: what vanishes on them is a condition on positions without time.
std::optional<std::vector<Field>> with_time_alone(Graph& graph, const ConstraintForms& forms, const Closure& closed,
                                                  int most_brackets) {
  std::vector<Field> fields = closed.fields;
  Field& time = fields.emplace_back(forms.variables().size(), graph.zero());
  time.back() = graph.one();
  Closure found = closure(graph, forms.variables(), std::move(fields), most_brackets);
  return found.is_complete ? std::optional(std::move(found.fields)) : std::nullopt;
}

/// Integrable rows in whose integrals the time stands: ẋ = u is x − u·t = const.
void find_moving(Graph& graph, const ConstraintForms& forms, const Closure& closed, int most_brackets,
                 std::vector<ConstraintNature>& natures) {
  if (!forms.counts_time()) return;
  std::optional<std::vector<Field>> still;
  for (std::size_t f = 0; f < forms.forms().size(); ++f) {
    ConstraintNature& nature = natures[forms.constraint_of(f)];
    if (nature.cls != ConstraintNature::Class::integrable || nature.is_rheonomic) continue;
    if (!graph.is_zero(forms.forms()[f].back())) {
      nature.is_rheonomic = true;
      continue;
    }
    if (!still) still = with_time_alone(graph, forms, closed, most_brackets).value_or(std::vector<Field>());
    nature.is_rheonomic = !still->empty() && forms.vanishes_on(f, *still) == Answer::no;
  }
}

/// Looks for rows that are integrable with the values of the model alone.
class NumericRows {
public:
  NumericRows(const Equations& equations, const std::vector<std::size_t>& independent, int most_brackets,
              std::vector<ConstraintNature>& natures)
      : equations_(equations),
        graph_(*equations.system->graph),
        independent_(independent),
        most_brackets_(most_brackets),
        natures_(natures) {
    find_values();
  }

  void run() {
    constexpr std::size_t most_parameters = 8;
    if (values_.empty() || values_.size() > most_parameters) return;
    const std::vector<bool> all(values_.size(), true);
    const std::optional<std::vector<bool>> found = integrable_with(all);
    if (!found) return;
    for (std::size_t k = 0; k < natures_.size(); ++k)
      if ((*found)[k] && natures_[k].cls == ConstraintNature::Class::nonholonomic)
        natures_[k].integrable_by = needed_by(k);
  }

private:
  /// The parameters of the rows that have values.
  void find_values() {
    const System& system = *equations_.system;
    const std::vector<Expr> held = free_symbols(graph_, equations_.constraint_rates);
    std::vector<Replacement> known;
    for (std::size_t pass = 0; pass < 3; ++pass) // a default may hold parameters that are declared later
      for (const Parameter& p : system.parameters) {
        const auto is_p = [&p](const Replacement& r) { return r.symbol == p.symbol; };
        if (!p.value || std::ranges::any_of(known, is_p)) continue;
        const Expr value = substitute(graph_, *p.value, known);
        if (free_symbols(graph_, value).empty()) known.push_back({p.symbol, value});
      }
    for (std::size_t p = 0; p < system.parameters.size(); ++p)
      for (const Replacement& r : known)
        if (r.symbol == system.parameters[p].symbol && std::ranges::binary_search(held, r.symbol)) {
          values_.push_back(r);
          index_.push_back(p);
        }
  }

  /// Whether each constraint is integrable with some of the values; nothing where that is not known.
  std::optional<std::vector<bool>> integrable_with(const std::vector<bool>& chosen) {
    std::vector<Replacement> values;
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (chosen[i]) values.push_back(values_[i]);
    try {
      const ConstraintForms forms(equations_, natures_, independent_, values);
      const Closure closed = closure_of(graph_, forms, most_brackets_);
      if (!closed.is_complete) return std::nullopt;
      std::vector<bool> out(natures_.size(), false);
      for (std::size_t f = 0; f < forms.forms().size(); ++f)
        out[forms.constraint_of(f)] = forms.vanishes_on(f, closed.fields) == Answer::yes;
      return out;
    } catch (const std::domain_error&) { // a row that divides by one of the values
      return std::nullopt;
    }
  }

  /// Values without which the row is not integrable.
  std::vector<std::size_t> needed_by(std::size_t row) {
    std::vector<bool> chosen(values_.size(), true);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      chosen[i] = false;
      const std::optional<std::vector<bool>> without = integrable_with(chosen);
      chosen[i] = !without || !(*without)[row];
    }
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i]) out.push_back(index_[i]);
    return out;
  }

  const Equations& equations_;
  Graph& graph_;
  const std::vector<std::size_t>& independent_;
  int most_brackets_;
  std::vector<ConstraintNature>& natures_;
  std::vector<Replacement> values_;
  std::vector<std::size_t> index_; ///< of their parameters
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
  Closure closed = closure_of(*equations.system->graph, forms, most_brackets);
  if (!closed.is_complete) {
    for (ConstraintNature& nature : out.constraints)
      if (nature.cls == ConstraintNature::Class::nonholonomic) nature.cls = ConstraintNature::Class::undecided;
    return out;
  }
  out.growth = closed.growth;
  out.counts_time = forms.counts_time();
  for (std::size_t f = 0; f < forms.forms().size(); ++f) {
    ConstraintNature& nature = out.constraints[forms.constraint_of(f)];
    if (nature.cls != ConstraintNature::Class::nonholonomic) continue;
    const Answer vanishes = forms.vanishes_on(f, closed.fields);
    if (vanishes == Answer::yes) nature.cls = ConstraintNature::Class::integrable;
    if (vanishes == Answer::undecided) nature.cls = ConstraintNature::Class::undecided;
  }
  find_moving(*equations.system->graph, forms, closed, most_brackets, out.constraints);
  NumericRows(equations, independent, most_brackets, out.constraints).run();
  out.closure = std::move(closed.fields);
  return out;
}

} // namespace analysis
} // namespace dalembert
