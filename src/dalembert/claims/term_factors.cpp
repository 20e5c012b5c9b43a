#include <dalembert/claims/edit_costs.h>
#include <dalembert/claims/term_factors.h>
#include <dalembert/exact/rational_guess.h>

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

namespace dalembert {
inline namespace claims {

namespace {

Written as_product(const Written& term) {
  if (term.kind == WrittenKind::product) return term;
  Written out;
  out.kind = WrittenKind::product;
  out.span = term.span;
  out.inverse = term.inverse;
  Written inner = term;
  inner.inverse = false;
  inner.bracketed = inner.kind == WrittenKind::sum;
  out.parts.push_back(std::move(inner));
  return out;
}

/// A product of one factor is that factor; a factor 1 is written only before a fraction bar.
Written simplified(Graph& graph, Written product) {
  const bool is_inverse = product.inverse;
  const auto is_one = [&graph](const Written& w) { return w.kind == WrittenKind::number && w.value == graph.one(); };
  if (product.parts.size() > 1 && is_one(product.parts[0]) && !product.parts[1].inverse)
    product.parts.erase(product.parts.begin());
  if (product.parts.empty()) {
    product = number(graph, Rational(1));
  } else if (product.parts.size() == 1 && !product.parts.front().inverse) {
    Written inner = std::move(product.parts.front());
    product = std::move(inner);
  }
  product.inverse = is_inverse;
  return product;
}

bool is_same(const Written& a, const Written& b) {
  return text(a) == text(b);
}

const NamedFactor* word_of(const std::vector<NamedFactor>& words, Expr value) {
  const auto found =
      std::find_if(words.begin(), words.end(), [value](const NamedFactor& w) { return w.value == value; });
  return found == words.end() ? nullptr : &*found;
}

/// True where one angle is a product times the other: sin t for sin ωt lacks a factor.
bool is_simple_quotient(const Graph& graph, Expr a, Expr b) {
  const std::vector<Monomial> first = linear_form(graph, a);
  const std::vector<Monomial> second = linear_form(graph, b);
  if (first.size() != second.size() || first.empty()) return false;
  if (first.size() > 1) {
    const Rational ratio = first.front().coefficient / second.front().coefficient;
    for (std::size_t i = 0; i < first.size(); ++i)
      if (first[i].factors != second[i].factors || !(first[i].coefficient == ratio * second[i].coefficient))
        return false;
    return true;
  }
  const Factors quotient = times(first.front().factors, second.front().factors, Rational(-1));
  // θ for φ is another angle, t for ω·t lacks a factor.
  return std::ranges::all_of(quotient, [](const auto& f) { return f.second.sign() > 0; }) ||
         std::ranges::all_of(quotient, [](const auto& f) { return f.second.sign() < 0; });
}

class FactorSearch {
public:
  FactorSearch(CorrectionSearch& search, const Written& term, const Multiples& k, TermNames& names)
      : search_(search),
        graph_(search.graph()),
        term_(as_product(term)),
        k_(k.first),
        second_(k.second),
        names_(names),
        known_(search.known_words()) {}

  std::vector<TermEdit> run() {
    for (std::size_t i = 0; i < term_.parts.size(); ++i)
      exchange(i);
    for (const KnownWord& word : known_)
      add_one(word);
    for (const KnownWord& bracket : search_.known_brackets())
      add_one(bracket);
    if (second_ && search_.is_worth(cost::two_factors)) add_several();
    return std::move(out_);
  }

private:
  /// Keeps `term`·c if c is a small number, alone the usual ones.
  void keep(Written term, Residue c, Trial trial) {
    const std::optional<Rational> number = small_fraction(c, 8);
    if (!number || number->is_zero()) return;
    if (!number->is_one()) {
      trial.cost += number->sign() < 0 ? cost::sign : 0.0;
      if (!number->abs().is_one()) trial.cost += cost::number(number->abs());
      trial.note += number->abs().is_one() ? ", and the sign is wrong" : ", and a number is wrong";
      if (!number->abs().is_one()) term = scaled(graph_, term, number->abs());
    }
    out_.push_back({simplified(graph_, std::move(term)), std::move(trial), number->sign() < 0});
  }

  /// Factor `index` exchanged for each word, or dropped (for a power: one power less).
  void exchange(std::size_t index) {
    const Written& factor = term_.parts[index];
    if (factor.kind == WrittenKind::number) return;
    const std::optional<Expr> own = search_.expression(factor);
    if (!own) return;
    const std::optional<Residue> value = search_.value(*own);
    const std::optional<Residue> inverse = value ? value->inverse() : std::nullopt;
    if (!inverse) return;
    const Residue rest = k_ * (factor.inverse ? *inverse : *value);
    for (const KnownWord& word : known_) {
      const Residue c = rest * (factor.inverse ? word.value : word.inverse);
      if (!small_fraction(c, 8) || word.word->value == *own) continue;
      Written changed = term_;
      changed.parts[index] = word.word->written;
      changed.parts[index].inverse = factor.inverse;
      Trial trial = swap_trial(graph_, factor, *own, *word.word, search_.words());
      trial.cost += replaces_bracket(factor, word.word->kind) ? cost::whole_bracket : 0.0;
      trial.cost += new_force(word.word->kind);
      keep(std::move(changed), c, std::move(trial));
    }
  }

  static bool replaces_bracket(const Written& factor, WordClass by) {
    const bool is_call = factor.function == Function::sin || factor.function == Function::cos;
    return factor.kind != WrittenKind::name && !is_call && (by == WordClass::let || by == WordClass::force);
  }

  /// What a multiplier or reaction costs where the claim had none.
  double new_force(WordClass kind) {
    return kind == WordClass::force && !search_.holds_force(search_.residual()) ? cost::new_force : 0.0;
  }

  void add_one(const KnownWord& word) {
    const std::pair<int, Residue> powers[] = {
        {1, word.inverse}, {-1, word.value}, {2, word.inverse * word.inverse}, {-2, word.value * word.value}};
    for (const auto& [exponent, scale] : powers) {
      const Residue c = k_ * scale;
      if (!small_fraction(c, 8)) continue;
      keep(multiplied(graph_, term_, word.word->written, exponent), c, added(*word.word, exponent));
    }
  }

  Trial added(const NamedFactor& word, int exponent) {
    const bool is_there = std::any_of(term_.parts.begin(), term_.parts.end(), [&](const Written& part) {
      return is_same(part, word.written) && part.inverse == (exponent > 0);
    });
    const std::string name = text(word.written);
    if (is_there && (exponent == 1 || exponent == -1))
      return {MistakeKind::factor, cost::dropped_factor, fmt::format("the factor {} should not be there", name)};
    const double price = cost::added_factor + (exponent < 0 ? cost::below(word.kind) : 0.0) +
                         (exponent == 2 || exponent == -2 ? cost::squared : 0.0) + new_force(word.kind);
    return {MistakeKind::factor, price,
            exponent > 0 ? fmt::format("the factor {} is missing", name)
                         : fmt::format("the division by {} is missing", name)};
  }

  /// Several factors at once, such as 1/(m·r²).
  void add_several() {
    for (const NamedProduct& name : names_.find(k_, *second_)) {
      Written changed = term_;
      double price = cost::two_factors;
      std::size_t count = 0;
      for (const auto& [base, exponent] : name.factors) {
        const Expr value = base;
        const auto& words = search_.words_and_brackets();
        const auto known =
            std::find_if(words.begin(), words.end(), [value](const NamedFactor& w) { return w.value == value; });
        const std::optional<std::int64_t> whole = exponent.as_integer();
        if (known == words.end() || !whole) return;
        changed = as_product(multiplied(graph_, changed, known->written, static_cast<int>(*whole)));
        price += (*whole < 0 ? cost::new_denominator + cost::below(known->kind) / 2 : 0.0) + new_force(known->kind);
        price += count++ < 2 ? 0.0 : cost::further_factor;
      }
      const std::string factors =
          dalembert::text(written(graph_, search_.words_and_brackets(), name.factors, Rational(1)));
      out_.push_back({simplified(graph_, std::move(changed)),
                      {MistakeKind::factor, price, fmt::format("a factor {} is missing", factors)},
                      name.number.sign() < 0});
      if (!name.number.abs().is_one()) {
        out_.back().trial.cost += cost::number(name.number.abs());
        out_.back().term = scaled(graph_, out_.back().term, name.number.abs());
      }
      if (name.number.sign() < 0) out_.back().trial.cost += cost::sign;
    }
  }

  CorrectionSearch& search_;
  Graph& graph_;
  Written term_;
  Residue k_;
  std::optional<Residue> second_;
  TermNames& names_;
  const std::vector<KnownWord>& known_;
  std::vector<TermEdit> out_;
};

} // namespace

std::vector<TermEdit> search_factors(CorrectionSearch& search, const Written& term, const Multiples& k,
                                     TermNames& names) {
  return FactorSearch(search, term, k, names).run();
}

Trial swap_trial(Graph& graph, const Written& name, Expr own, const NamedFactor& word,
                 const std::vector<NamedFactor>& words) {
  const std::string note = fmt::format("{} should be {}", text(name), text(word.written));
  const auto is_call = [&graph](Expr e) { return graph.kind(e) == NodeKind::function; }; // cos 0 is 1
  const bool are_sinusoids =
      is_call(own) && is_call(word.value) && name.kind == WrittenKind::function && word.kind == WordClass::sinusoid;
  if (are_sinusoids) {
    const bool same_angle = text(name.parts[0]) == text(word.written.parts[0]);
    if (same_angle) return {MistakeKind::function, cost::function, note};
    const bool is_multiple = is_simple_quotient(graph, graph.args(word.value)[0], graph.args(own)[0]);
    return {is_multiple ? MistakeKind::factor : MistakeKind::variable, cost::other_angle, note};
  }
  const bool is_small_angle =
      word.kind == WordClass::sinusoid && is_call(word.value) && graph.args(word.value)[0] == own;
  if (is_small_angle) return {MistakeKind::function, cost::other_class, note, false, true};
  const bool same_name = name.kind == WrittenKind::name && name.text == word.written.text;
  if (same_name)
    return {MistakeKind::variable, cost::dot, word.written.dots > name.dots ? "a dot is missing" : "one dot too many",
            true};
  const NamedFactor* known = word_of(words, own);
  const bool same_class = known != nullptr && known->kind == word.kind;
  return {MistakeKind::variable, same_class ? cost::same_class : cost::other_class, note};
}

Written scaled(Graph& graph, const Written& term, const Rational& k) {
  Written out = as_product(term);
  Rational number_part = k;
  std::vector<Written> rest;
  for (Written& part : out.parts) {
    const bool is_number = part.kind == WrittenKind::number && graph.is_number(part.value);
    if (!is_number) {
      rest.push_back(std::move(part));
      continue;
    }
    const Rational& value = graph.number(part.value);
    number_part = part.inverse ? number_part / value : number_part * value;
  }
  out.parts.clear();
  const bool leads_with_divisor = rest.empty() || rest.front().inverse;
  if (!number_part.numerator().is_one() || (leads_with_divisor && number_part.is_integer()) ||
      !number_part.is_integer())
    out.parts.push_back(number(graph, number_part.numerator()));
  if (!number_part.is_integer()) {
    out.parts.push_back(number(graph, number_part.denominator()));
    out.parts.back().inverse = true;
  }
  for (Written& part : rest)
    out.parts.push_back(std::move(part));
  return simplified(graph, std::move(out));
}

Written multiplied(Graph& graph, const Written& term, const Written& word, int exponent) {
  Written out = as_product(term);
  const bool is_inverse = exponent < 0;
  for (int left = exponent < 0 ? -exponent : exponent; left > 0; --left) {
    const auto same = std::find_if(out.parts.begin(), out.parts.end(), [&](const Written& part) {
      return is_same(part, word) && part.inverse != is_inverse;
    });
    if (same != out.parts.end()) {
      out.parts.erase(same);
      continue;
    }
    const auto twin = std::find_if(out.parts.begin(), out.parts.end(), [&](const Written& part) {
      return is_same(part, word) && part.inverse == is_inverse;
    });
    if (twin != out.parts.end()) {
      Written squared;
      squared.kind = WrittenKind::power;
      squared.inverse = is_inverse;
      Written base = *twin;
      base.inverse = false;
      squared.parts = {base, number(graph, Rational(2))};
      *twin = std::move(squared);
      continue;
    }
    Written added = word;
    added.inverse = is_inverse;
    if (out.parts.empty() && is_inverse) out.parts.push_back(number(graph, Rational(1)));
    // Rates, sines and cosines come last.
    const auto is_late = [](const Written& part) { return part.dots > 0 || part.kind == WrittenKind::function; };
    const auto place = is_inverse ? out.parts.end() : std::find_if(out.parts.begin(), out.parts.end(), is_late);
    out.parts.insert(place, std::move(added));
  }
  if (!out.parts.empty() && out.parts.front().inverse) out.parts.insert(out.parts.begin(), number(graph, Rational(1)));
  return simplified(graph, std::move(out));
}

} // namespace claims
} // namespace dalembert
