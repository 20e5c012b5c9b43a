#include <dalembert/base/random_stream.h>
#include <dalembert/exact/parameter_fit.h>
#include <dalembert/exact/rational_guess.h>
#include <dalembert/exact/residue_null_space.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/id_map.h>
#include <dalembert/expr/modular.h>

#include <algorithm>
#include <map>
#include <utility>

namespace dalembert {
inline namespace exact {

namespace {

constexpr std::int64_t largest_part = 2000; ///< of a fraction
constexpr int largest_half_power = 12;      ///< parameters to the sixth
constexpr int largest_power_of_sum = 3;
constexpr std::size_t most_sums = 3;       ///< 7³ products of their powers are tried
constexpr int largest_degree = 3;          ///< of numerator and denominator
constexpr std::size_t most_unknowns = 120; ///< coefficients of both together
constexpr std::uint64_t tries = 16;        ///< draws for one at which everything has a value
constexpr std::size_t extra_samples = 4;

/// The exponents of all monomials in `count` variables up to a degree, the constant first.
std::vector<std::vector<int>> monomials(std::size_t count, int degree) {
  std::vector<std::vector<int>> out{std::vector<int>(count, 0)};
  std::size_t begin = 0;
  for (int d = 1; d <= degree; ++d) {
    const std::size_t end = out.size();
    for (std::size_t m = begin; m < end; ++m)
      for (std::size_t v = 0; v < count; ++v) {
        const auto after = out[m].begin() + static_cast<std::ptrdiff_t>(v) + 1;
        if (std::any_of(after, out[m].end(), [](int power) { return power != 0; })) continue;
        std::vector<int> next = out[m];
        ++next[v];
        out.push_back(std::move(next));
      }
    begin = end;
  }
  return out;
}

class ParameterFit {
public:
  ParameterFit(Graph& graph, const std::vector<Expr>& symbols, const AtParameters& at, const std::vector<Expr>& sums)
      : graph_(graph), symbols_(symbols), at_(at), sums_(sums) {}

  std::optional<std::vector<Expr>> run() {
    if (!find_base()) return std::nullopt;
    find_powers();
    std::vector<Expr> out;
    for (std::size_t j = 0; j < base_values_.size(); ++j) {
      const std::optional<Expr> found = base_values_[j].is_zero() ? graph_.zero() : factored(j);
      if (!found) return std::nullopt;
      out.push_back(*found);
    }
    if (!agrees(out)) return std::nullopt;
    return without_denominators(std::move(out));
  }

private:
  bool find_base() {
    for (std::uint64_t seed = 1; seed <= tries; ++seed) {
      base_ = drawn_parameters(symbols_.size(), seed);
      if (auto values = at_(base_)) {
        base_values_ = std::move(*values);
        return true;
      }
    }
    return false;
  }

  /// The number with powers of sums split off, where what is left grows by powers.
  std::optional<Expr> factored(std::size_t j) {
    const auto is_power = [this, j] { return std::ranges::all_of(halves_[j], [](auto h) { return h.has_value(); }); };
    if (is_power() || sums_.empty() || scaled_.size() != symbols_.size()) return fitted(j);
    const Residue whole = base_values_[j];
    const std::vector<std::optional<int>> halves = halves_[j];
    const std::vector<Residue> at_base = sums_at(base_);
    std::vector<int> powers(sums_.size(), -largest_power_of_sum);
    do {
      base_values_[j] = whole * product_of(at_base, powers);
      for (std::size_t i = 0; i < symbols_.size(); ++i) {
        halves_[j][i] = power_of_two(base_values_[j], scaled_[i].first[j] * product_of(scaled_[i].second, powers));
        if (!halves_[j][i]) break;
      }
      const std::optional<Expr> rest = is_power() ? fitted(j) : std::nullopt;
      if (rest) {
        Expr out = *rest;
        for (std::size_t s = 0; s < sums_.size(); ++s)
          out = graph_.mul(out, graph_.pow(sums_[s], Rational(-powers[s])));
        base_values_[j] = whole;
        return out;
      }
    } while (next(powers));
    base_values_[j] = whole;
    halves_[j] = halves;
    return fitted(j);
  }

  static bool next(std::vector<int>& powers) {
    for (int& power : powers) {
      if (++power <= largest_power_of_sum) return true;
      power = -largest_power_of_sum;
    }
    return false;
  }

  static Residue product_of(const std::vector<Residue>& values, const std::vector<int>& powers) {
    Residue out(1);
    for (std::size_t s = 0; s < values.size(); ++s)
      out *= values[s].rational_power(powers[s], 1).value_or(Residue());
    return out;
  }

  [[nodiscard]] std::vector<Residue> sums_at(const std::vector<Residue>& parameters) const {
    ModularPoint point(graph_, 1);
    for (std::size_t i = 0; i < symbols_.size(); ++i)
      point.set(symbols_[i], parameters[i]);
    std::vector<Residue> out;
    for (const Expr sum : sums_)
      out.push_back(point.value(sum).value_or(Residue(1)));
    return out;
  }

  /// By how many half powers each number grows with each parameter, where it does so by powers.
  void find_powers() {
    halves_.assign(base_values_.size(), std::vector<std::optional<int>>(symbols_.size(), 0));
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      std::vector<Residue> scaled = base_;
      scaled[i] *= Residue(4);
      const auto values = at_(scaled);
      if (values && values->size() == base_values_.size()) scaled_.emplace_back(*values, sums_at(scaled));
      bool is_power = true;
      for (std::size_t j = 0; j < base_values_.size(); ++j) {
        if (base_values_[j].is_zero()) continue;
        halves_[j][i] = values && values->size() == base_values_.size() ? power_of_two(base_values_[j], (*values)[j])
                                                                        : std::nullopt;
        is_power = is_power && halves_[j][i].has_value();
      }
      if (!is_power) mixed_.push_back(i);
    }
  }

  /// All numbers times what they are divided by.
  std::vector<Expr> without_denominators(std::vector<Expr> numbers) {
    std::map<std::uint32_t, Rational> divisors; // base → largest power below the bar
    for (const Expr number : numbers) {
      const Expr rest = graph_.as_term(number).expr;
      if (graph_.kind(rest) != NodeKind::product) continue;
      for (const Factor& factor : graph_.factors(rest)) {
        const Rational power = -graph_.value(factor.exponent);
        if (!(Rational(0) < power)) continue;
        Rational& largest = divisors[factor.base.id];
        if (largest < power) largest = power;
      }
    }
    for (const auto& [base, power] : divisors)
      for (Expr& number : numbers)
        number = graph_.mul(number, graph_.pow(Expr{base}, power));
    return numbers;
  }

  static std::optional<int> power_of_two(Residue from, Residue to) {
    Residue up = from;
    Residue down = to;
    for (int k = 0; k <= largest_half_power; ++k) {
      if (up == to) return k;
      if (down == from) return -k;
      up += up;
      down += down;
    }
    return std::nullopt;
  }

  std::optional<Expr> fitted(std::size_t j) {
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < symbols_.size(); ++i)
      if (!halves_[j][i]) free.push_back(i);
    Expr scale = graph_.one();
    for (std::size_t i = 0; i < symbols_.size(); ++i)
      if (halves_[j][i]) scale = graph_.mul(scale, graph_.pow(symbols_[i], Rational(*halves_[j][i], 2)));
    if (free.empty()) {
      const auto rest = without_powers(j, base_, base_values_[j]);
      const auto number = rest ? small_fraction(*rest, largest_part) : std::nullopt;
      return number ? std::optional<Expr>(graph_.scale(*number, scale)) : std::nullopt;
    }
    const std::optional<Expr> quotient = fitted_quotient(j, free);
    return quotient ? std::optional<Expr>(graph_.mul(scale, *quotient)) : std::nullopt;
  }

  /// The number divided by its powers of parameters.
  std::optional<Residue> without_powers(std::size_t j, const std::vector<Residue>& parameters, Residue value) const {
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      if (!halves_[j][i]) continue;
      const auto power = parameters[i].rational_power(-*halves_[j][i], 2);
      if (!power) return std::nullopt;
      value *= *power;
    }
    return value;
  }

