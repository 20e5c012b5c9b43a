#include <dalembert/analysis/closure.h>
#include <dalembert/analysis/exact_form.h>
#include <dalembert/analysis/integral_ansatz.h>
#include <dalembert/analysis/integrals.h>
#include <dalembert/analysis/vanishing_combinations.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/modular_solve.h>
#include <dalembert/exact/motion_judge.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::size_t most_rows = 6;         ///< of a set that is searched for factors
constexpr std::size_t most_row_nodes = 1500; ///< of such a set
constexpr int highest_degree = 3;            ///< of polynomials

/// The search on the rows of one system.
class IntegralSearch {
public:
  IntegralSearch(const Equations& equations, const Classification& classification)
      : equations_(equations),
        judge_(equations),
        graph_(*equations.system->graph),
        variables_(equations.system->positions()) {
    variables_.push_back(equations.system->time);
    std::vector<Replacement> at_rest;
    for (const Expr v : equations.system->rates())
      at_rest.push_back({v, graph_.zero()});
    for (std::size_t k = 0; k < classification.constraints.size(); ++k) {
      const ConstraintNature& nature = classification.constraints[k];
      if (nature.is_nonlinear) continue;
      OneForm form{variables_, equations.constraint_matrix.row(static_cast<int>(k))};
      form.entries.push_back(substitute(graph_, equations.constraint_rates[k], at_rest));
      rows_.push_back(form.entries);
      of_.push_back(k);
      if (nature.cls == ConstraintNature::Class::holonomic)
        know({equations.system->constraints[k].residual, graph_.zero()});
      else
        (nature.cls == ConstraintNature::Class::integrable ? open_ : others_).push_back(std::move(form));
    }
    // The closure leaves out the time where no row speaks of it.
    const std::size_t dimension =
        classification.closure.empty() ? equations.speeds.size() : classification.closure.front().size();
    if (!classification.growth.empty()) wanted_ = static_cast<int>(dimension) - classification.growth.back();
  }

  ConstraintIntegrals run(const Classification& classification) {
    for (const OneForm& form : open_)
      take(potential(graph_, form, budget_, FactorReach::simple));
    for (int degree = 1; degree <= highest_degree && !is_complete(); ++degree)
      take_polynomials(degree);
    if (!is_complete()) add_combinations(classification);
    if (!is_complete() && open_.size() <= most_rows) search_set();
    return {std::move(found_), std::max(0, wanted_ - static_cast<int>(gradients_.size())), true};
  }

private:
  /// F = constant: what is known of the motion.
  struct Level {
    Expr value;
    Expr constant;
  };

  /// What combinations of the non-holonomic rows say of positions alone; nothing where these rows are long.
  void add_combinations(const Classification& classification) {
    std::vector<Field> fields = classification.closure;
    std::vector<Expr> entries;
    for (const OneForm& form : others_)
      entries.insert(entries.end(), form.entries.begin(), form.entries.end());
    const bool is_short = others_.size() <= most_rows && reachable(graph_, entries).size() <= most_row_nodes;
    if (others_.empty() || !is_short) return;
    for (Field& field : fields)
      field.resize(variables_.size(), graph_.zero());
    for (OneForm& form : vanishing_combinations(graph_, others_, fields))
      open_.push_back(std::move(form));
  }

  void take_polynomials(int degree) {
    IntegralProblem problem{rows_, variables_, {}, {}};
    // With coefficients on the holonomic rows x' = z·y' gives x − 3·y for z = 3; a product could only vanish there.
    for (Field& row : problem.rows)
      if (degree == 1) row = on_holonomic_rows(std::move(row));
    for (const Parameter& parameter : equations_.system->parameters)
      problem.parameters.push_back(parameter.symbol);
    const std::vector<Expr> rates = equations_.system->rates();
    for (const Let& let : equations_.system->lets)
      if (depends(graph_, let.value, variables_) && !depends(graph_, let.value, rates) &&
          !depends(graph_, let.value, equations_.accelerations))
        problem.names.push_back(let.value);
    for (const Expr value : polynomial_integrals(graph_, problem, degree))
      take(value);
  }

  /// Adds a level; one that says nothing new only to `known_`.
  void know(const Level& level) {
    known_.push_back(level);
    std::vector<Field> more = gradients_;
    more.push_back(gradient(graph_, level.value, variables_));
    if (generic_rank(graph_, more).value_or(0) == static_cast<int>(more.size())) gradients_ = std::move(more);
  }

