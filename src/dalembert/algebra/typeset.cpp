#include <dalembert/algebra/expression_formula.h>
#include <dalembert/algebra/typeset.h>
#include <dalembert/typesetting/signed_sum.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

namespace dalembert::inline algebra {

namespace {

class Typesetter {
public:
  explicit Typesetter(const AtomTable& atoms) : atoms_(atoms) {}

  Formula sum(const Sum& terms, bool is_negated) const {
    if (terms.empty()) return number_formula("0");
    std::vector<Place> order;
    order.reserve(terms.size());
    for (const Summand& s : terms)
      order.push_back({&s, atoms_.rank(s.monomial), factors(s.monomial)});
    std::ranges::sort(order, [this](const Place& a, const Place& b) { return is_before(a, b); });
    const auto is_negative = [is_negated](const Place& p) { return (p.summand->coefficient.sign() < 0) != is_negated; };
    const auto positive = std::ranges::find_if_not(order, is_negative);
    if (positive != order.end()) std::rotate(order.begin(), positive, positive + 1);
    std::vector<SignedFormula> summands;
    summands.reserve(order.size());
    for (const Place& p : order) {
      const AtomId* turned = is_negative(p) ? turnable(*p.summand) : nullptr;
      summands.push_back({is_negative(p) && turned == nullptr, product(p, turned)});
    }
    return signed_sum(std::move(summands));
  }

private:
  /// A summand on its way into a sum.
  struct Place {
    const Summand* summand = nullptr;
    int rank = 0;
    std::vector<Power> factors; ///< in the order of a product
  };

  /// Factors in the order of a product: class, then declaration.
  [[nodiscard]] std::vector<Power> factors(const PowerProduct& monomial) const {
    std::vector<Power> out(monomial.powers().begin(), monomial.powers().end());
    if (out.size() < 2) return out;
    std::ranges::stable_sort(out, [this](const Power& p, const Power& q) {
      const Atom& a = atoms_[p.atom];
      const Atom& b = atoms_[q.atom];
      if (a.type != b.type) return a.type < b.type;
      return a.order != b.order ? a.order < b.order : a.text < b.text;
    });
    return out;
  }

  [[nodiscard]] bool is_before(const Place& a, const Place& b) const {
    if (a.rank != b.rank) return a.rank < b.rank;
    const std::vector<Power>& p = a.factors;
    const std::vector<Power>& q = b.factors;
    if (p.empty() || q.empty()) return q.empty() && !p.empty(); // a bare number last
    return std::ranges::lexicographical_compare(p, q, [this](const Power& x, const Power& y) {
      const Atom& f = atoms_[x.atom];
      const Atom& g = atoms_[y.atom];
      if (f.type != g.type) return f.type < g.type;
      if (f.order != g.order) return f.order < g.order;
      if (x.atom != y.atom) return f.text != g.text ? f.text < g.text : x.atom < y.atom;
      return x.exponent > y.exponent;
    });
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
      if (!c.numerator().is_one()) above.multiply(number_formula(c.numerator().text()));
      if (!c.denominator().is_one() && !above.is_empty())
        above.divide(number_formula(c.denominator().text())); // 2/5*m
      else if (!c.denominator().is_one()) {
        below.multiply(number_formula(c.denominator().text()));
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

} // namespace dalembert::inline algebra
