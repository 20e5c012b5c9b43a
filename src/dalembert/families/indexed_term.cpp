#include <dalembert/base/characters.h>
#include <dalembert/families/index_pattern.h>
#include <dalembert/families/indexed_term.h>
#include <dalembert/typesetting/signed_sum.h>

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

namespace dalembert {
inline namespace families {

namespace {

constexpr int before_all = -1'000'000'000;

/// Smaller for what comes first: the own index. Of several they are counted from the own ones, so that the members of a
/// lattice have their terms in one order.
std::vector<int> ranks_of(const std::vector<int>& indices, std::span<const int> own) {
  std::vector<int> out = indices;
  if (own.size() == 1) std::ranges::replace(out, own.front(), before_all);
  if (own.size() < 2 || indices.size() % own.size() != 0) return out;
  for (std::size_t slot = 0; slot < out.size(); ++slot)
    out[slot] -= own[slot % own.size()];
  if (std::ranges::all_of(out, [](int shift) { return shift == 0; })) std::ranges::fill(out, before_all);
  return out;
}

/// The terms of the own index first.
void put_own_first(std::vector<SignedFormula>& summands, std::span<const int> own) {
  struct Piece {
    IndexPattern pattern;
    SignedFormula summand;
  };
  std::vector<Piece> pieces;
  for (SignedFormula& summand : summands) {
    IndexPattern pattern = index_pattern(written(summand.formula));
    pieces.push_back({std::move(pattern), std::move(summand)});
  }
  std::ranges::stable_sort(pieces, [own](const Piece& a, const Piece& b) {
    return std::tuple(a.pattern.text, ranks_of(a.pattern.indices, own)) <
           std::tuple(b.pattern.text, ranks_of(b.pattern.indices, own));
  });
  summands.clear();
  for (Piece& piece : pieces)
    summands.push_back(std::move(piece.summand));
}

/// Writes a sum with the terms of the own index first and, where it may be turned, the first one positive; true where
/// all signs were turned.
bool orient(Formula& sum, std::span<const int> own, bool may_turn) {
  std::vector<SignedFormula> summands = summands_of(sum);
  put_own_first(summands, own);
  const bool is_turned = may_turn && summands.front().is_negative;
  if (is_turned)
    for (SignedFormula& summand : summands)
      summand.is_negative = !summand.is_negative;
  sum = signed_sum(std::move(summands));
  return is_turned;
}

/// The same of the angle of a sine or cosine, `k*(a - b)` too.
bool orient_angle(Formula& angle, std::span<const int> own) {
  const std::vector<Formula>& parts = angle.parts;
  const bool is_multiple = angle.is(Formula::Kind::product) && parts.back().is(Formula::Kind::fenced) &&
                           operator_of(parts[parts.size() - 2]) == "*";
  return is_multiple ? orient_angle(angle.parts.back().parts[0], own) : orient(angle, own, true);
}

bool is_even_number(const Formula& exponent) {
  return exponent.is(Formula::Kind::number) && is_digit(exponent.text.back()) &&
         (exponent.text.back() - '0') % 2 == 0 && std::ranges::all_of(exponent.text, is_digit);
}

enum class Parity { even, odd, neither };

Parity parity_of(const std::string& function) {
  if (function == "cos" || function == "cosh" || function == "abs") return Parity::even;
  const bool is_odd = function == "sin" || function == "tan" || function == "sinh" || function == "tanh" ||
                      function == "asin" || function == "atan" || function == "asinh" || function == "atanh";
  return is_odd ? Parity::odd : Parity::neither;
}

/// Writes all sums of a formula with the terms of the own index first, and positive where that does not matter:
/// `sqrt((x[2] - x[3])^2 + …)` in the equation of 3 is `sqrt((x[3] - x[2])^2 + …)`. `is_squared` is true of what stands
/// below an even power.
void put_own_first(Formula& formula, std::span<const int> own, bool is_squared = false) {
  const bool is_even_power = formula.is(Formula::Kind::power) && is_even_number(formula.parts[1]);
  for (Formula& part : formula.parts)
    put_own_first(part, own, is_even_power && &part == &formula.parts.front());
  if (formula.is(Formula::Kind::fenced)) orient(formula.parts[0], own, is_squared);
  if (!formula.is(Formula::Kind::call)) return;
  const Parity parity = parity_of(formula.text);
  orient(formula.parts[0], own, parity == Parity::even || (is_squared && parity == Parity::odd));
}

struct Part {
  std::string pattern;
  std::vector<int> indices;
  bool is_parameter = false;
};

} // namespace

std::string IndexedTerm::key() const {
  std::string out;
  for (const std::string& factor : factors)
    out += factor + " ";
  return out;
}

IndexedTerm indexed_term(Algebra& algebra, const LaurentTerm& term, std::span<const int> own, const AtomNames& names) {
  IndexedTerm out;
  out.coefficient = term.coefficient;
  std::vector<Part> parts;
  const auto add = [&parts](const std::string& text, int exponent, bool is_parameter) {
    IndexPattern pattern = index_pattern(text);
    if (exponent != 1) pattern.text += "^" + std::to_string(exponent);
    parts.push_back({std::move(pattern.text), std::move(pattern.indices), is_parameter});
  };
  for (const Power& p : term.monomial.powers()) {
    const Atom& atom = algebra.atoms[p.atom];
    if (const auto name = names.find(atom.expr.id); name != names.end()) {
      add(name->second, p.exponent, atom.has_only_parameters);
      continue;
    }
    Formula formula = atom.formula;
    put_own_first(formula, own, p.exponent % 2 == 0);
    add(written(formula), p.exponent, atom.has_only_parameters);
  }
  if (term.harmonic != 0) {
    Formula formula = algebra.atoms[algebra.harmonics.atom(term.harmonic)].formula;
    const bool is_turned = orient_angle(formula.parts[0], own);
    if (is_turned && algebra.harmonics.is_sine(term.harmonic)) out.coefficient = -out.coefficient;
    add(written(formula), 1, false);
  }
  std::ranges::sort(parts, [own](const Part& a, const Part& b) {
    return std::tuple(a.pattern, ranks_of(a.indices, own)) < std::tuple(b.pattern, ranks_of(b.indices, own));
  });
  for (Part& part : parts) {
    out.factors.push_back(std::move(part.pattern));
    out.are_parameters.push_back(part.is_parameter);
    out.indices.insert(out.indices.end(), part.indices.begin(), part.indices.end());
  }
  return out;
}

} // namespace families
} // namespace dalembert