  [[nodiscard]] bool is_complete() const { return static_cast<int>(gradients_.size()) >= wanted_; }

  /// Takes an integral that is proved and new.
  bool take(const std::optional<Expr>& value) {
    if (!value || is_complete()) return false;
    std::vector<Field> more = gradients_;
    more.push_back(gradient(graph_, *value, variables_));
    if (generic_rank(graph_, more).value_or(0) != static_cast<int>(more.size())) return false;
    std::vector<Seed> motion{{equations_.system->time, graph_.one()}};
    for (const Coordinate& q : equations_.system->coordinates)
      motion.push_back({q.position, q.rate});
    if (judge_.vanishes(directional(graph_, *value, motion)) != Answer::yes) return false;
    found_.push_back({*value, participants(more.back())});
    gradients_ = std::move(more);
    known_.push_back({*value, graph_.symbol("c")});
    return true;
  }

  /// The values of `entries` on the holonomic rows, as far as these can be solved.
  Field on_holonomic_rows(Field entries) {
    std::vector<Level> levels = known_;
    std::erase_if(levels, [this](const Level& level) { return !graph_.is_zero(level.constant); });
    for (std::size_t l = 0; l < levels.size(); ++l) {
      const std::optional<Replacement> level = solve(levels[l], variables_);
      if (!level) continue;
      entries = substitute(graph_, entries, std::vector<Replacement>{*level});
      for (std::size_t later = l + 1; later < levels.size(); ++later)
        levels[later].value = substitute(graph_, levels[later].value, std::vector<Replacement>{*level});
    }
    return entries;
  }

  /// The rows with a coefficient in dF = Σ μₖ·ωₖ, at a random point of the holonomic rows.
  [[nodiscard]] std::vector<std::size_t> participants(Field slope) {
    slope = on_holonomic_rows(std::move(slope));
    std::vector<Field> rows;
    for (const Field& row : rows_)
      rows.push_back(on_holonomic_rows(row));
    for (std::uint64_t seed = 1; seed <= draws::most_points; ++seed) {
      ModularPoint point(graph_, seed);
      std::vector<Residue> matrix;
      std::vector<Residue> right;
      bool has_values = true;
      for (std::size_t i = 0; i < slope.size() && has_values; ++i) {
        for (const Field& row : rows) {
          const std::optional<Residue> entry = point.value(row[i]);
          has_values = has_values && entry.has_value();
          matrix.push_back(entry.value_or(Residue()));
        }
        const std::optional<Residue> entry = point.value(slope[i]);
        has_values = has_values && entry.has_value();
        right.push_back(entry.value_or(Residue()));
      }
      if (!has_values) continue;
      const auto factors = solve_modular(matrix, right, rows_.size(), [](std::size_t) { return Residue(); });
      if (!factors) continue;
      std::vector<std::size_t> out;
      for (std::size_t k = 0; k < rows_.size(); ++k)
        if (!(*factors)[k].is_zero()) out.push_back(of_[k]);
      return out;
    }
    return {};
  }

  /// The rows, each solved for one differential: dxⱼ = Σ over the independent ones.
  std::vector<OneForm> solved(const std::vector<OneForm>& forms) {
    const std::vector<Expr>& variables = forms.front().variables;
    const int columns = static_cast<int>(variables.size());
    ExprMatrix rows(static_cast<int>(forms.size()), columns, graph_.zero());
    for (int k = 0; k < rows.rows; ++k)
      for (int i = 0; i < columns; ++i)
        rows.at(k, i) = forms[static_cast<std::size_t>(k)].entries[static_cast<std::size_t>(i)];
    const NullSpace space = null_space(graph_, rows);
    std::vector<OneForm> out;
    for (int j = 0; j < columns; ++j) {
      if (std::find(space.independent.begin(), space.independent.end(), j) != space.independent.end()) continue;
      OneForm form{variables, std::vector<Expr>(variables.size(), graph_.zero())};
      form.entries[static_cast<std::size_t>(j)] = graph_.one();
      for (std::size_t c = 0; c < space.independent.size(); ++c)
        form.entries[static_cast<std::size_t>(space.independent[c])] =
            graph_.neg(space.basis.at(j, static_cast<int>(c)));
      out.push_back(std::move(form));
    }
    return out;
  }

