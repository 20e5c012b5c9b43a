#include <dalembert/algebra/expression_formula.h>
#include <dalembert/algebra/typeset.h>
#include <dalembert/typesetting/signed_sum.h>

#include <algorithm>
#include <compare>
#include <cstdlib>
#include <string>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

class Typesetter {
public:
  explicit Typesetter(const AtomTable& atoms) : atoms_(atoms) {}

  Formula sum(const Sum& terms, bool is_negated) const {
    if (terms.empty()) return number_formula("0");
    const std::vector<Place> all = places(terms, is_negated);
    std::vector<SignedFormula> summands;
    summands.reserve(all.size());
    for (const Place& p : all) {
      const bool is_negative = p.is_negative(is_negated);
      const AtomId* turned = is_negative ? turnable(*p.summand) : nullptr;
      summands.push_back({is_negative && turned == nullptr, product(p, turned)});
    }
    return signed_sum(std::move(summands));
  }

private:
  /// A summand on its way into a sum.
  struct Place {
    const Summand* summand = nullptr;
    int rank = 0;
    std::vector<Power> factors; ///< in the order of a product
    [[nodiscard]] bool is_negative(bool is_negated) const { return (summand->coefficient.sign() < 0) != is_negated; }
  };

  /// The summands in the order of a sum.
  [[nodiscard]] std::vector<Place> places(const Sum& terms, bool is_negated) const {
    std::vector<Place> out;
    out.reserve(terms.size());
    for (const Summand& s : terms)
      out.push_back({&s, atoms_.rank(s.monomial), factors(s.monomial)});
    std::ranges::sort(out, [this](const Place& a, const Place& b) { return is_before(a, b); });
    const auto positive = std::ranges::find_if_not(out, [=](const Place& p) { return p.is_negative(is_negated); });
    if (positive != out.end()) std::rotate(out.begin(), positive, positive + 1);
    return out;
  }

  /// Factors in the order of a product.
  [[nodiscard]] std::vector<Power> factors(const PowerProduct& monomial) const {
    std::vector<Power> out(monomial.powers().begin(), monomial.powers().end());
    if (out.size() < 2) return out;
    std::ranges::sort(out, [this](const Power& p, const Power& q) { return order(p.atom, q.atom) < 0; });
    return out;
  }

  /// Class, then declaration; of brackets that of their summands, one after the other. Nothing hangs on the order in
  /// which atoms were made.
  [[nodiscard]] std::strong_ordering order(AtomId p, AtomId q) const {
    if (p == q) return std::strong_ordering::equal;
    const Atom& a = atoms_[p];
    const Atom& b = atoms_[q];
    if (const auto by_class = a.type <=> b.type; by_class != 0) return by_class;
    if (const auto by_place = a.order <=> b.order; by_place != 0) return by_place;
    return a.is_bracket() && b.is_bracket() ? order(a.sum, b.sum) : a.text <=> b.text;
  }

  [[nodiscard]] std::strong_ordering order(const Sum& a, const Sum& b) const {
    const std::vector<Place> left = places(a, false);
    const std::vector<Place> right = places(b, false);
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
      if (const auto by_factors = order(left[i].factors, right[i].factors); by_factors != 0) return by_factors;
      const auto by_number = right[i].summand->coefficient <=> left[i].summand->coefficient;
      if (by_number != 0) return by_number;
    }
    return left.size() <=> right.size();
  }

  [[nodiscard]] std::strong_ordering order(const std::vector<Power>& a, const std::vector<Power>& b) const {
    if (a.empty() || b.empty()) return a.empty() <=> b.empty(); // a bare number last
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end(),
                                                  [this](const Power& x, const Power& y) {
                                                    const auto by_atom = order(x.atom, y.atom);
                                                    return by_atom != 0 ? by_atom : y.exponent <=> x.exponent;
                                                  });
  }

  [[nodiscard]] bool is_before(const Place& a, const Place& b) const {
    return a.rank != b.rank ? a.rank < b.rank : order(a.factors, b.factors) < 0;
  }

  /// The bracket that takes the minus sign of its term with one minus less in all, one above the bar before one below;
  /// it has no acceleration.
  [[nodiscard]] const AtomId* turnable(const Summand& s) const {
    for (const int exponent : {1, -1})
      for (const Power& p : s.monomial.powers()) {
        const Atom& atom = atoms_[p.atom];
        if (!atom.is_bracket() || p.exponent != exponent || atoms_.has_acceleration(PowerProduct(p.atom))) continue;
        const auto minuses = static_cast<std::size_t>(
            std::ranges::count_if(atom.sum, [](const Summand& t) { return t.coefficient.sign() < 0; }));
        if (2 * minuses >= atom.sum.size()) return &p.atom;
      }
    return nullptr;
  }

  [[nodiscard]] Formula power(const Power& p, const AtomId* turned) const {
    const Atom& atom = atoms_[p.atom];
    const bool is_negated = turned != nullptr && *turned == p.atom;
    Formula out = atom.is_bracket() ? fenced_formula(sum(spliced(atoms_, atom.sum), is_negated)) : atom.formula;
    const int exponent = std::abs(int{p.exponent});
    return exponent == 1 ? out : power_formula(std::move(out), number_formula(std::to_string(exponent)));
  }

  [[nodiscard]] Formula product(const Place& place, const AtomId* turned) const {
    ProductMaker above;
    ProductMaker below;
    std::size_t lower = 0;
    const Rational c = place.summand->coefficient.abs();
    constexpr std::int64_t largest_plain_denominator = 64;
    std::string decimal;
    if (c.denominator() > Rational(largest_plain_denominator)) decimal = c.decimal_text();
    if (!decimal.empty() && decimal.find('/') == std::string::npos) {
      above.multiply(number_formula(std::move(decimal)));
    } else if (!c.is_one()) {
      if (!c.numerator().is_one()) above.multiply(number_formula(c.numerator().decimal_text()));
      if (!c.denominator().is_one() && !above.is_empty())
        above.divide(number_formula(c.denominator().decimal_text())); // 2/5*m
      else if (!c.denominator().is_one()) {
        below.multiply(number_formula(c.denominator().decimal_text()));
        ++lower;
      }
    }
    for (const Power& p : place.factors) {
      (p.exponent > 0 ? above : below).multiply(power(p, turned));
      lower += p.exponent > 0 ? 0 : 1;
    }
    if (above.is_empty()) above.multiply(number_formula("1"));
    if (below.is_empty()) return above.take();
    above.divide(lower > 1 ? fenced_formula(below.take()) : below.take());
    return above.take();
  }

  const AtomTable& atoms_;
};

} // namespace

Formula typeset(const AtomTable& atoms, const Sum& sum) {
  return Typesetter(atoms).sum(spliced(atoms, sum), false);
}

} // namespace algebra
} // namespace dalembert
