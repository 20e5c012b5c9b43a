#include <dalembert/claims/term_names.h>
#include <dalembert/exact/rational_guess.h>
#include <dalembert/expr/depends.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace claims {

namespace {

constexpr std::size_t most_singles = 96;  // quantities and their inverses: some 4600 products of two
constexpr std::size_t most_brackets = 24; // beside them

bool is_of_the_motion(WordClass kind) {
  return kind == WordClass::acceleration || kind == WordClass::force;
}

} // namespace

TermNames::TermNames(CorrectionSearch& search) {
  add({{}, Residue(1), Residue(1), Residue(1), false});
  const auto add_word = [&](const KnownWord& word, bool with_inverse) {
    const std::optional<Residue> second = search.value_at(word.word->value, 1);
    const std::optional<Residue> second_inverse = second ? second->inverse() : std::nullopt;
    if (!second_inverse) return;
    const bool is_single = is_of_the_motion(word.word->kind);
    add({{{word.word->value, Rational(1)}}, word.value, *second, word.inverse, is_single});
    if (!is_single && with_inverse)
      add({{{word.word->value, Rational(-1)}}, word.inverse, *second_inverse, word.value, false});
  };
  for (const KnownWord& word : search.known_words())
    if (tokens_.size() < most_singles) add_word(word, true);
  // Brackets of quantities that the claim holds come first.
  const std::vector<Expr> held = free_symbols(search.graph(), search.residual());
  std::vector<const KnownWord*> brackets;
  for (const KnownWord& bracket : search.known_brackets())
    brackets.push_back(&bracket);
  std::stable_partition(brackets.begin(), brackets.end(), [&](const KnownWord* bracket) {
    return std::ranges::all_of(free_symbols(search.graph(), bracket->word->value),
                               [&held](Expr s) { return std::ranges::find(held, s) != held.end(); });
  });
  for (std::size_t i = 0; i < std::min(brackets.size(), most_brackets); ++i)
    add_word(*brackets[i], false);
  add_pairs();
}

void TermNames::add(Token token) {
  if (by_first_value_.try_emplace(token.first.value(), tokens_.size()).second) tokens_.push_back(std::move(token));
}

void TermNames::add_pairs() {
  const std::size_t singles = tokens_.size();
  for (std::size_t i = 1; i < singles; ++i)
    for (std::size_t j = i; j < singles; ++j) {
      const Token& a = tokens_[i];
      const Token& b = tokens_[j];
      if (a.is_single && b.is_single) continue;
      Factors factors = times(a.factors, b.factors);
      if (factors.empty()) continue;
      add({std::move(factors), a.first * b.first, a.second * b.second, a.first_inverse * b.first_inverse,
           a.is_single || b.is_single});
    }
}

std::vector<NamedProduct> TermNames::find(Residue at_first, Residue at_second, std::size_t most) {
  static const std::array<Rational, 12> numbers{Rational(1),    Rational(-1),    Rational(2),    Rational(-2),
                                                Rational(1, 2), Rational(-1, 2), Rational(3),    Rational(-3),
                                                Rational(4),    Rational(-4),    Rational(1, 4), Rational(-1, 4)};
  static const std::vector<std::pair<Residue, Residue>> residues = [] { // of 1/number and number
    std::vector<std::pair<Residue, Residue>> of;
    for (const Rational& number : numbers)
      of.emplace_back(residue_of(number.inverse()), residue_of(number));
    return of;
  }();
  std::vector<NamedProduct> out;
  if (at_first.is_zero() || at_second.is_zero() || ++calls_ > most_calls) return out;
  for (const Token& part : tokens_) { // one quantity or two, with any small number
    constexpr std::int64_t largest = 32;
    const std::optional<Rational> number = small_fraction(at_first * part.first_inverse, largest);
    if (!number || !(at_second == part.second * residue_of(*number))) continue;
    out.push_back({part.factors, *number});
    if (out.size() >= most) return out;
  }
  for (const Token& part : tokens_) {
    const Residue left = at_first * part.first_inverse;
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      const auto place = by_first_value_.find((left * residues[n].first).value());
      if (place == by_first_value_.end()) continue;
      const Token& other = tokens_[place->second];
      if (part.is_single && other.is_single) continue;
      if (!(at_second == part.second * other.second * residues[n].second)) continue;
      NamedProduct made{times(part.factors, other.factors), numbers[n]};
      const bool is_there =
          std::any_of(out.begin(), out.end(), [&made](const NamedProduct& o) { return o.factors == made.factors; });
      if (!is_there) out.push_back(std::move(made));
      if (out.size() >= most) return out;
    }
  }
  return out;
}

} // namespace claims
} // namespace dalembert
