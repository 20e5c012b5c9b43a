#include <dalembert/exact/row_proof.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace exact {

namespace {

constexpr std::size_t most_nodes = 4000; ///< of a claim, and of an equation
constexpr std::size_t most_power_nodes = 1'000'000;
constexpr std::size_t most_rows = 4; ///< that are tried: those whose accelerations the claim holds

/// √S = value, from a holonomic constraint that is linear in a square root: c·√S + rest = 0. At an admissible state
/// this is so on the branch of the root that the reals have.
struct KnownRoot {
  Expr base; ///< S
  Expr value;
};

std::optional<KnownRoot> root_given_by(Graph& graph, const Constraint& constraint) {
  const Expr relation = graph.as_term(constraint.residual).expr; // a factor of the whole does not count
  if (constraint.kind != ConstraintKind::holonomic || graph.kind(relation) != NodeKind::sum) return std::nullopt;
  const auto held = graph.terms(relation);
  const std::vector<Term> terms(held.begin(), held.end());
  for (const Term& term : terms) {
    if (graph.kind(term.expr) != NodeKind::product || graph.factors(term.expr).size() != 1) continue;
    const Factor root = graph.factors(term.expr)[0];
    if (!(graph.value(root.exponent) == Rational(1, 2))) continue;
    const Rational c = graph.value(term.coefficient);
    std::vector<Term> others = terms;
    std::erase_if(others, [&term](const Term& other) { return other.expr == term.expr; });
    const Expr rest = graph.sum(others);
    if (!depends(graph, rest, root.base)) return KnownRoot{root.base, graph.scale(Rational(-1) / c, rest)};
  }
  return std::nullopt;
}

class RowProof {
public:
  explicit RowProof(const Equations& equations) : equations_(equations), graph_(*equations.system->graph) {
    states_.push_back(equations.system->time);
    for (const Coordinate& q : equations.system->coordinates) {
      states_.push_back(q.position);
      states_.push_back(q.rate);
    }
  }

  bool proves(Expr claim) {
    if (holds_friction(claim)) return false;
    std::vector<std::size_t> rows = accelerated(claim);
    if (rows.size() > most_rows) return is_power_balance(claim);
    if (size_within(graph_, claim, most_nodes) >= most_nodes) return false;
    if (rows.empty()) return vanishes(claim);
    return std::ranges::any_of(rows, [&](std::size_t row) { return is_multiple(claim, row, rows.front()); });
  }

private:
  [[nodiscard]] bool holds_friction(Expr claim) const {
    return std::ranges::any_of(equations_.system->frictions,
                               [&](const Friction& f) { return depends(graph_, claim, f.symbol); });
  }

  /// The coordinates whose accelerations a claim holds.
  [[nodiscard]] std::vector<std::size_t> accelerated(Expr claim) const {
    const std::vector<Expr> symbols = free_symbols(graph_, claim);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < equations_.accelerations.size(); ++i)
      if (std::ranges::binary_search(symbols, equations_.accelerations[i])) out.push_back(i);
    return out;
  }

  /// claim = k·row, with k from the acceleration of coordinate `by`.
  bool is_multiple(Expr claim, std::size_t row, std::size_t by) {
    const Expr inertia = equations_.mass().at(static_cast<int>(row), static_cast<int>(by));
    const Expr equation = equations_.residual[row];
    if (graph_.is_zero(inertia) || size_within(graph_, equation, most_nodes) >= most_nodes) return false;
    const Expr k = graph_.div(gradient(graph_, claim, std::span(&equations_.accelerations[by], 1)).front(), inertia);
    // A factor of positions has poles: there the equation says less than the claim.
    return !depends(graph_, k, states_) && vanishes(graph_.sub(claim, graph_.mul(k, equation)));
  }

  /// claim = ±(Σ vᵢ·Eᵢ + Σ λₖ·ψₖ): what the equations say of the power, as E' = −2D does.
  bool is_power_balance(Expr claim) {
    const System& system = *equations_.system;
    if (!system.frictions.empty() || size_within(graph_, claim, most_power_nodes) >= most_power_nodes) return false;
    std::vector<Term> powers;
    for (std::size_t i = 0; i < equations_.residual.size(); ++i)
      powers.push_back({graph_.mul(equations_.speeds[i], equations_.residual[i]), one_id});
    for (std::size_t k = 0; k < system.constraints.size(); ++k)
      powers.push_back({graph_.mul(system.constraints[k].multiplier, equations_.constraint_rates[k]), one_id});
    const Expr power = graph_.sum(powers);
    return vanishes(graph_.sub(claim, power)) || vanishes(graph_.add(claim, power));
  }

  /// A proof needs nothing of roots that are left: the field knows less of them than the reals.
  bool vanishes(Expr difference) {
    constexpr int most_depth = 3; // of roots within roots
    for (int depth = 0; depth < most_depth; ++depth) {
      if (graph_.is_zero(difference)) return true;
      const std::vector<Replacement> known = roots_in(difference);
      if (known.empty()) break;
      difference = substitute(graph_, difference, known);
    }
    const std::vector<Expr> one{difference};
    return graph_.is_zero(difference) || (!has_real_branches(graph_, one) && is_zero(graph_, difference));
  }

  /// What the products with a known root stand for: Π … S^(p/2) = Π … valueᵖ.
  std::vector<Replacement> roots_in(Expr e) {
    std::vector<Replacement> out;
    const std::vector<Expr> one{e};
    for (const Expr node : reachable(graph_, one)) {
      if (graph_.kind(node) != NodeKind::product) continue;
      const auto held = graph_.factors(node);
      const std::vector<Factor> factors(held.begin(), held.end());
      Expr by = graph_.one();
      bool is_new = false;
      for (const Factor& factor : factors) {
        const Rational exponent = graph_.value(factor.exponent);
        const KnownRoot* const root = exponent.denominator() == Rational(2) ? known(factor.base) : nullptr;
        is_new = is_new || root != nullptr;
        by = graph_.mul(by, root != nullptr ? graph_.pow(root->value, Rational(2) * exponent)
                                            : graph_.pow(factor.base, exponent));
      }
      if (is_new) out.push_back({node, by});
    }
    return out;
  }

  const KnownRoot* known(Expr base) {
    if (!roots_) {
      roots_.emplace();
      for (const Constraint& constraint : equations_.system->constraints)
        if (const auto root = root_given_by(graph_, constraint)) roots_->emplace(root->base.id, *root);
    }
    const auto found = roots_->find(base.id);
    return found == roots_->end() ? nullptr : &found->second;
  }

  const Equations& equations_;
  Graph& graph_;
  std::vector<Expr> states_;                                          ///< t, q and v
  std::optional<std::unordered_map<std::uint32_t, KnownRoot>> roots_; ///< by their base
};

} // namespace

bool follows_from_one_row(const Equations& equations, Expr claim) {
  if (equations.form != "lagrange") return false;
  try {
    return RowProof(equations).proves(claim);
  } catch (const std::domain_error&) {
    return false; // it divides by what the constraints make zero
  }
}

} // namespace exact
} // namespace dalembert