  /// A coordinate and what stands for it on a level F = c; nothing where F is linear in none.
  std::optional<Replacement> solve(const Level& level, const std::vector<Expr>& variables) {
    for (const Expr symbol : variables) {
      if (symbol == equations_.system->time) continue;
      const Expr slope = gradient(graph_, level.value, std::vector<Expr>{symbol}).front();
      if (graph_.is_zero(slope) || depends(graph_, slope, symbol)) continue;
      if (switches_with(graph_, level.value, std::vector<Expr>{symbol})) continue;
      const Expr rest = substitute(graph_, level.value, std::vector<Replacement>{{symbol, graph_.zero()}});
      return Replacement{symbol, graph_.div(graph_.sub(level.constant, rest), slope)};
    }
    return std::nullopt;
  }

  /// Restricts forms to x = by: one variable less.
  std::vector<OneForm> restricted(const std::vector<OneForm>& forms, const Replacement& level) {
    std::vector<OneForm> out;
    for (const OneForm& form : forms) {
      OneForm less;
      const auto place = static_cast<std::size_t>(
          std::find(form.variables.begin(), form.variables.end(), level.symbol) - form.variables.begin());
      for (std::size_t i = 0; i < form.variables.size(); ++i) {
        if (i == place) continue;
        const Expr slope = gradient(graph_, level.by, std::vector<Expr>{form.variables[i]}).front();
        less.variables.push_back(form.variables[i]);
        less.entries.push_back(graph_.add(form.entries[i], graph_.mul(form.entries[place], slope)));
      }
      less.entries = substitute(graph_, less.entries, std::vector<Replacement>{level});
      if (!std::all_of(less.entries.begin(), less.entries.end(), [this](Expr e) { return is_zero(graph_, e); }))
        out.push_back(std::move(less));
    }
    return out;
  }

  /// Restricts the open rows to everything that is known, one coordinate at a time.
  std::vector<OneForm> on_known_levels() {
    std::vector<OneForm> forms = open_;
    std::vector<Level> levels = known_;
    for (std::size_t l = 0; l < levels.size() && !forms.empty(); ++l) {
      const std::optional<Replacement> level = solve(levels[l], forms.front().variables);
      if (!level) continue;
      forms = restricted(forms, *level);
      for (std::size_t later = l + 1; later < levels.size(); ++later)
        levels[later].value = substitute(graph_, levels[later].value, std::vector<Replacement>{*level});
    }
    return forms;
  }

  /// Puts the integrals back for the constants that stand for them.
  Expr without_constants(Expr value) {
    for (std::size_t l = known_.size(); l-- > 0;)
      if (depends(graph_, value, known_[l].constant))
        value = substitute(graph_, value, std::vector<Replacement>{{known_[l].constant, known_[l].value}});
    return value;
  }

  void search_set() {
    for (bool progress = true; progress && !is_complete();) {
      progress = false;
      const std::vector<OneForm> forms = on_known_levels();
      if (forms.empty()) return;
      for (const std::vector<OneForm>& way : {forms, solved(forms)})
        for (const OneForm& form : way) {
          if (progress || budget_.is_spent()) continue;
          const std::optional<Expr> found = potential(graph_, form, budget_);
          if (found) progress = take(without_constants(*found));
        }
    }
  }

  const Equations& equations_;
  MotionJudge judge_;
  Graph& graph_;
  std::vector<Expr> variables_;
  std::vector<Field> rows_;     ///< linear in the rates
  std::vector<std::size_t> of_; ///< their constraints
  std::vector<OneForm> open_;   ///< integrable rows and combinations of rows
  std::vector<OneForm> others_; ///< rows that are not integrable one by one
  std::vector<Level> known_;
  std::vector<Field> gradients_; ///< of what is known, as far as independent
  int wanted_ = 0;
  FactorBudget budget_;
  std::vector<ConstraintIntegral> found_;
};

} // namespace

ConstraintIntegrals constraint_integrals(const Equations& equations, const Classification& classification) {
  const bool has_velocity_rows = std::ranges::any_of(classification.constraints, [](const ConstraintNature& nature) {
    return nature.cls != ConstraintNature::Class::holonomic;
  });
  if (!has_velocity_rows) return {{}, 0, true}; // what holonomic rows keep are these rows
  if (classification.growth.empty()) return {{}, 0, false};
  return IntegralSearch(equations, classification).run(classification);
}

} // namespace analysis
} // namespace dalembert
