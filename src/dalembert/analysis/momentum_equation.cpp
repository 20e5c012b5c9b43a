#include <dalembert/analysis/momentum_equation.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace dalembert {
inline namespace analysis {

namespace {

/// tan u as sin u/cos u.
std::vector<Expr> without_tangents(Graph& graph, const std::vector<Expr>& entries) {
  std::vector<Replacement> quotients;
  for (const Expr node : reachable(graph, entries))
    if (graph.kind(node) == NodeKind::function && graph.function(node) == Function::tan) {
      const Expr angle = graph.args(node)[0];
      quotients.push_back({node, graph.div(graph.sin(angle), graph.cos(angle))});
    }
  return quotients.empty() ? entries : substitute(graph, entries, quotients);
}

/// e times a factor, term by term.
Expr times(Graph& graph, Expr e, Expr factor) {
  if (graph.kind(e) != NodeKind::sum) return graph.mul(e, factor);
  const std::vector<Term> terms(graph.terms(e).begin(), graph.terms(e).end());
  Expr sum = graph.zero();
  for (const Term& term : terms)
    sum = graph.add(sum, graph.scale(graph.value(term.coefficient), times(graph, term.expr, factor)));
  return sum;
}

/// Multiplies by what the entries are divided by and depends on `moving`, so that no coordinate stands below a fraction
/// bar.
void clear_denominators(Graph& graph, const std::vector<Expr>& moving, std::vector<Expr>& entries) {
  entries = without_tangents(graph, entries);
  std::map<std::uint32_t, Rational> divisors; // base → largest power below the bar
  for (const Expr e : reachable(graph, entries)) {
    if (graph.kind(e) != NodeKind::product) continue;
    for (const Factor& f : graph.factors(e)) {
      const Rational power = -graph.value(f.exponent);
      if (!(Rational(0) < power) || !depends(graph, f.base, moving)) continue;
      const auto [place, is_new] = divisors.try_emplace(f.base.id, power);
      if (!is_new && place->second < power) place->second = power;
    }
  }
  for (const auto& [base, power] : divisors)
    for (Expr& e : entries)
      e = times(graph, e, graph.pow(Expr{base}, power));
}

class MomentumSearch {
public:
  MomentumSearch(const Equations& equations, const std::vector<Symmetry>& all, MotionJudge& judge)
      : equations_(equations),
        judge_(judge),
        system_(*equations.system),
        graph_(*system_.graph),
        q_(system_.positions()) {
    motion_.push_back({system_.time, graph_.one()});
    for (const Coordinate& c : system_.coordinates)
      motion_.push_back({c.position, c.rate});
    for (const Symmetry& s : all) {
      const bool is_of_place = graph_.is_zero(s.time) &&
                               !depends(graph_, s.positions, std::vector<Expr>{system_.time}) &&
                               !depends(graph_, s.gauge, q_); // a gauge of t alone is a uniform field
      if (is_of_place) symmetries_.push_back(&s);
    }
    at_rest_.reserve(q_.size());
    for (const Expr v : system_.rates())
      at_rest_.push_back({v, graph_.zero()});
  }

  std::vector<MomentumEquation> run() {
    std::vector<MomentumEquation> out;
    if (symmetries_.empty()) return out;
    for (const Expr rate : equations_.constraint_rates) // a row that is not affine in the rates has no b
      if (switches_with(graph_, rate, system_.rates())) return out;
    space_ = null_space(graph_, equations_.constraint_matrix);
    find_dependent_rates();
    for (int c = 0; c < space_.basis.columns; ++c) {
      std::vector<Expr> direction;
      direction.reserve(q_.size());
      for (int i = 0; i < space_.basis.rows; ++i)
        direction.push_back(space_.basis.at(i, c));
      clear_denominators(graph_, q_, direction);
      if (!depends(graph_, direction, q_)) continue; // said with the momenta of the coordinates
      if (auto found = along(direction)) out.push_back(std::move(*found));
    }
    std::vector<Expr> rates;
    rates.reserve(out.size());
    for (const MomentumEquation& m : out)
      rates.push_back(m.rate);
    const std::vector<Answer> verdicts = judge_.vanish(rates);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i].is_conserved = verdicts[i];
    return out;
  }

private:
  /// v = N·w + ν for the dependent rates.
  void find_dependent_rates() {
    const std::vector<Expr> v = system_.rates();
    ExprMatrix right(equations_.constraint_matrix.rows, 1, graph_.zero());
    for (int k = 0; k < right.rows; ++k)
      right.at(k, 0) =
          graph_.neg(substitute(graph_, equations_.constraint_rates[static_cast<std::size_t>(k)], at_rest_));
    const std::vector<Expr> drift = solve_overdetermined(graph_, equations_.constraint_matrix, right).solution.entries;
    for (std::size_t i = 0; i < v.size(); ++i) {
      Expr rate = drift[i];
      for (std::size_t c = 0; c < space_.independent.size(); ++c) {
        const Expr entry = space_.basis.at(static_cast<int>(i), static_cast<int>(c));
        rate = graph_.add(rate, graph_.mul(entry, v[static_cast<std::size_t>(space_.independent[c])]));
      }
      known_rates_.push_back({v[i], rate});
    }
  }

  /// J and J̇ along `direction`; nothing where the symmetries do not span it.
  std::optional<MomentumEquation> along(const std::vector<Expr>& direction) {
    const int n = static_cast<int>(q_.size());
    const int count = static_cast<int>(symmetries_.size());
    ExprMatrix generators(n, count, graph_.zero());
    ExprMatrix right(n, 1, graph_.zero());
    for (int i = 0; i < n; ++i) {
      right.at(i, 0) = direction[static_cast<std::size_t>(i)];
      for (int s = 0; s < count; ++s)
        generators.at(i, s) = symmetries_[static_cast<std::size_t>(s)]->positions[static_cast<std::size_t>(i)];
    }
    const LinearSolution factors = solve_overdetermined(graph_, generators, right);
    if (!factors.is_consistent) return std::nullopt;
    MomentumEquation out;
    out.positions = direction;
    out.quantity = graph_.zero();
    out.rate = graph_.zero();
    for (std::size_t i = 0; i < direction.size(); ++i) {
      out.quantity = graph_.add(out.quantity, graph_.mul(equations_.momenta[i], direction[i]));
      out.rate = graph_.add(out.rate, graph_.mul(active_force(i), direction[i]));
    }
    for (std::size_t s = 0; s < symmetries_.size(); ++s)
      out.rate = graph_.add(out.rate, share(*symmetries_[s], factors.solution.entries[s]));
    out.rate_on_constraints = substitute(graph_, out.rate, known_rates_);
    return out;
  }

  /// What one symmetry with its factor f brings into J̇: ḟ·p·ξ, and f·ġ of a uniform field.
  [[nodiscard]] Expr share(const Symmetry& symmetry, Expr factor) {
    Expr momentum = graph_.zero();
    for (std::size_t i = 0; i < symmetry.positions.size(); ++i)
      momentum = graph_.add(momentum, graph_.mul(equations_.momenta[i], symmetry.positions[i]));
    const Expr by_factor = graph_.mul(directional(graph_, factor, motion_), momentum);
    return graph_.add(by_factor, graph_.mul(factor, directional(graph_, symmetry.gauge, motion_)));
  }

  /// Q − ∂D/∂v + friction: what is neither in L nor a constraint.
  [[nodiscard]] Expr active_force(std::size_t i) {
    Expr out = graph_.sub(equations_.generalized_forces[i], equations_.dissipative_forces[i]);
    for (std::size_t f = 0; f < equations_.frictions.size(); ++f)
      out = graph_.add(out, graph_.mul(system_.frictions[f].symbol, equations_.frictions[f].column[i]));
    return out;
  }

  const Equations& equations_;
  MotionJudge& judge_;
  const System& system_;
  Graph& graph_;
  std::vector<Expr> q_;
  std::vector<Seed> motion_;
  std::vector<Replacement> at_rest_;
  std::vector<const Symmetry*> symmetries_;
  NullSpace space_;
  std::vector<Replacement> known_rates_;
};

} // namespace

namespace {

bool has_velocity_row(const System& system) {
  return std::ranges::any_of(system.constraints,
                             [](const Constraint& c) { return c.kind == ConstraintKind::velocity; });
}

} // namespace

std::string momentum_obstacle(const Equations& equations) {
  const System& system = *equations.system;
  constexpr std::size_t most_coordinates = 10;
  if (!has_velocity_row(system)) return {};
  if (system.coordinates.size() > most_coordinates)
    return "momentum equations were not searched for: the system has many coordinates";
  if (depends(*system.graph, equations.constraint_matrix.entries, system.rates()))
    return "momentum equations were not searched for: a constraint is nonlinear in the rates";
  return {};
}

std::vector<MomentumEquation> momentum_equations(const Equations& equations, const std::vector<Symmetry>& symmetries,
                                                 MotionJudge& judge) {
  if (!has_velocity_row(*equations.system) || !momentum_obstacle(equations).empty()) return {};
  try {
    return MomentumSearch(equations, symmetries, judge).run();
  } catch (const std::domain_error&) { // a division by an exact zero
    return {};
  }
}

} // namespace analysis
} // namespace dalembert
