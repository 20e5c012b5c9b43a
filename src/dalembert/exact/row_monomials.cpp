#include <dalembert/exact/row_monomials.h>
#include <dalembert/expr/text.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace exact {

std::optional<MonomialSum> multiplied_out(const Graph& graph, Expr e, std::size_t most) {
  LinearForms forms(graph);
  return multiplied_out(forms, e, most);
}

std::optional<MonomialSum> multiplied_out(LinearForms& forms, Expr e, std::size_t most) {
  const std::vector<Monomial> monomials = forms.of(e);
  if (monomials.size() > most) return std::nullopt;
  MonomialSum out;
  for (const Monomial& monomial : monomials) {
    Rational& number = out[monomial.factors];
    number += monomial.coefficient;
  }
  std::erase_if(out, [](const auto& term) { return term.second.is_zero(); });
  return out;
}

Factors times(const Factors& a, const Factors& b, const Rational& power) {
  Factors out;
  out.reserve(a.size() + b.size());
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    if (right == b.end() || (left != a.end() && left->first < right->first)) {
      out.push_back(*left++);
    } else {
      const bool is_common = left != a.end() && left->first == right->first;
      Rational exponent = is_common ? left->second + right->second * power : right->second * power;
      if (is_common) ++left;
      if (!exponent.is_zero()) out.emplace_back(right->first, std::move(exponent));
      ++right;
    }
  }
  return out;
}

namespace {

/// A text that binds as tightly as a name; a power x^a is none, since x^a^2 is x^(a^2).
bool is_tight(const Graph& graph, Expr e) {
  switch (graph.kind(e)) {
  case NodeKind::sum:
  case NodeKind::product:
    return false;
  case NodeKind::number:
    return graph.number(e).is_integer() && graph.number(e).sign() >= 0;
  case NodeKind::function:
    return graph.function(e) != Function::pow;
  default:
    return true;
  }
}

Written written_base(const Graph& graph, const std::vector<NamedFactor>& words, Expr base) {
  const auto known = std::find_if(words.begin(), words.end(), [base](const NamedFactor& w) { return w.value == base; });
  if (known != words.end()) return known->written;
  Written out = word(text(graph, base), base);
  out.bracketed = !is_tight(graph, base);
  return out;
}

} // namespace

Written written(Graph& graph, const std::vector<NamedFactor>& words, const Factors& factors,
                const Rational& number_part) {
  Written out;
  out.kind = WrittenKind::product;
  const bool shows_number = !number_part.numerator().is_one() || !number_part.is_integer() || factors.empty();
  if (shows_number) out.parts.push_back(number(graph, number_part.numerator()));
  if (!number_part.is_integer()) {
    out.parts.push_back(number(graph, number_part.denominator()));
    out.parts.back().inverse = true;
  }
  // In the order of the vocabulary: parameters first, then coordinates, forces, sines and cosines.
  std::vector<std::pair<std::size_t, Written>> ordered;
  for (const auto& [base, exponent] : factors) {
    const Expr sought = base;
    const auto place =
        std::find_if(words.begin(), words.end(), [sought](const NamedFactor& w) { return w.value == sought; });
    Written part = written_base(graph, words, base);
    const Rational size = exponent.abs();
    if (!size.is_one()) {
      Written power;
      power.kind = WrittenKind::power;
      power.parts = {part, number(graph, size)};
      part = std::move(power);
    }
    part.inverse = exponent.sign() < 0;
    ordered.emplace_back(static_cast<std::size_t>(place - words.begin()) + (part.inverse ? 10'000 : 0),
                         std::move(part));
  }
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [place, part] : ordered)
    out.parts.push_back(std::move(part));
  if (out.parts.front().inverse) out.parts.insert(out.parts.begin(), number(graph, Rational(1)));
  if (out.parts.size() > 1) return out;
  Written single = std::move(out.parts.front());
  return single;
}

std::vector<Written> written_terms(Graph& graph, const std::vector<NamedFactor>& words, const MonomialSum& polynomial) {
  std::vector<Written> out;
  out.reserve(polynomial.size());
  for (const auto& [factors, number_part] : polynomial) {
    out.push_back(written(graph, words, factors, number_part.abs()));
    out.back().inverse = number_part.sign() < 0;
  }
  return out;
}

std::string text(Graph& graph, const std::vector<NamedFactor>& words, const MonomialSum& polynomial) {
  Written sum;
  sum.kind = WrittenKind::sum;
  sum.parts = written_terms(graph, words, polynomial);
  return sum.parts.empty() ? "0" : text(sum);
}

std::vector<MotionRow> rows_of(RelaxedMotion& motion) {
  const Equations& equations = motion.equations();
  std::vector<MotionRow> out;
  const auto add = [&](Fact fact, Expr e) {
    if (auto terms = multiplied_out(motion.graph(), motion.written_out(e))) out.push_back({fact, std::move(*terms)});
  };
  for (std::size_t i = 0; i < equations.residual.size(); ++i)
    add({FactLevel::equation, i}, equations.residual[i]);
  for (std::size_t k = 0; k < equations.constraint_rates.size(); ++k) {
    const Constraint& constraint = motion.system().constraints[k];
    if (constraint.kind == ConstraintKind::holonomic) add({FactLevel::position, k}, constraint.residual);
    add({FactLevel::velocity, k}, equations.constraint_rates[k]);
    add({FactLevel::acceleration, k}, motion.rates().of(equations.constraint_rates[k]));
  }
  return out;
}

} // namespace exact
} // namespace dalembert
