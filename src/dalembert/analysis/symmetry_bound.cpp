#include <dalembert/analysis/symmetry_bound.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/exact/draws.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/residue_echelon.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::size_t most_bounded_coordinates = 3;
constexpr int highest = 5; ///< derivatives of ξ and f that are unknowns
constexpr std::size_t most_new_nodes = 300'000;

/// How often each coordinate is differentiated by.
using Orders = std::vector<int>;

int total(const Orders& orders) {
  return std::accumulate(orders.begin(), orders.end(), 0);
}

/// All orders of `n` coordinates up to a total, lower ones first.
std::vector<Orders> all_orders(std::size_t n, int most) {
  std::vector<Orders> out{Orders(n, 0)};
  for (std::size_t next = 0; next < out.size(); ++next) {
    if (total(out[next]) == most) continue;
    for (std::size_t i = 0; i < n; ++i) {
      Orders more = out[next];
      ++more[i];
      if (std::ranges::find(out, more) == out.end()) out.push_back(std::move(more));
    }
  }
  return out;
}

std::int64_t binomial(const Orders& of, const Orders& part) {
  std::int64_t out = 1;
  for (std::size_t i = 0; i < of.size(); ++i)
    for (int k = 0; k < part[i]; ++k)
      out = out * (of[i] - k) / (k + 1);
  return out;
}

/// Noether's equation of L(q, v) for τ = 0, as equations for the derivatives of ξ and f at one point.
class PositionSymmetries {
public:
  explicit PositionSymmetries(const Equations& equations)
      : equations_(equations),
        system_(*equations.system),
        graph_(*system_.graph),
        n_(system_.coordinates.size()),
        orders_(all_orders(n_, highest)) {
    for (const Orders& orders : orders_)
      places_.emplace(orders, places_.size());
  }

  std::optional<std::size_t> bound() {
    if (!differentiate_all()) return std::nullopt;
    for (std::uint64_t seed = 1; seed <= draws::most_points; ++seed)
      if (const std::optional<std::size_t> found = bound_at(seed)) return found;
    return std::nullopt;
  }

private:
  /// ∂L/∂q and ∂L/∂v, differentiated by coordinates up to one order less than ξ; false where they are too long.
  bool differentiate_all() {
    const std::size_t before = graph_.size();
    std::vector<Expr> both = equations_.potential_forces;
    both.insert(both.end(), equations_.momenta.begin(), equations_.momenta.end());
    for (const Orders& orders : orders_) {
      if (total(orders) == highest) break;
      if (total(orders) == 0) {
        derivatives_.emplace(orders, both);
        continue;
      }
      Orders lower = orders;
      const auto last =
          static_cast<std::size_t>(std::ranges::find_if(lower, [](int order) { return order > 0; }) - lower.begin());
      --lower[last];
      const std::vector<Seed> along{{system_.coordinates[last].position, graph_.one()}};
      derivatives_.emplace(orders, directional(graph_, derivatives_.at(lower), along));
      if (graph_.size() - before > most_new_nodes) return false;
    }
    return true;
  }

  /// The values of all derivatives at a point with one choice of rates.
  using Values = std::map<Orders, std::vector<Residue>>;

  std::optional<Values> values_at(std::uint64_t seed, const std::vector<Residue>& rates) const {
    ModularPoint point(graph_, seed);
    for (std::size_t i = 0; i < n_; ++i)
      point.set(system_.coordinates[i].rate, rates[i]);
    Values out;
    for (const auto& [orders, all] : derivatives_) {
      std::vector<Residue>& to = out[orders];
      for (const Expr e : all) {
        const std::optional<Residue> value = point.value(e);
        if (!value) return std::nullopt;
        to.push_back(*value);
      }
    }
    return out;
  }

  [[nodiscard]] std::size_t unknown_of(std::size_t component, const Orders& orders) const {
    return component * orders_.size() + places_.at(orders);
  }

