#include <dalembert/analysis/closure.h>
#include <dalembert/analysis/comparison.h>
#include <dalembert/analysis/exact_form.h>
#include <dalembert/analysis/short_radicands.h>
#include <dalembert/exact/motion_judge.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/expr/transplant.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace dalembert {
inline namespace analysis {

namespace {

/// The entry of that name.
template <typename Entry>
const Entry* named(const std::vector<Entry>& entries, std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(), [name](const Entry& e) { return e.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

class Comparer {
public:
  Comparer(const Equations& a, const Equations& b, const std::vector<Expr>& map, const RealSample* sample)
      : a_(a), b_(b), sample_(sample), from_(*a.system->graph), graph_(*b.system->graph), map_(map) {
    moving_.push_back({b.system->time, graph_.one()});
    for (const Coordinate& q : b.system->coordinates) {
      moving_.push_back({q.position, q.rate});
      moving_.push_back({q.rate, q.acceleration});
    }
    name_symbols();
  }

  ModelComparison run() {
    ModelComparison out;
    out.difference = graph_.sub(moved({a_.energy.lagrangian}).front(), b_.energy.lagrangian);
    out.energy_difference = graph_.sub(moved({a_.energy.energy_function}).front(), b_.energy.energy_function);
    compare_lagrangians(out);
    compare_forces(out);
    compare_constraints(out);
    compare_rows(out);
    out.positions = map_;
    out.rates = directional(graph_, map_, moving_);
    out.accelerations = directional(graph_, out.rates, moving_);
    out.motion = compare_motions(b_, mapped(), sample_);
    if (out.has_same_rows || out.motion.is_same()) { // the constraints hold, for positive parameters if not for all
      out.keeps_constraints = Answer::yes;
      out.broken_constraints.clear();
    }
    return out;
  }

private:
  void name_symbols() {
    const System& from = *a_.system;
    const System& to = *b_.system;
    images_[from.time.id] = to.time;
    for (std::size_t i = 0; i < from.coordinates.size(); ++i) {
      const Expr rate = directional(graph_, map_[i], moving_);
      images_[from.coordinates[i].position.id] = map_[i];
      images_[from.coordinates[i].rate.id] = rate;
      images_[from.coordinates[i].acceleration.id] = directional(graph_, rate, moving_);
    }
    for (const Parameter& parameter : from.parameters)
      if (const Parameter* const other = named(to.parameters, parameter.name))
        images_[parameter.symbol.id] = other->symbol;
    for (const Constraint& constraint : from.constraints)
      if (const Constraint* const other = named(to.constraints, constraint.name))
        images_[constraint.multiplier.id] = other->multiplier;
    for (const UnknownFunction& function : from.functions)
      if (const UnknownFunction* const other = named(to.functions, function.name))
        functions_[function.id.id] = other->id;
    // Tables are the same where their points are.
    for (const TableInput& input : from.tables)
      for (const TableInput& other : to.tables)
        if (*from_.table(input.id) == *graph_.table(other.id)) functions_[input.id.id] = other.id;
  }

  /// Expressions of A over the symbols of B.
  std::vector<Expr> moved(const std::vector<Expr>& roots) {
    Soil soil;
    soil.symbol = [this](Expr symbol) {
      const auto [at, is_new] = images_.try_emplace(symbol.id);
      if (is_new) at->second = graph_.symbol(std::string(from_.name(symbol)));
      return at->second;
    };
    soil.function = [this](UnknownId function) {
      const auto [at, is_new] = functions_.try_emplace(function.id);
      const std::string name(from_.name(function));
      if (is_new)
        at->second = from_.table(function) ? graph_.declare_table(name, from_.table(function))
                                           : graph_.declare_unknown(name, from_.argument_count(function));
      return at->second;
    };
    return with_short_radicands(graph_, transplant(from_, roots, graph_, soil), positive_);
  }

  [[nodiscard]] bool all_vanish(const std::vector<Expr>& es) const {
    return std::all_of(es.begin(), es.end(), [this](Expr e) { return is_zero(graph_, e); });
  }

  void compare_lagrangians(ModelComparison& out) {
    const std::vector<Expr> q = b_.system->positions();
    const std::vector<Expr> v = b_.system->rates();
    const std::vector<Expr> slopes = gradient(graph_, out.difference, v);
    const std::vector<Expr> rates = directional(graph_, slopes, moving_);
    const std::vector<Expr> forces = gradient(graph_, out.difference, q);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Expr defect = graph_.sub(rates[i], forces[i]);
      out.equation_defect.push_back(is_zero(graph_, defect) ? graph_.zero() : defect);
    }
    if (is_zero(graph_, out.difference)) {
      out.lagrangian = ModelComparison::Lagrangian::same;
    } else if (all_vanish(out.equation_defect)) {
      out.lagrangian = ModelComparison::Lagrangian::gauge;
      out.gauge = gauge_function(out.difference, slopes, q, v);
    }
  }

  /// F with Δ = ∂F/∂q·v + ∂F/∂t.
  std::optional<Expr> gauge_function(Expr difference, std::vector<Expr> slopes, std::vector<Expr> variables,
                                     const std::vector<Expr>& v) {
    Expr rest = difference;
    for (std::size_t i = 0; i < v.size(); ++i)
      rest = graph_.sub(rest, graph_.mul(slopes[i], v[i]));
    // Both are free of the rates, as their equations vanish; what is left of them in the structure goes.
    std::vector<Replacement> at_rest;
    at_rest.reserve(v.size());
    for (const Expr rate : v)
      at_rest.push_back({rate, graph_.zero()});
    slopes.push_back(rest);
    variables.push_back(b_.system->time);
    FactorBudget budget;
    const std::optional<Expr> found =
        potential(graph_, {variables, substitute(graph_, slopes, at_rest)}, budget, FactorReach::one);
    if (!found || !are_equal(graph_, directional(graph_, *found, moving_), difference)) return std::nullopt;
    return found;
  }

  void compare_forces(ModelComparison& out) {
    std::vector<Expr> active;
    for (std::size_t j = 0; j < a_.generalized_forces.size(); ++j)
      active.push_back(from_graph().sub(a_.generalized_forces[j], a_.dissipative_forces[j]));
    active = moved(active);
    const std::vector<Expr> q = b_.system->positions();
    const std::vector<Expr> slopes = jacobian(graph_, map_, q);
    for (std::size_t i = 0; i < q.size(); ++i) {
      Expr sum = graph_.sub(b_.dissipative_forces[i], b_.generalized_forces[i]);
      for (std::size_t j = 0; j < active.size(); ++j)
        sum = graph_.add(sum, graph_.mul(slopes[j * q.size() + i], active[j]));
      out.force_defect.push_back(is_zero(graph_, sum) ? graph_.zero() : sum);
    }
    out.has_same_forces = all_vanish(out.force_defect);
  }

  /// Rates at every row, and positions at holonomic ones: x² + y² = l² is not that of another length.
  void compare_constraints(ModelComparison& out) {
    const std::vector<Constraint>& constraints = a_.system->constraints;
    std::vector<Expr> levels = a_.constraint_rates;
    for (const Constraint& constraint : constraints)
      levels.push_back(constraint.kind == ConstraintKind::holonomic ? constraint.residual : from_.zero());
    const std::vector<Answer> found = MotionJudge(b_, sample_).vanish(moved(levels));
    for (std::size_t k = 0; k < constraints.size(); ++k) {
      const Answer position = found[k + constraints.size()];
      const Answer level = found[k] == Answer::yes ? position : found[k];
      if (level == Answer::yes) continue;
      out.keeps_constraints = level;
      out.broken_constraints.push_back(constraints[k].name);
    }
  }

  /// Model A over the symbols of B.
  MappedModel mapped() {
    const System& from = *a_.system;
    std::vector<Replacement> released;
    for (const Constraint& constraint : from.constraints)
      released.push_back({constraint.multiplier, from_graph().zero()});
    for (const Friction& friction : from.frictions)
      released.push_back({friction.symbol, from_graph().zero()});
    MappedModel out;
    out.coordinates = from.coordinates.size();
    out.constraints = from.constraints.size();
    out.residual = moved(substitute(from_graph(), a_.residual, released));
    out.mass = moved(a_.mass().entries);
    out.rows = moved(a_.constraint_matrix.entries);
    out.rates = moved(a_.constraint_rates);
    out.positions = moved(holonomic(a_));
    out.slopes = jacobian(graph_, map_, b_.system->positions());
    return out;
  }

  /// Frictions are the same where slip, coefficient and normal force are.
  void compare_rows(ModelComparison& out) {
    out.has_frictions = !a_.frictions.empty() || !b_.frictions.empty();
    const std::size_t n = map_.size();
    const auto same = [this](const std::vector<Expr>& of_a, const std::vector<Expr>& of_b) {
      return of_a.size() == of_b.size() && equality_test(graph_, moved(of_a), of_b).verdict == Answer::yes;
    };
    bool is_same = n == b_.speeds.size() && a_.frictions.size() == b_.frictions.size() &&
                   same(a_.constraint_rates, b_.constraint_rates) && same(holonomic(a_), holonomic(b_));
    for (std::size_t f = 0; f < a_.frictions.size() && is_same; ++f) {
      const FrictionBlock& first = a_.frictions[f];
      const FrictionBlock& second = b_.frictions[f];
      is_same =
          same({first.slip, first.coefficient}, {second.slip, second.coefficient}) && same(first.normal, second.normal);
    }
    const std::vector<Expr> slopes = jacobian(graph_, map_, b_.system->positions());
    std::vector<Field> rows;
    for (std::size_t i = 0; i < n && is_same; ++i)
      rows.emplace_back(slopes.begin() + static_cast<std::ptrdiff_t>(i * n),
                        slopes.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
    out.has_same_rows = is_same && generic_rank(graph_, rows).value_or(0) == static_cast<int>(n);
  }

  static std::vector<Expr> holonomic(const Equations& of) {
    std::vector<Expr> out;
    for (const Constraint& constraint : of.system->constraints)
      if (constraint.kind == ConstraintKind::holonomic) out.push_back(constraint.residual);
    return out;
  }

  [[nodiscard]] Graph& from_graph() const { return *a_.system->graph; }

  const Equations& a_;
  const Equations& b_;
  const RealSample* sample_;
  const Graph& from_;
  Graph& graph_;
  const std::vector<Expr>& map_;
  std::vector<Expr> positive_ = positive_coordinates(*b_.system);
  std::vector<Seed> moving_;
  std::unordered_map<std::uint32_t, Expr> images_;
  std::unordered_map<std::uint32_t, UnknownId> functions_;
};

} // namespace

ModelComparison compare(const Equations& a, const Equations& b, const std::vector<Expr>& map,
                        const RealSample* sample) {
  return Comparer(a, b, map, sample).run();
}

} // namespace analysis
} // namespace dalembert
