#include <dalembert/expr/depends.h>
#include <dalembert/lowering/multiplied_out.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace lowering {

namespace {

using Terms = std::vector<Term>;

constexpr std::int64_t largest_power = 8; ///< of a sine that is multiplied out

/// What a sum is made of.
struct Parts {
  bool has_turns = false;  ///< sines or cosines
  bool has_others = false; ///< what has no bounds outside of them, coordinates above all
};

/// Sums that are not taken apart, by node id.
using WholeSums = std::unordered_map<std::uint32_t, Parts>;

/// True of a sum or a product.
bool is_compound(const Graph& graph, Expr e) {
  return graph.kind(e) == NodeKind::sum || graph.kind(e) == NodeKind::product;
}

/// Time and coordinates, by node id.
class Places {
public:
  explicit Places(std::span<const Expr> places) {
    for (const Expr e : places)
      ids_.insert(e.id);
  }
  [[nodiscard]] bool contains(Expr e) const { return ids_.contains(e.id); }

private:
  std::unordered_set<std::uint32_t> ids_;
};

/// Of what is no sum and no product.
void add_part(const Graph& graph, const Places& places, Expr e, Parts& parts) {
  switch (graph.kind(e)) {
  case NodeKind::number:
  case NodeKind::pi:
    break;
  case NodeKind::symbol:
    parts.has_others = parts.has_others || places.contains(e);
    break;
  default:
    const bool is_turn = graph.kind(e) == NodeKind::function &&
                         (graph.function(e) == Function::sin || graph.function(e) == Function::cos);
    (is_turn ? parts.has_turns : parts.has_others) = true;
  }
}

class Multiplier {
public:
  Multiplier(Graph& graph, const Places& places, std::size_t most, WholeSums whole = {})
      : graph_(graph), places_(places), most_(most), whole_(std::move(whole)) {}

  /// Σ coefficient · monomial; nothing where there are too many.
  std::optional<Terms> terms_of(Expr e) {
    if (graph_.kind(e) == NodeKind::sum && !is_whole(e)) return terms_of_sum(e);
    if (graph_.kind(e) == NodeKind::product) return terms_of_product(e);
    return Terms{graph_.as_term(e)};
  }

  Expr factored(const Terms& terms);
  /// True where terms cancelled since the last call.
  [[nodiscard]] bool take_cancelled() { return std::exchange(has_cancelled_, false); }

private:
  /// True of a sum that is not taken apart.
  [[nodiscard]] bool is_whole(Expr e) const { return whole_.contains(e.id); }
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
  /// True of a sum that holds sines and cosines, and otherwise nothing that says where the system is.
  [[nodiscard]] bool has_turned_terms(Expr e) const {
    if (graph_.kind(e) != NodeKind::sum || is_whole(e)) return false;
    Parts parts;
    graph_.for_children(e, [&](Expr child) { add_parts(child, parts); });
    return parts.has_turns && !parts.has_others;
  }
  void add_parts(Expr e, Parts& parts) const {
    if (const auto whole = whole_.find(e.id); whole != whole_.end()) {
      parts.has_turns = parts.has_turns || whole->second.has_turns;
      parts.has_others = parts.has_others || whole->second.has_others;
    } else if (is_compound(graph_, e)) {
      graph_.for_children(e, [&](Expr child) { add_parts(child, parts); });
    } else {
      add_part(graph_, places_, e, parts);
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
      if (out.back().coefficient != zero_id) continue;
      out.pop_back();
      has_cancelled_ = true;
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
  const Places& places_;
  std::size_t most_;
  WholeSums whole_;
  bool has_cancelled_ = false;
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

/// Sums that stand in more than one place below `entries`.
WholeSums shared_sums(const Graph& graph, std::span<const Expr> entries, const Places& places) {
  const std::vector<Expr> nodes = reachable(graph, {entries.begin(), entries.end()});
  if (nodes.empty()) return {};
  std::vector<std::uint32_t> uses(nodes.back().id + std::size_t{1}, 0);
  for (const Expr e : entries)
    ++uses[e.id];
  std::vector<Parts> parts(uses.size());
  WholeSums out;
  for (const Expr e : nodes) { // children first
    if (!is_compound(graph, e)) add_part(graph, places, e, parts[e.id]);
    graph.for_children(e, [&](Expr child) {
      ++uses[child.id];
      if (!is_compound(graph, e)) return;
      parts[e.id].has_turns = parts[e.id].has_turns || parts[child.id].has_turns;
      parts[e.id].has_others = parts[e.id].has_others || parts[child.id].has_others;
    });
  }
  for (const Expr e : nodes)
    if (graph.kind(e) == NodeKind::sum && uses[e.id] > 1) out.emplace(e.id, parts[e.id]);
  return out;
}

} // namespace

void cancel_terms(Graph& graph, std::span<Expr> entries, std::span<const Expr> places, std::size_t most) {
  const Places known(places);
  Multiplier multiplier(graph, known, most, shared_sums(graph, entries, known));
  for (Expr& entry : entries) {
    const std::optional<Terms> terms = multiplier.terms_of(entry);
    if (multiplier.take_cancelled() && terms) entry = multiplier.factored(*terms);
  }
}

std::optional<Expr> multiplied_out(Graph& graph, Expr e, std::span<const Expr> places, std::size_t most) {
  const Places known(places);
  Multiplier multiplier(graph, known, most);
  const std::optional<Terms> terms = multiplier.terms_of(e);
  if (!terms) return std::nullopt;
  return multiplier.factored(*terms);
}

} // namespace lowering
} // namespace dalembert