  /// The samples up to `count`, at which only parameters in `mixed_` differ from the base.
  bool sample(std::size_t count) {
    for (std::uint64_t seed = 1; samples_.size() < count && seed <= tries * count; ++seed) {
      const std::vector<Residue> drawn = drawn_parameters(symbols_.size(), 1000 + ++last_sample_);
      std::vector<Residue> parameters = base_;
      for (const std::size_t i : mixed_)
        parameters[i] = drawn[i];
      if (auto values = at_(parameters)) samples_.emplace_back(std::move(parameters), std::move(*values));
    }
    return samples_.size() >= count;
  }

  std::optional<Expr> fitted_quotient(std::size_t j, const std::vector<std::size_t>& free) {
    for (int degree = 1; degree <= largest_degree; ++degree) {
      const std::vector<std::vector<int>> powers = monomials(free.size(), degree);
      const std::size_t unknowns = 2 * powers.size();
      if (unknowns > most_unknowns || !sample(unknowns + extra_samples)) return std::nullopt;
      std::vector<std::vector<Residue>> rows;
      for (std::size_t s = 0; s < unknowns + extra_samples; ++s) {
        const auto& [parameters, values] = samples_[s];
        const auto value = without_powers(j, parameters, values[j]);
        if (!value) return std::nullopt;
        std::vector<Residue> row;
        for (const std::vector<int>& power : powers)
          row.push_back(product(parameters, free, power));
        for (std::size_t m = 0; m < powers.size(); ++m)
          row.push_back(-*value * row[m]);
        rows.push_back(std::move(row));
      }
      const ResidueNullSpace space = residue_null_space(rows, unknowns);
      if (space.vectors.size() == 1) return quotient(space.vectors.front(), free, powers);
      if (!space.vectors.empty()) return std::nullopt;
    }
    return std::nullopt;
  }

