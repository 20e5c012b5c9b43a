#include <dalembert/algebra/work_budget.h>
#include <dalembert/textbook/primitive_terms.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace textbook {

namespace {

constexpr std::size_t most_primitive_work = 60'000; ///< products of terms for one balance
constexpr std::size_t most_primitive_terms = 400;   ///< of a balance that is looked into

/// The terms with one product of rates, accelerations and forces.
struct Group {
  PowerProduct dynamic;
  HarmonicId harmonic = 0; ///< where harmonics count as dynamic
  Laurent coefficient;
};

class Grouping {
public:
  Grouping(const AtomTable& atoms, CommonFactors which) : atoms_(atoms), which_(which) {}

  void add(const Laurent& polynomial) {
    for (const LaurentTerm& t : polynomial) {
      PowerProduct dynamic;
      PowerProduct rest;
      for (const Power& p : t.monomial.powers())
        (is_dynamic(atoms_[p.atom]) ? dynamic : rest).multiply(p.atom, p.exponent);
      const HarmonicId harmonic = which_ == CommonFactors::of_parameters ? t.harmonic : 0;
      auto place = std::ranges::find_if(
          groups_, [&](const Group& group) { return group.harmonic == harmonic && group.dynamic == dynamic; });
      if (place == groups_.end()) place = groups_.insert(groups_.end(), {dynamic, harmonic, {}});
      place->coefficient.push_back({rest, harmonic == 0 ? t.harmonic : 0, t.coefficient});
    }
  }

  [[nodiscard]] std::vector<Laurent> coefficients() {
    std::vector<Laurent> out;
    for (Group& group : groups_) {
      merge(group.coefficient);
      if (!group.coefficient.empty()) out.push_back(std::move(group.coefficient));
    }
    std::ranges::stable_sort(out, {}, &Laurent::size);
    return out;
  }

private:
  [[nodiscard]] bool is_dynamic(const Atom& atom) const {
    if (which_ == CommonFactors::of_parameters) return !atom.has_only_parameters;
    return atom.type == AtomClass::multiplier || atom.type == AtomClass::rate || atom.type == AtomClass::acceleration;
  }

  const AtomTable& atoms_;
  CommonFactors which_;
  std::vector<Group> groups_;
};

/// True where something stands below that is no single term.
bool has_denominators(const AtomTable& atoms, const BalanceTerms& terms) {
  const auto is_below = [&atoms](const Power& p) {
    return p.exponent < 0 && atoms[p.atom].type == AtomClass::function;
  };
  const auto has_one = [&](const LaurentTerm& t) { return std::ranges::any_of(t.monomial.powers(), is_below); };
  return std::ranges::any_of(terms.motion, has_one) || std::ranges::any_of(terms.forces, has_one);
}

} // namespace

std::optional<PrimitiveTerms> without_common_factor(Algebra& algebra, const BalanceTerms& terms, CommonFactors which) {
  if (terms.size() == 0 || terms.size() > most_primitive_terms) return std::nullopt;
  try {
    const WorkBudget budget(most_primitive_work);
    Grouping grouping(algebra.atoms, which);
    grouping.add(terms.motion);
    grouping.add(terms.forces);
    const std::optional<Laurent> divisor = algebra.fractions.common_divisor(grouping.coefficients());
    if (!divisor) return std::nullopt;
    PrimitiveTerms out;
    for (const auto& [from, to] :
         {std::pair(&terms.motion, &out.terms.motion), std::pair(&terms.forces, &out.terms.forces)}) {
      const std::optional<Laurent> quotient = algebra.fractions.whole_quotient(*from, *divisor);
      if (!quotient) return std::nullopt;
      *to = *quotient;
    }
    out.divisor.numerator = *divisor;
    return out;
  } catch (const BudgetSpent&) {
    return std::nullopt;
  }
}

std::optional<PrimitiveTerms> without_denominators(Algebra& algebra, const Balance& balance) {
  try {
    const WorkBudget budget(most_primitive_work);
    if (const auto terms = terms_of(algebra.expansion, balance); terms && !has_denominators(algebra.atoms, *terms))
      return std::nullopt;
    Fractions& fractions = algebra.fractions;
    std::vector<Fraction> parts;
    Laurent common = unit_laurent();
    for (const Expr e : {balance.meant, balance.forces}) {
      const std::optional<Fraction> part = fractions.of(e);
      std::optional<Fraction> lowest = part ? fractions.reduced(*part) : std::nullopt;
      if (!lowest) return std::nullopt;
      parts.push_back(std::move(*lowest));
      const Laurent& below = parts.back().denominator;
      if (fractions.whole_quotient(common, below)) continue;
      const std::optional<Laurent> more = fractions.whole_quotient(below, common);
      common = more ? below : product(algebra.harmonics, common, below);
    }
    std::vector<Laurent> above;
    for (const Fraction& part : parts) {
      const std::optional<Laurent> factor = fractions.whole_quotient(common, part.denominator);
      if (!factor) return std::nullopt;
      above.push_back(product(algebra.harmonics, part.numerator, *factor));
    }
    PrimitiveTerms out{{sum(above[0], above[1]), above[1]}, {unit_laurent(), common}};
    if (out.terms.size() > most_primitive_terms) return std::nullopt;
    return out;
  } catch (const BudgetSpent&) {
    return std::nullopt;
  }
}

} // namespace textbook
} // namespace dalembert
