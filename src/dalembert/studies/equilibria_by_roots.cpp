#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/studies/equilibria_by_roots.h>
#include <dalembert/studies/univariate_roots.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

constexpr std::size_t most_states = 64;

class Branching {
public:
  Branching(const System& system, std::span<const double> parameters, const State& initial)
      : system_(system), graph_(*system.graph), initial_(initial) {
    values_.push_back({system.time, initial.t});
    for (std::size_t p = 0; p < parameters.size(); ++p)
      values_.push_back({system.parameters[p].symbol, parameters[p]});
  }

  EquilibriaByRoots run(std::vector<Expr> conditions) {
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i)
      if (depends(graph_, conditions, std::vector<Expr>{system_.coordinates[i].position})) out_.unknowns.push_back(i);
    out_.is_complete = true;
    State state = initial_;
    std::ranges::fill(state.v, 0.0);
    solve(std::move(conditions), out_.unknowns, state);
    return std::move(out_);
  }

private:
  /// The only unknown that an equation holds.
  [[nodiscard]] std::optional<std::size_t> only_unknown(Expr equation, const std::vector<std::size_t>& open) const {
    std::optional<std::size_t> out;
    for (const std::size_t i : open) {
      if (!depends(graph_, equation, system_.coordinates[i].position)) continue;
      if (out) return std::nullopt;
      out = i;
    }
    return out;
  }

  [[nodiscard]] bool holds_open(Expr equation, const std::vector<std::size_t>& open) const {
    return std::ranges::any_of(
        open, [&](std::size_t i) { return depends(graph_, equation, system_.coordinates[i].position); });
  }

  /// The factors of a product that may vanish; empty for what is no product.
  [[nodiscard]] std::vector<Expr> factors_of(Expr equation, const std::vector<std::size_t>& open) const {
    const Expr bare = graph_.as_term(equation).expr;
    std::vector<Expr> out;
    if (graph_.kind(bare) != NodeKind::product) return out;
    for (const Factor& factor : graph_.factors(bare))
      if (graph_.value(factor.exponent).sign() > 0 && holds_open(factor.base, open)) out.push_back(factor.base);
    return out;
  }

  void solve(std::vector<Expr> equations, const std::vector<std::size_t>& open, const State& state) {
    std::erase_if(equations, [&](Expr e) { return !holds_open(e, open); }); // Newton's method looks at these
    if (out_.states.size() >= most_states) {
      out_.is_complete = false;
      return;
    }
    if (equations.empty()) {
      out_.is_complete = out_.is_complete && open.empty();
      out_.states.push_back(state);
      return;
    }
    for (const Expr equation : equations)
      if (const auto unknown = only_unknown(equation, open))
        if (by_roots(equations, equation, *unknown, open, state)) return;
    for (Expr& equation : equations) {
      const std::vector<Expr> factors = factors_of(equation, open);
      if (factors.empty()) continue;
      const Expr whole = equation;
      for (const Expr factor : factors) {
        if (factor == whole) continue;
        equation = factor;
        solve(equations, open, state);
      }
      return;
    }
    out_.is_complete = false;
  }

  /// Goes on with each root of one equation; false where they are not known.
  bool by_roots(const std::vector<Expr>& equations, Expr equation, std::size_t unknown,
                const std::vector<std::size_t>& open, const State& state) {
    std::vector<Assignment> values = values_;
    for (std::size_t i = 0; i < state.q.size(); ++i) {
      if (i != unknown) values.push_back({system_.coordinates[i].position, state.q[i]});
      values.push_back({system_.coordinates[i].rate, 0.0});
    }
    const std::optional<UnivariateRoots> roots =
        univariate_roots(graph_, equation, system_.coordinates[unknown].position, values);
    if (!roots) return false;
    std::vector<Expr> rest = equations;
    std::erase(rest, equation);
    if (roots->is_identity) {
      solve(std::move(rest), open, state);
      return true;
    }
    std::vector<std::size_t> left = open;
    std::erase(left, unknown);
    for (const double root : roots->values) {
      State next = state;
      next.q[unknown] = root;
      solve(rest, left, next);
    }
    return true;
  }

  const System& system_;
  Graph& graph_;
  const State& initial_;
  std::vector<Assignment> values_;
  EquilibriaByRoots out_;
};

} // namespace

EquilibriaByRoots equilibria_by_roots(const System& system, std::span<const double> parameters, const State& initial,
                                      const std::vector<Expr>& conditions) {
  if (conditions.empty()) return {};
  return Branching(system, parameters, initial).run(conditions);
}

} // namespace studies
} // namespace dalembert
