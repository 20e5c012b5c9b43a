#include <dalembert/derivation/form_sweeps.h>

namespace dalembert {
inline namespace derivation {

FormSweeps::FormSweeps(const Equations& equations, const MotionForm& form)
    : equations_(equations), form_(form), graph_(*equations.system->graph), q_(equations.system->positions()) {
  const std::vector<Expr> v = equations.system->rates();
  const std::vector<Expr> a = equations.system->accelerations();
  frozen_.push_back({equations.system->time, graph_.one()});
  for (std::size_t i = 0; i < q_.size(); ++i) {
    at_speeds_.push_back({v[i], form.rates[i]});
    frozen_.push_back({q_[i], form.rates[i]});
  }
  moving_ = frozen_;
  for (std::size_t r = 0; r < form.speeds.size(); ++r)
    moving_.push_back({form.speeds[r], form.speed_rates[r]});
  at_motion_ = at_speeds_;
  if (form.convective.empty()) return;
  for (std::size_t i = 0; i < q_.size(); ++i) {
    Expr acceleration = form.convective[i];
    for (std::size_t r = 0; r < form.speeds.size(); ++r) {
      const Expr entry = form.kinematic_matrix.at(static_cast<int>(i), static_cast<int>(r));
      acceleration = graph_.add(acceleration, graph_.mul(entry, form.speed_rates[r]));
    }
    at_motion_.push_back({a[i], acceleration});
  }
}

Expr FormSweeps::along(Expr e, int direction) const {
  std::vector<Seed> seeds;
  for (std::size_t i = 0; i < q_.size(); ++i) {
    const Expr component = form_.kinematic_matrix.at(static_cast<int>(i), direction);
    if (!graph_.is_zero(component)) seeds.push_back({q_[i], component});
  }
  return directional(graph_, e, seeds);
}

Expr FormSweeps::projected(std::span<const Expr> list, int direction) const {
  Expr sum = graph_.zero();
  for (std::size_t i = 0; i < list.size(); ++i)
    sum = graph_.add(sum, graph_.mul(form_.kinematic_matrix.at(static_cast<int>(i), direction), list[i]));
  return sum;
}

std::vector<Expr> FormSweeps::active_forces() const {
  std::vector<Expr> out = equations_.generalized_forces;
  for (std::size_t f = 0; f < equations_.frictions.size(); ++f)
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Expr part = graph_.mul(equations_.system->frictions[f].symbol, equations_.frictions[f].column[i]);
      out[i] = graph_.add(out[i], part);
    }
  return out;
}

void add_convective(const Equations& equations, MotionForm& form) {
  const FormSweeps sweeps(equations, form);
  form.convective = sweeps.with_fixed_speeds(form.rates);
}

void complete(const Equations& equations, MotionForm& form, MultiplierRows multipliers) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const int k = static_cast<int>(form.speeds.size());
  const int n = static_cast<int>(system.coordinates.size());
  const bool keeps = multipliers == MultiplierRows::kept;
  const std::vector<Expr> lambda = system.multipliers();
  const int m = keeps ? static_cast<int>(lambda.size()) : 0;
  form.mass = ExprMatrix(k, k, graph.zero());
  form.mass.entries = jacobian(graph, form.residual, form.speed_rates);
  std::vector<Replacement> still;
  for (const Expr rate : form.speed_rates)
    still.push_back({rate, graph.zero()});
  for (const Expr symbol : lambda)
    still.push_back({symbol, graph.zero()});
  form.forcing.clear();
  for (const Expr e : substitute(graph, form.residual, still))
    form.forcing.push_back(graph.neg(e));
  form.reaction_matrix = ExprMatrix(m, k, graph.zero());
  form.constraint_matrix = ExprMatrix(m, k, graph.zero());
  form.constraint_forcing.clear();
  if (!keeps) return;
  const FormSweeps sweeps(equations, form);
  const std::vector<Expr> columns = jacobian(graph, form.residual, lambda);
  const std::vector<Expr> rows = sweeps.at_speeds(equations.constraint_matrix.entries);
  for (int j = 0; j < m; ++j) {
    Expr forcing = sweeps.at_speeds(equations.constraint_forcing[static_cast<std::size_t>(j)]);
    for (int r = 0; r < k; ++r)
      form.reaction_matrix.at(j, r) =
          graph.neg(columns[static_cast<std::size_t>(r) * static_cast<std::size_t>(m) + static_cast<std::size_t>(j)]);
    for (int i = 0; i < n; ++i) {
      const Expr entry = rows[static_cast<std::size_t>(j) * static_cast<std::size_t>(n) + static_cast<std::size_t>(i)];
      forcing = graph.sub(forcing, graph.mul(entry, form.convective[static_cast<std::size_t>(i)]));
      for (int r = 0; r < k; ++r) {
        Expr& sum = form.constraint_matrix.at(j, r);
        sum = graph.add(sum, graph.mul(entry, form.kinematic_matrix.at(i, r)));
      }
    }
    form.constraint_forcing.push_back(forcing);
  }
}

void add_way_back(const Equations& equations, MotionForm& form, const ExprMatrix& returns,
                  const std::vector<int>& rows) {
  Graph& graph = *equations.system->graph;
  form.multipliers.assign(equations.system->constraints.size(), graph.zero());
  form.has_redundant_rows = rows.size() < form.multipliers.size();
  for (std::size_t j = 0; j < rows.size(); ++j) {
    Expr& sum = form.multipliers[static_cast<std::size_t>(rows[j])];
    for (int i = 0; i < returns.rows; ++i) {
      const auto row = static_cast<std::size_t>(i);
      const Expr balance = graph.add(equations.residual[row], equations.constraint_forces[row]);
      sum = graph.add(sum, graph.mul(returns.at(i, static_cast<int>(j)), balance));
    }
  }
}

} // namespace derivation
} // namespace dalembert
