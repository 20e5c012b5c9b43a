#include <dalembert/lowering/multiplied_out.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace dalembert::inline lowering {

namespace {

using Terms = std::vector<Term>;

constexpr std::int64_t largest_power = 8; ///< of a sine that is multiplied out

class Multiplier {
public:
  Multiplier(Graph& graph, std::span<const Expr> places, std::size_t most)
      : graph_(graph), places_(places), most_(most) {}

  /// Σ coefficient · monomial; nothing where there are too many.
  std::optional<Terms> terms_of(Expr e) {
    if (graph_.kind(e) == NodeKind::sum) return terms_of_sum(e);
    if (graph_.kind(e) == NodeKind::product) return terms_of_product(e);
    return Terms{graph_.as_term(e)};
  }

  Expr factored(const Terms& terms);

private:
  std::optional<Terms> terms_of_sum(Expr e) {
    Terms out;
    for (const Term& t : copied(graph_.terms(e))) {
      const std::optional<Terms> of = terms_of(t.expr);
      if (!of) return std::nullopt;
      for (const Term& each : *of)
        out.push_back({each.expr, graph_.times(each.coefficient, t.coefficient)});
      if (out.size() > most_) return std::nullopt;
    }
    return merged(std::move(out));
  }

  std::optional<Terms> terms_of_product(Expr e) {
    Terms out{{graph_.one(), one_id}};
    for (const Factor& f : copied(graph_.factors(e))) {
      std::uint64_t times = 0;
      const std::optional<Terms> of = powers_of(f, times);
      if (!of) return std::nullopt;
      for (; times > 0; --times) {
        if (out.size() * of->size() > most_) return std::nullopt;
        out = merged(product(out, *of));
      }
    }
    return out;
  }

  /// What a factor is a product of, so many times.
  std::optional<Terms> powers_of(const Factor& f, std::uint64_t& times) {
    const Rational& exponent = graph_.value(f.exponent);
    times = 1;
    if (exponent == Rational(1) && has_turned_terms(f.base)) return terms_of(f.base);
    if (is_sine(f.base) && exponent.is_integer() && exponent > Rational(1) && exponent < Rational(largest_power)) {
      times = static_cast<std::uint64_t>(exponent.to_double());
      return Terms{{f.base, one_id}};
    }
    return Terms{graph_.as_term(graph_.product(std::vector<Factor>{f}))};
  }

  [[nodiscard]] bool is_sine(Expr e) const {
    return graph_.kind(e) == NodeKind::function && graph_.function(e) == Function::sin;
  }
  [[nodiscard]] bool is_turn(Expr e) const {
    return is_sine(e) || (graph_.kind(e) == NodeKind::function && graph_.function(e) == Function::cos);
  }
  /// True of a sum that holds sines and cosines, and otherwise nothing that says where the system is.
  [[nodiscard]] bool has_turned_terms(Expr e) const {
    bool has_turn = false;
    return graph_.kind(e) == NodeKind::sum && is_bounded(e, has_turn) && has_turn;
  }
  [[nodiscard]] bool is_bounded(Expr e, bool& has_turn) const {
    switch (graph_.kind(e)) {
    case NodeKind::number:
    case NodeKind::pi:
      return true;
    case NodeKind::symbol:
      return std::ranges::find(places_, e) == places_.end();
    case NodeKind::sum:
      return std::ranges::all_of(graph_.terms(e), [&](const Term& t) { return is_bounded(t.expr, has_turn); });
    case NodeKind::product:
      return std::ranges::all_of(graph_.factors(e), [&](const Factor& f) { return is_bounded(f.base, has_turn); });
    default:
      has_turn = has_turn || is_turn(e);
      return is_turn(e);
    }
  }

  Terms product(const Terms& a, const Terms& b) {
    Terms out;
    for (const Term& x : a)
      for (const Term& y : b) {
        const NumberId coefficient = graph_.times(x.coefficient, y.coefficient);
        for (const Term& reduced : without_squares(graph_.mul(x.expr, y.expr)))
          out.push_back({reduced.expr, graph_.times(reduced.coefficient, coefficient)});
      }
    return out;
  }

  /// A monomial with each sin²(a) replaced by 1 − cos²(a).
  Terms without_squares(Expr monomial) {
    if (graph_.kind(monomial) == NodeKind::product)
      for (const Factor& f : copied(graph_.factors(monomial))) {
        const Rational& exponent = graph_.value(f.exponent);
        if (!is_sine(f.base) || !exponent.is_integer() || exponent < Rational(2)) continue;
        const Expr rest = graph_.mul(monomial, graph_.pow(f.base, Rational(-2)));
        const Expr cosine = graph_.cos(graph_.args(f.base)[0]);
        Terms out = without_squares(rest);
        for (const Term& each : without_squares(graph_.mul(rest, graph_.square(cosine))))
          out.push_back({each.expr, graph_.times(each.coefficient, graph_.intern(Rational(-1)))});
        return out;
      }
    return {graph_.as_term(monomial)};
  }

  /// Like terms are one; what cancels is left out.
  Terms merged(Terms terms) {
    std::ranges::sort(terms, {}, &Term::expr);
    Terms out;
    for (const Term& t : terms) {
      if (!out.empty() && out.back().expr == t.expr)
        out.back().coefficient = graph_.plus(out.back().coefficient, t.coefficient);
      else
        out.push_back(t);
      if (out.back().coefficient == zero_id) out.pop_back();
    }
    return out;
  }

  /// What the graph hands out moves when it grows.
  template <typename T>
  static std::vector<T> copied(std::span<const T> of) {
    return {of.begin(), of.end()};
  }

  /// The factors of a monomial.
  std::vector<Factor> factors_of(Expr monomial) const {
    if (graph_.kind(monomial) == NodeKind::product) return copied(graph_.factors(monomial));
    if (graph_.is_number(monomial)) return {};
    return {{monomial, one_id}};
  }

  Graph& graph_;
  std::span<const Expr> places_;
  std::size_t most_;
};

/// s·(what it stands before) + the rest, for the s that most terms have.
Expr Multiplier::factored(const Terms& terms) {
  std::map<Expr, std::size_t> counts;
  for (const Term& t : terms)
    for (const Factor& f : factors_of(t.expr))
      if (graph_.value(f.exponent) >= Rational(1)) ++counts[f.base];
  const auto most = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
  if (most == counts.end() || most->second < 2) return graph_.sum(terms);
  const Expr shared = most->first;
  Terms with;
  Terms without;
  for (const Term& t : terms) {
    const auto has_it = [&](const Factor& f) { return f.base == shared && graph_.value(f.exponent) >= Rational(1); };
    if (std::ranges::any_of(factors_of(t.expr), has_it))
      with.push_back({graph_.div(t.expr, shared), t.coefficient});
    else
      without.push_back(t);
  }
  const Expr before = graph_.mul(shared, factored(with));
  return without.empty() ? before : graph_.add(before, factored(without));
}

} // namespace

std::optional<Expr> multiplied_out(Graph& graph, Expr e, std::span<const Expr> places, std::size_t most) {
  Multiplier multiplier(graph, places, most);
  const std::optional<Terms> terms = multiplier.terms_of(e);
  if (!terms) return std::nullopt;
  return multiplier.factored(*terms);
}

} // namespace dalembert::inline lowering
