// The words and brackets that corrections of a claim may be made of, with their values.
#include <dalembert/claims/correction.h>
#include <dalembert/exact/held_symbols.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>

#include <algorithm>
#include <ranges>
#include <utility>

namespace dalembert {
inline namespace claims {

namespace {

/// √S of a bracket S.
Written square_root(Written base) {
  Written out;
  out.kind = WrittenKind::function;
  out.text = "sqrt";
  base.bracketed = true;
  out.parts.push_back(std::move(base));
  return out;
}

Written power(Written base, Written exponent) {
  Written out;
  out.kind = WrittenKind::power;
  out.parts = {std::move(base), std::move(exponent)};
  return out;
}

} // namespace

void CorrectionSearch::add_momenta() {
  const System& system = motion().system();
  for (std::size_t i = 0; i < system.coordinates.size() && i < motion().equations().momenta.size(); ++i) {
    const Expr p = motion().equations().momenta[i];
    words_.push_back({word("p." + system.coordinates[i].name, p), p, WordClass::let});
  }
}

/// The rates of lets and speeds, where the claim names such.
void CorrectionSearch::add_rates_of_lets() {
  constexpr std::size_t most = 12;
  const System& system = motion().system();
  const auto add = [this](const std::string& name, Expr value) {
    const Expr rate = motion().rates().of(value);
    const bool is_word = graph().is_number(rate) ||
                         std::ranges::any_of(words_, [rate](const NamedFactor& w) { return w.value == rate; });
    if (!is_word && !motion().is_beyond(rate) && !motion().has_jerk(rate))
      words_.push_back({word(name, value, 1), rate, WordClass::acceleration});
  };
  for (std::size_t i = 0; i < std::min(most, system.speeds.size()); ++i)
    add(system.speeds[i].name, system.speeds[i].value);
  for (std::size_t i = 0; i < std::min(most, system.lets.size()); ++i)
    add(system.lets[i].name, system.lets[i].value);
}

std::vector<const Parameter*> CorrectionSearch::held_parameters() {
  const std::vector<Expr> held = held_symbols(motion().system(), expressions_of(motion(), residual_));
  std::vector<const Parameter*> out;
  for (const Parameter& p : motion().system().parameters)
    if (std::ranges::binary_search(held, p.symbol)) out.push_back(&p);
  return out;
}

/// Sums that stand in the equations, and a ± b of two parameters.
void CorrectionSearch::collect_brackets() {
  constexpr std::size_t most_brackets = 60;
  constexpr std::size_t longest = 60; // characters
  const auto add = [&](Expr e) {
    if (brackets_.size() >= most_brackets) return;
    const bool is_known = std::ranges::any_of(words_, [e](const NamedFactor& w) { return w.value == e; }) ||
                          std::ranges::any_of(brackets_, [e](const NamedFactor& w) { return w.value == e; });
    std::string written = is_known ? std::string() : dalembert::text(graph(), e, 2 * longest);
    if (is_known || written.size() > longest) return;
    NamedFactor made{word(std::move(written), e), e, WordClass::let};
    made.written.bracketed = true;
    brackets_.push_back(std::move(made));
  };
  const auto add_root = [&](Expr base, const Rational& exponent) { // √S, and √S³ where S³ᐟ² stands
    const std::string written = dalembert::text(graph(), base, 2 * longest);
    if (brackets_.size() >= most_brackets || written.size() > longest) return;
    NamedFactor made{square_root(word(written, base)), graph().sqrt(base), WordClass::let};
    const auto is_known = [&made](const NamedFactor& w) { return w.value == made.value; };
    if (std::ranges::none_of(words_, is_known) && std::ranges::none_of(brackets_, is_known)) brackets_.push_back(made);
    if (exponent.numerator().is_one()) return;
    made.value = graph().pow(base, exponent);
    made.written = power(std::move(made.written), number(graph(), exponent.numerator()));
    if (std::ranges::none_of(brackets_, is_known)) brackets_.push_back(std::move(made));
  };
  std::vector<Expr> roots = expressions_of(motion(), residual_);
  for (const Expr p : motion().equations().momenta)
    roots.push_back(p);
  for (const Expr e : reachable(graph(), roots)) {
    if (e == residual_ || holds_acceleration(e) || holds_force(e)) continue;
    if (graph().kind(e) == NodeKind::sum) add(e);
    if (graph().kind(e) != NodeKind::product) continue;
    const auto factors = graph().factors(e);
    for (const Factor& factor : std::vector<Factor>(factors.begin(), factors.end())) { // the graph grows meanwhile
      const Rational exponent = graph().value(factor.exponent).abs();
      if (exponent.denominator() == Rational(2)) add_root(factor.base, exponent);
    }
  }
  const std::vector<const Parameter*> parameters = held_parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i)
    for (std::size_t k = i + 1; k < parameters.size(); ++k) {
      const Expr a = parameters[i]->symbol;
      const Expr b = parameters[k]->symbol;
      const auto of_a = dimensions_.of(a);
      const auto of_b = dimensions_.of(b);
      if (!of_a || !of_b || !(*of_a == *of_b)) continue;
      add(graph().add(a, b));
      add(graph().sub(a, b));
    }
}

std::vector<KnownWord> CorrectionSearch::evaluated(const std::vector<NamedFactor>& words) {
  std::vector<KnownWord> out;
  for (const NamedFactor& word : words) {
    const std::optional<Residue> found = value(word.value);
    const std::optional<Residue> inverse = found ? found->inverse() : std::nullopt;
    const auto is_same = [&found](const KnownWord& k) { return k.value == *found; };
    if (inverse && std::ranges::none_of(out, is_same) && std::ranges::none_of(known_words_, is_same))
      out.push_back({&word, *found, *inverse});
  }
  return out;
}

void CorrectionSearch::evaluate_words() {
  known_words_ = evaluated(words_);
  known_brackets_ = evaluated(brackets_);
  words_and_brackets_ = words_;
  words_and_brackets_.insert(words_and_brackets_.end(), brackets_.begin(), brackets_.end());
}

void CorrectionSearch::evaluate_terms() {
  const auto add = [this](const Written& side) {
    for (const Written& term : side.parts) {
      const std::optional<Expr> own = expression(term);
      const std::optional<Residue> at = own ? value(*own) : std::nullopt;
      if (const auto inverse = at ? at->inverse() : std::nullopt) terms_.push_back(*inverse);
    }
  };
  add(claim_.left);
  if (!claim_.is_constant) add(claim_.right);
}

} // namespace claims
} // namespace dalembert