  /// The derivative of Noether's equation by `of`.
  std::vector<Residue> row(const Values& values, const std::vector<Residue>& rates, const Orders& of) const {
    std::vector<Residue> out((n_ + 1) * orders_.size() + 1);
    if (total(of) == 0) out.back() = -Residue(1); // times c = ∂f/∂t
    for (const Orders& part : orders_) {
      const bool is_part = std::ranges::equal(part, of, [](int a, int b) { return a <= b; });
      if (!is_part) continue;
      Orders rest = of;
      for (std::size_t i = 0; i < n_; ++i)
        rest[i] -= part[i];
      const Residue times(static_cast<std::uint64_t>(binomial(of, part)));
      const std::vector<Residue>& of_lagrangian = values.at(rest);
      for (std::size_t i = 0; i < n_; ++i) {
        out[unknown_of(i, part)] += times * of_lagrangian[i];
        for (std::size_t j = 0; j < n_; ++j) {
          Orders more = part;
          ++more[j];
          out[unknown_of(i, more)] += times * rates[j] * of_lagrangian[n_ + i];
        }
      }
    }
    for (std::size_t j = 0; j < n_; ++j) {
      Orders more = of;
      ++more[j];
      out[unknown_of(n_, more)] -= rates[j];
    }
    return out;
  }

  std::optional<std::size_t> bound_at(std::uint64_t seed) const {
    const std::size_t choices = (n_ + 1) * (n_ + 2) / 2 + 4; // of rates: more than a polynomial of degree 2 needs
    std::vector<bool> is_low((n_ + 1) * orders_.size() + 1, false);
    for (std::size_t i = 0; i < n_; ++i)
      for (const Orders& orders : orders_)
        if (total(orders) <= 1) is_low[unknown_of(i, orders)] = true;
    RowSpace whole;
    RowSpace high;
    const std::size_t unknowns = is_low.size();
    RandomStream random("rates of a bound");
    for (std::size_t choice = 0; choice < choices; ++choice) {
      std::vector<Residue> rates;
      for (std::size_t i = 0; i < n_; ++i)
        rates.emplace_back(random());
      const std::optional<Values> values = values_at(seed, rates);
      if (!values) return std::nullopt;
      for (const auto& [orders, all] : *values) {
        std::vector<Residue> equation = row(*values, rates, orders);
        whole.add(equation);
        for (std::size_t c = 0; c < equation.size(); ++c)
          if (is_low[c]) equation[c] = Residue();
        high.add(equation);
      }
    }
    const auto low = static_cast<std::size_t>(std::ranges::count(is_low, true));
    // The null space, less what it holds beside the derivatives up to the first.
    const std::size_t left = unknowns - static_cast<std::size_t>(whole.rank());
    const std::size_t beside = unknowns - low - static_cast<std::size_t>(high.rank());
    return left - beside;
  }

  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  std::size_t n_;
  std::vector<Orders> orders_;
  std::map<Orders, std::size_t> places_;
  std::map<Orders, std::vector<Expr>> derivatives_; ///< of ∂L/∂q, then of ∂L/∂v
};

/// True where M is regular at a random point.
bool has_regular_mass(const Equations& equations) {
  const ExprMatrix& mass = equations.mass();
  for (std::uint64_t seed = 1; seed <= draws::most_points; ++seed) {
    ModularPoint point(*equations.system->graph, seed);
    RowSpace space;
    bool has_values = true;
    for (int i = 0; i < mass.rows && has_values; ++i) {
      std::vector<Residue> row;
      for (int j = 0; j < mass.columns && has_values; ++j) {
        const std::optional<Residue> value = point.value(mass.at(i, j));
        has_values = value.has_value();
        row.push_back(value.value_or(Residue()));
      }
      if (has_values) space.add(row);
    }
    if (has_values) return space.rank() == mass.rows;
  }
  return false;
}

} // namespace

std::optional<std::size_t> most_position_symmetries(const Equations& equations) {
  const System& system = *equations.system;
  const bool holds_time = depends(*system.graph, equations.energy.lagrangian, system.time);
  if (system.coordinates.size() > most_bounded_coordinates || holds_time || !has_regular_mass(equations))
    return std::nullopt;
  return PositionSymmetries(equations).bound();
}

} // namespace analysis
} // namespace dalembert
