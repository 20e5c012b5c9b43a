#include <dalembert/exact/factor_names.h>
#include <dalembert/exact/rational_guess.h>

#include <array>
#include <utility>

namespace dalembert {
inline namespace exact {

namespace {

bool is_plain(WordClass kind) {
  return kind != WordClass::acceleration && kind != WordClass::force && kind != WordClass::let;
}

} // namespace

FactorNames::FactorNames(Graph& graph, const std::vector<NamedFactor>& words, RelaxedMotion::State& first,
                         RelaxedMotion::State& second)
    : graph_(graph), words_(words) {
  add({{}, Residue(1), Residue(1)});
  for (const NamedFactor& word : words) {
    if (!is_plain(word.kind)) continue;
    const std::optional<Residue> a = first.value(word.value);
    const std::optional<Residue> b = second.value(word.value);
    if (!a || !b || a->is_zero() || b->is_zero()) continue;
    add({{{word.value, Rational(1)}}, *a, *b});
    add({{{word.value, Rational(-1)}}, *a->inverse(), *b->inverse()});
  }
  singles_ = tokens_.size();
  for (std::size_t i = 1; i < singles_; ++i)
    for (std::size_t j = i; j < singles_; ++j) {
      Factors factors = times(tokens_[i].factors, tokens_[j].factors);
      if (!factors.empty())
        add({std::move(factors), tokens_[i].first * tokens_[j].first, tokens_[i].second * tokens_[j].second});
    }
}

void FactorNames::add(Token token) {
  if (by_first_value_.try_emplace(token.first.value(), tokens_.size()).second) tokens_.push_back(std::move(token));
}

std::optional<std::string> FactorNames::name(Residue at_first, Residue at_second) const {
  if (at_first.is_zero()) return at_second.is_zero() ? std::optional<std::string>("0") : std::nullopt;
  const std::optional<NumberedFactors> found = factors(at_first, at_second);
  if (!found) return std::nullopt;
  const std::string size = text(written(graph_, words_, found->factors, found->number.abs()));
  return (found->number.sign() < 0 ? "-" : "") + size;
}

std::optional<NumberedFactors> FactorNames::factors(Residue at_first, Residue at_second) const {
  // One word or two first, then up to four.
  for (const Token& part : tokens_)
    if (auto found = match(part, at_first, at_second)) return found;
  return std::nullopt;
}

std::optional<NumberedFactors> FactorNames::match(const Token& part, Residue at_first, Residue at_second) const {
  static const std::array<Rational, 10> numbers{Rational(1),     Rational(-1),    Rational(2), Rational(-2),
                                                Rational(1, 2),  Rational(-1, 2), Rational(4), Rational(1, 4),
                                                Rational(-1, 4), Rational(3)};
  const Residue left = at_first * *part.first.inverse();
  for (const Rational& number : numbers) {
    const auto place = by_first_value_.find((left * residue_of(number.inverse())).value());
    if (place == by_first_value_.end()) continue;
    const Token& other = tokens_[place->second];
    if (!(at_second == part.second * other.second * residue_of(number))) continue;
    return NumberedFactors{times(part.factors, other.factors), number};
  }
  return std::nullopt;
}

} // namespace exact
} // namespace dalembert
