#include <dalembert/exact/known_facts.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace dalembert {
inline namespace exact {

namespace {

using Place = std::vector<std::size_t>;

Place first_numbers(std::size_t count) {
  Place out(count);
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

/// The rows of the constraints as numbers, at some real states.
class RealRows {
public:
  RealRows(const Equations& equations, const RealSample& sample)
      : rows_(equations.system->constraints.size()), columns_(equations.speeds.size()) {
    constexpr std::size_t looked_at = 4;
    // The initial state comes first and is often a special one, but the motion starts there.
    for (const RealSample::Pair& state : sample.states) {
      if (states_.size() == looked_at) return;
      try {
        states_.push_back(evaluate(*equations.system->graph, equations.constraint_matrix.entries, state.at));
      } catch (const std::invalid_argument&) { // a function that is not defined
        return;
      }
    }
  }

  /// Rows that are independent at each state, `first` and those behind it before the others; ascending.
  [[nodiscard]] Place independent(std::size_t first) const {
    Place order = first_numbers(rows_);
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(first), order.end());
    std::vector<std::vector<std::vector<double>>> bases(states_.size());
    Place out;
    for (const std::size_t k : order) {
      std::vector<std::vector<double>> left;
      for (std::size_t s = 0; s < states_.size(); ++s)
        if (std::optional<std::vector<double>> rest = outside(bases[s], row(s, k))) left.push_back(std::move(*rest));
      if (states_.empty() || left.size() < states_.size()) continue;
      for (std::size_t s = 0; s < states_.size(); ++s)
        bases[s].push_back(std::move(left[s]));
      out.push_back(k);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

private:
  [[nodiscard]] std::vector<double> row(std::size_t state, std::size_t k) const {
    const auto begin = states_[state].begin() + static_cast<std::ptrdiff_t>(k * columns_);
    return {begin, begin + static_cast<std::ptrdiff_t>(columns_)};
  }

  /// The part of a row that is orthogonal to an orthonormal basis, as a unit vector; nothing where the row is nearly in
  /// its span.
  [[nodiscard]] static std::optional<std::vector<double>> outside(const std::vector<std::vector<double>>& basis,
                                                                  std::vector<double> row) {
    constexpr double nearly = 1e-6;
    const auto product = [](const std::vector<double>& a, const std::vector<double>& b) {
      return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
    };
    const double before = std::sqrt(product(row, row));
    for (const std::vector<double>& unit : basis) {
      const double along = product(unit, row);
      for (std::size_t i = 0; i < row.size(); ++i)
        row[i] -= along * unit[i];
    }
    const double after = std::sqrt(product(row, row));
    if (!(after > nearly * before)) return std::nullopt; // of a NaN as well
    for (double& entry : row)
      entry /= after;
    return row;
  }

  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::vector<double>> states_;
};

/// The equations of the coordinates whose accelerations stand in the claim, and of those that its multipliers act on.
Place equations_near(const Equations& equations, Expr claim) {
  const Graph& graph = *equations.system->graph;
  const std::vector<Expr> multipliers = equations.system->multipliers();
  const std::size_t n = equations.speeds.size();
  Place out;
  for (std::size_t i = 0; i < n; ++i) {
    bool is_near = depends(graph, claim, equations.accelerations[i]);
    for (std::size_t k = 0; k < multipliers.size() && !is_near; ++k)
      is_near = !graph.is_zero(equations.constraint_matrix.entries[k * n + i]) && depends(graph, claim, multipliers[k]);
    if (is_near) out.push_back(i);
  }
  return out;
}

/// The constraints, those first that hold fewest coordinates beside the ones of the claim.
Place nearest_constraints(const Equations& equations, Expr claim) {
  const System& system = *equations.system;
  const Graph& graph = *system.graph;
  std::vector<std::size_t> strangers(system.constraints.size(), 0);
  for (const Coordinate& q : system.coordinates) {
    const std::vector<Expr> symbols{q.position, q.rate};
    if (depends(graph, claim, symbols)) continue;
    for (std::size_t k = 0; k < strangers.size(); ++k)
      if (depends(graph, system.constraints[k].residual, symbols)) ++strangers[k];
  }
  Place out = first_numbers(system.constraints.size());
  std::ranges::stable_sort(out, {}, [&strangers](std::size_t k) { return strangers[k]; });
  return out;
}

} // namespace

bool KnownFacts::has_rate(std::size_t constraint) const {
  return std::ranges::binary_search(rates, constraint);
}

bool KnownFacts::has_equation(std::size_t coordinate) const {
  return std::ranges::binary_search(equations, coordinate);
}

KnownFacts KnownFacts::all_of(const Equations& equations) {
  return {Positions::all, 0, first_numbers(equations.system->constraints.size()),
          first_numbers(equations.speeds.size())};
}

std::vector<KnownFacts> parts_for(const Equations& equations, Expr claim, const RealSample* sample) {
  using Positions = KnownFacts::Positions;
  constexpr std::size_t most_first_rows = 3;
  const Place all = first_numbers(equations.speeds.size());
  const Place near = equations_near(equations, claim);
  std::vector<KnownFacts> out;
  if (sample != nullptr && !equations.system->constraints.empty()) {
    const RealRows rows(equations, *sample);
    const bool may_be_idle =
        equations.frictions.empty() && !depends(*equations.system->graph, claim, equations.system->multipliers());
    const auto add = [&](Positions positions, std::size_t first, const Place& known) {
      Place independent = rows.independent(first);
      const bool are_idle =
          may_be_idle && known.size() == all.size() && static_cast<int>(independent.size()) == sample->rank;
      out.push_back({positions, first, std::move(independent), known, are_idle});
    };
    add(Positions::solvable, 0, all);
    Place nearest = nearest_constraints(equations, claim);
    nearest.resize(std::min(nearest.size(), most_first_rows));
    for (const std::size_t k : nearest)
      if (k > 0) add(Positions::solvable, k, all);
    add(Positions::none, nearest.front(), all);
    if (near.size() < all.size()) add(Positions::solvable, nearest.front(), near);
  }
  if (near.size() < all.size()) out.push_back({Positions::none, 0, {}, near, false});
  out.push_back({Positions::none, 0, {}, all, false});
  return out;
}

} // namespace exact
} // namespace dalembert
