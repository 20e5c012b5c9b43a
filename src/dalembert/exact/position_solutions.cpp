#include <dalembert/exact/draws.h>
#include <dalembert/exact/position_solutions.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dalembert {
inline namespace exact {

namespace {

constexpr std::size_t looked_at = 3; ///< real states that a solution passes through
constexpr double closeness = 1e-6;   ///< of a value: the same at a real state

std::vector<Expr> candidates_of(const System& system, bool for_rates) {
  std::vector<Expr> out = for_rates ? system.rates() : system.positions();
  for (const Parameter& parameter : system.parameters)
    out.push_back(parameter.symbol);
  return out;
}

/// True where every row is a velocity constraint that is not affine in the rates.
bool is_nonlinear_throughout(const System& system) {
  Graph& graph = *system.graph;
  const std::vector<Expr> rates = system.rates();
  return !system.constraints.empty() &&
         std::all_of(system.constraints.begin(), system.constraints.end(), [&](const Constraint& c) {
           return c.kind == ConstraintKind::velocity && (depends(graph, gradient(graph, c.residual, rates), rates) ||
                                                         switches_with(graph, c.residual, rates));
         });
}

} // namespace

PositionSolutions::PositionSolutions(const System& system, const std::vector<Expr>& offsets, const RealSample* sample,
                                     Unsolvable unsolvable, std::size_t first)
    : graph_(*system.graph),
      parameters_(system.parameters),
      offsets_(offsets),
      is_solved_(system.constraints.size(), false),
      solves_rates_(unsolvable == Unsolvable::ends && is_nonlinear_throughout(system)) {
  // The initial state comes first and is often a special one: the others are taken where there are any.
  for (std::size_t i = 1; sample != nullptr && i < sample->states.size() && real_.size() < looked_at; ++i) {
    real_.push_back(sample->states[i].at);
    for (const Expr offset : offsets)
      real_.back().push_back({offset, 0.0});
  }
  if (unsolvable == Unsolvable::left_out) most_roots_ = std::bit_width(draws::most_branches) - 1;
  const std::vector<Expr> candidates = candidates_of(system, solves_rates_);
  const std::vector<Expr> positions = system.positions();
  const std::size_t count = system.constraints.size();
  for (std::size_t place = 0; place < count && solvable_; ++place) {
    const std::size_t k = (first + place) % count;
    const bool is_holonomic = system.constraints[k].kind == ConstraintKind::holonomic;
    if (!is_holonomic && !solves_rates_) continue;
    bool is_taken = false;
    try {
      const Expr row = substitute(graph_, graph_.sub(system.constraints[k].residual, offsets[k]), replacements_);
      is_taken = take(row, candidates, positions);
    } catch (const std::domain_error&) { // it divides by what earlier rows hold at 0
    }
    is_solved_[k] = is_taken && is_holonomic;
    if (!is_taken && unsolvable == Unsolvable::ends) solvable_ = false;
  }
}

bool PositionSolutions::take(Expr row, const std::vector<Expr>& candidates, const std::vector<Expr>& positions) {
  if (is_out_of_reach(row)) return false;
  if (follows_from_earlier_rows(without_offsets(row))) return true;
  return solve(row, candidates) || (!solves_rates_ && identify(without_offsets(row), positions));
}

/// True where `row` vanishes whatever the signs of the roots of earlier rows: these are symbols ρ, and the graph does
/// not know that ρ² = 1. Cost: a zero test for each choice of the signs in `row`, up to the first that does not vanish.
bool PositionSolutions::follows_from_earlier_rows(Expr row) const {
  const std::vector<Expr> held = free_symbols(graph_, row);
  std::vector<Replacement> signs;
  for (const Expr root : roots_)
    if (std::binary_search(held.begin(), held.end(), root)) signs.push_back({root, graph_.one()});
  constexpr std::size_t most_signs = 6;
  if (signs.size() > most_signs) return false;
  for (std::size_t branch = 0; branch < (std::size_t{1} << signs.size()); ++branch) {
    for (std::size_t r = 0; r < signs.size(); ++r)
      signs[r].by = ((branch >> r) & 1U) != 0U ? graph_.neg(graph_.one()) : graph_.one();
    if (!is_zero(graph_, substitute(graph_, row, signs))) return false;
  }
  return true;
}

/// True where the roots of earlier rows have made a row so long that it is not solved in its turn: each root holds
/// those before it, and every later question is about all of them.
bool PositionSolutions::is_out_of_reach(Expr row) const {
  constexpr std::size_t most_nodes = 200;
  if (roots_.empty() || !depends(graph_, row, roots_)) return false;
  return reachable(graph_, std::vector<Expr>{row}).size() > most_nodes;
}

PositionSolutions::PositionSolutions(const System& system)
    : graph_(*system.graph),
      parameters_(system.parameters),
      offsets_(system.constraints.size(), system.graph->zero()),
      is_solved_(system.constraints.size(), false) {}

/// A parameter that a row allows to be 0 only belongs to another component: b·(x + sign x) = 0 holds x at 0.
bool PositionSolutions::removes_parameter(Expr symbol, Expr by) const {
  return std::ranges::any_of(parameters_, [symbol](const Parameter& p) { return p.symbol == symbol; }) &&
         graph_.is_zero(without_offsets(by));
}

Expr PositionSolutions::without_offsets(Expr e) const {
  std::vector<Replacement> none;
  none.reserve(offsets_.size());
  for (const Expr offset : offsets_)
    none.push_back({offset, graph_.zero()});
  return substitute(graph_, e, none);
}

bool PositionSolutions::solve(Expr row, const std::vector<Expr>& candidates) {
  const std::vector<Expr> held = free_symbols(graph_, row);
  std::vector<Expr> symbols;
  for (const Expr symbol : candidates)
    if (std::binary_search(held.begin(), held.end(), symbol)) symbols.push_back(symbol);
  const std::vector<Expr> slopes = gradient(graph_, row, symbols);
  for (const bool linear : {true, false})
    for (std::size_t s = 0; s < symbols.size(); ++s) {
      const Expr symbol = symbols[s];
      const Expr slope = slopes[s];
      const bool is_linear = !depends(graph_, slope, symbol);
      if (linear != is_linear) continue;
      const std::vector<Expr> one{symbol};
      if (!is_linear && (roots_.size() >= most_roots_ || depends(graph_, gradient(graph_, slope, one), one))) continue;
      if (switches_with(graph_, row, one)) continue;
      const std::size_t roots = roots_.size();
      const std::optional<Expr> by = solution(row, symbol);
      if (by && !removes_parameter(symbol, *by) && passes_through_sample(symbol, *by, slope)) {
        add(symbol, *by);
        return true;
      }
      roots_.resize(roots);
    }
  return false;
}

/// Two coordinates of one value, or of opposite ones, at the real states: where that meets the row, it is what the row
/// and its neighbours say there.
bool PositionSolutions::identify(Expr row, const std::vector<Expr>& positions) {
  if (real_.empty()) return false;
  const std::vector<Expr> symbols = free_symbols(graph_, row);
  std::vector<Expr> held;
  std::vector<double> values; // at the first real state
  for (const Expr symbol : positions) {
    if (!std::binary_search(symbols.begin(), symbols.end(), symbol)) continue;
    held.push_back(symbol);
    values.push_back(real_value(symbol, 0).value_or(std::numeric_limits<double>::infinity()));
  }
  for (std::size_t s = 0; s < held.size(); ++s)
    for (std::size_t o = 0; o < held.size(); ++o)
      for (const bool is_opposite : {false, true}) {
        const Expr symbol = held[s];
        const Expr other = held[o];
        const double value = is_opposite ? -values[o] : values[o];
        if (symbol == other || !(std::abs(value - values[s]) <= closeness * std::max(1.0, std::abs(values[s]))))
          continue;
        const Expr by = is_opposite ? graph_.neg(other) : other;
        if (!passes_through_sample(symbol, by, graph_.one())) continue;
        if (!is_zero(graph_, substitute(graph_, row, std::vector<Replacement>{{symbol, by}}))) continue;
        add(symbol, by);
        return true;
      }
  return false;
}

std::optional<double> PositionSolutions::real_value(Expr e, std::size_t state) const {
  try {
    const double value = evaluate(graph_, e, real_[state]);
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  } catch (const std::invalid_argument&) { // a function that is not defined
    return std::nullopt;
  }
}

/// At the real states the row must change with the symbol, and the solution be the symbol's value. The sign of its root
/// is that of the slope, 2as + b = ρ√(b² − 4ac).
bool PositionSolutions::passes_through_sample(Expr symbol, Expr by, Expr slope) {
  const bool has_root = !roots_.empty() && depends(graph_, by, roots_.back());
  for (std::size_t i = 0; i < real_.size(); ++i) {
    const std::optional<double> steepness = real_value(slope, i);
    if (!steepness || std::abs(*steepness) < closeness) return false;
    if (has_root) {
      std::erase_if(real_[i], [this](const Assignment& a) { return a.symbol == roots_.back(); });
      real_[i].push_back({roots_.back(), *steepness < 0.0 ? -1.0 : 1.0});
    }
    const std::optional<double> value = real_value(by, i);
    const std::optional<double> wanted = real_value(symbol, i);
    if (!value || !wanted || std::abs(*value - *wanted) > closeness * std::max(1.0, std::abs(*wanted))) return false;
  }
  return true;
}

std::vector<Expr> PositionSolutions::radicands() const {
  std::vector<Expr> all;
  for (const Replacement& r : replacements_)
    all.push_back(r.by);
  std::vector<Expr> out;
  for (const Expr e : reachable(graph_, all)) {
    if (graph_.kind(e) != NodeKind::product) continue;
    const auto factors = graph_.factors(e);
    const bool is_signed = std::any_of(factors.begin(), factors.end(), [this](const Factor& f) {
      return std::find(roots_.begin(), roots_.end(), f.base) != roots_.end();
    });
    for (const Factor& f : factors)
      if (is_signed && has_even_root(graph_.value(f.exponent))) out.push_back(f.base);
  }
  return out;
}

/// s = −c/b, or s = (−b + ρ√(b² − 4ac))/(2a) with ρ = ±1 a symbol of its own, for φ = a s² + b s + c.
std::optional<Expr> PositionSolutions::solution(Expr row, Expr symbol) {
  const std::vector<Replacement> to_zero{{symbol, graph_.zero()}};
  const std::vector<Expr> one{symbol};
  try {
    const Expr slope = gradient(graph_, row, one).front();
    const Expr a = graph_.scale(Rational(1, 2), gradient(graph_, slope, one).front());
    const Expr b = substitute(graph_, slope, to_zero);
    const Expr c = substitute(graph_, row, to_zero);
    if (graph_.is_zero(a)) return graph_.neg(graph_.div(c, b));
    const Expr discriminant = graph_.sub(graph_.square(b), graph_.scale(Rational(4), graph_.mul(a, c)));
    const Expr sign = graph_.symbol("root");
    roots_.push_back(sign);
    const Expr numerator = graph_.sub(graph_.mul(sign, graph_.sqrt(discriminant)), b);
    return graph_.div(numerator, graph_.scale(Rational(2), a));
  } catch (const std::domain_error&) { // a division by an exact zero: this symbol does not do
    return std::nullopt;
  }
}

void PositionSolutions::add(Expr symbol, Expr by) {
  const std::vector<Replacement> latest{{symbol, by}};
  for (Replacement& earlier : replacements_)
    earlier.by = substitute(graph_, earlier.by, latest);
  replacements_.push_back({symbol, by});
}

} // namespace exact
} // namespace dalembert