  static Residue product(const std::vector<Residue>& parameters, const std::vector<std::size_t>& free,
                         const std::vector<int>& power) {
    Residue out(1);
    for (std::size_t v = 0; v < free.size(); ++v)
      out *= parameters[free[v]].pow(static_cast<std::uint64_t>(power[v]));
    return out;
  }

  std::optional<Expr> quotient(const std::vector<Residue>& vector, const std::vector<std::size_t>& free,
                               const std::vector<std::vector<int>>& powers) {
    const auto first = std::find_if(vector.begin(), vector.end(), [](Residue x) { return !x.is_zero(); });
    const Residue unit = first->inverse().value();
    Expr parts[2] = {graph_.zero(), graph_.zero()};
    for (std::size_t k = 0; k < vector.size(); ++k) {
      if (vector[k].is_zero()) continue;
      const auto number = small_fraction(vector[k] * unit, largest_part);
      if (!number) return std::nullopt;
      Expr term = graph_.number(*number);
      const std::vector<int>& power = powers[k % powers.size()];
      for (std::size_t v = 0; v < free.size(); ++v)
        term = graph_.mul(term, graph_.pow(symbols_[free[v]], Rational(power[v])));
      Expr& part = parts[k / powers.size()];
      part = graph_.add(part, term);
    }
    if (graph_.is_zero(parts[1])) return std::nullopt;
    return graph_.div(parts[0], parts[1]);
  }

  bool agrees(const std::vector<Expr>& found) const {
    for (std::uint64_t seed = 1; seed <= tries; ++seed) {
      const std::vector<Residue> parameters = drawn_parameters(symbols_.size(), 5000 + seed);
      const auto values = at_(parameters);
      if (!values) continue;
      ModularPoint point(graph_, seed);
      for (std::size_t i = 0; i < symbols_.size(); ++i)
        point.set(symbols_[i], parameters[i]);
      for (std::size_t j = 0; j < found.size(); ++j)
        if (point.value(found[j]) != std::optional((*values)[j])) return false;
      return true;
    }
    return false;
  }

  Graph& graph_;
  const std::vector<Expr>& symbols_;
  const AtParameters& at_;
  const std::vector<Expr>& sums_;
  std::vector<Residue> base_;
  std::vector<Residue> base_values_;
  std::vector<std::vector<std::optional<int>>> halves_;                       ///< by number and parameter
  std::vector<std::pair<std::vector<Residue>, std::vector<Residue>>> scaled_; ///< numbers and sums, by parameter
  std::vector<std::size_t> mixed_; ///< parameters that some number holds otherwise than by a power
  std::vector<std::pair<std::vector<Residue>, std::vector<Residue>>> samples_;
  std::uint64_t last_sample_ = 0;
};

/// The sums below `expressions` that hold no symbol but parameters, children first.
std::vector<Expr> sums_of(const Graph& graph, const std::vector<Expr>& expressions, std::vector<Expr> parameters) {
  std::ranges::sort(parameters);
  IdMap<bool> is_constant;
  std::vector<Expr> out;
  for (const Expr node : reachable(graph, expressions)) {
    bool constant = graph.kind(node) != NodeKind::symbol || std::ranges::binary_search(parameters, node);
    graph.for_children(node, [&](Expr child) { constant = constant && is_constant.at(child.id); });
    is_constant.set(node.id, constant);
    if (constant && graph.kind(node) == NodeKind::sum) out.push_back(node);
  }
  return out;
}

} // namespace

std::vector<Residue> drawn_parameters(std::size_t count, std::uint64_t seed) {
  RandomStream random(7919 * seed);
  std::vector<Residue> out;
  for (std::size_t i = 0; i < count; ++i) {
    const Residue root(random());
    out.push_back(root * root);
  }
  return out;
}

std::vector<Expr> sums_of_parameters(const Graph& graph, const std::vector<Expr>& expressions,
                                     const std::vector<Expr>& parameters) {
  ModularPoint first(graph, 1);
  ModularPoint second(graph, 2);
  const auto are_multiples = [&](Expr a, Expr b) {
    const auto a1 = first.value(a);
    const auto a2 = second.value(a);
    const auto b1 = first.value(b);
    const auto b2 = second.value(b);
    return !a1 || !a2 || !b1 || !b2 || *a1 * *b2 == *a2 * *b1;
  };
  std::vector<Expr> nodes = sums_of(graph, expressions, parameters);
  std::ranges::reverse(nodes); // parents before their children
  std::vector<Expr> out;
  for (const Expr node : nodes) {
    if (out.size() >= most_sums) break;
    const bool is_known = std::ranges::any_of(out, [&](Expr known) { return are_multiples(known, node); });
    if (!is_known && free_symbols(graph, node).size() > 1) out.push_back(node);
  }
  return out;
}

std::optional<std::vector<Expr>> fit_parameters(Graph& graph, const std::vector<Expr>& symbols, const AtParameters& at,
                                                const std::vector<Expr>& sums) {
  return ParameterFit(graph, symbols, at, sums).run();
}

} // namespace exact
} // namespace dalembert
