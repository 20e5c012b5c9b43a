#include <dalembert/claims/monomial_quotient.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace dalembert {
inline namespace claims {

namespace {

/// Lexicographic order of the exponents, which multiplication keeps.
bool is_before(const Factors& a, const Factors& b) {
  const Factors ratio = times(a, b, Rational(-1));
  return !ratio.empty() && ratio.front().second.sign() < 0;
}

MonomialSum::const_iterator leading(const MonomialSum& of) {
  return std::max_element(of.begin(), of.end(),
                          [](const auto& a, const auto& b) { return is_before(a.first, b.first); });
}

} // namespace

MonomialSum product(const MonomialSum& a, const Factors& k, const Rational& number) {
  MonomialSum out;
  for (const auto& [factors, coefficient] : a)
    out[times(factors, k)] = coefficient * number;
  return out;
}

void add_multiple(MonomialSum& a, const MonomialSum& b, const Rational& number) {
  for (const auto& [factors, coefficient] : b) {
    const auto place = a.try_emplace(factors).first;
    place->second += coefficient * number;
    if (place->second.is_zero()) a.erase(place);
  }
}

std::optional<MonomialSum> quotient(MonomialSum dividend, const MonomialSum& divisor, std::size_t most) {
  if (divisor.empty()) return std::nullopt;
  const auto& [below, under] = *leading(divisor);
  MonomialSum out;
  while (!dividend.empty()) {
    if (out.size() == most) return std::nullopt;
    const auto& [above, over] = *leading(dividend);
    const Factors factors = times(above, below, Rational(-1));
    const Rational number = over / under;
    out[factors] = number;
    add_multiple(dividend, product(divisor, factors, number), Rational(-1));
  }
  return out;
}

Factors common_monomial(const MonomialSum& of) {
  Factors out = of.begin()->first;
  for (const auto& term : of) {
    const Factors ratio = times(term.first, out, Rational(-1));
    Factors lower; // what this term has less of
    std::ranges::copy_if(ratio, std::back_inserter(lower), [](const auto& f) { return f.second.sign() < 0; });
    out = times(out, lower);
  }
  return out;
}

} // namespace claims
} // namespace dalembert
