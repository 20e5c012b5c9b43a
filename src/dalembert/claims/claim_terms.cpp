#include <dalembert/claims/claim_terms.h>

#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace claims {

namespace {

class TermExchange {
public:
  TermExchange(CorrectionSearch& search, const MonomialSum& found, const MonomialSum& wanted)
      : search_(search), graph_(search.graph()), found_(found), wanted_(wanted) {}

  /// `outer`: what the sum is multiplied by in left − right.
  bool in_sum(Written& sum, const MonomialSum& outer) {
    for (std::size_t i = 0; i < sum.parts.size(); ++i) {
      MonomialSum here = outer;
      if (sum.parts[i].inverse) here.begin()->second = -here.begin()->second;
      if (is_found(sum.parts[i], here)) return exchange(sum, i, here);
      if (in_product(sum.parts[i], here)) return true;
    }
    return false;
  }

private:
  std::optional<MonomialSum> expanded(const Written& w) {
    constexpr std::size_t most_terms = 40;
    try {
      const Expr value = value_of(graph_, search_.motion().rates(), w);
      return multiplied_out(graph_, search_.motion().written_out(value), most_terms);
    } catch (const std::domain_error&) {
      return std::nullopt;
    }
  }

  static MonomialSum product(const MonomialSum& a, const MonomialSum& b) {
    return {{times(a.begin()->first, b.begin()->first), a.begin()->second * b.begin()->second}};
  }

  bool is_found(const Written& term, const MonomialSum& outer) {
    const auto own = expanded(term);
    return own && own->size() == 1 && product(*own, outer) == found_;
  }

  bool exchange(Written& sum, std::size_t index, const MonomialSum& outer) {
    const auto at = sum.parts.begin() + static_cast<std::ptrdiff_t>(index);
    if (wanted_.empty()) {
      if (sum.parts.size() == 1)
        *at = number(graph_, Rational(0));
      else
        sum.parts.erase(at);
      return true;
    }
    const bool was_subtracted = at->inverse;
    std::vector<Written> terms;
    for (const auto& [wanted, number] : wanted_) {
      const Factors factors = times(wanted, outer.begin()->first, Rational(-1));
      const Rational value = number / outer.begin()->second;
      terms.push_back(written(graph_, search_.words_and_brackets(), factors, value.abs()));
      terms.back().inverse = (value.sign() < 0) != was_subtracted;
    }
    sum.parts.insert(sum.parts.erase(at), terms.begin(), terms.end());
    return true;
  }

  /// A bracket in a product, whose other factors are one monomial.
  bool in_product(Written& term, const MonomialSum& outer) {
    if (term.kind == WrittenKind::sum) return in_sum(term, outer);
    if (term.kind != WrittenKind::product) return false;
    for (std::size_t i = 0; i < term.parts.size(); ++i) {
      if (term.parts[i].kind != WrittenKind::sum || term.parts[i].inverse) continue;
      Written rest = term;
      rest.inverse = false;
      rest.parts[i] = number(graph_, Rational(1));
      const auto factor = expanded(rest);
      if (factor && factor->size() == 1 && in_sum(term.parts[i], product(*factor, outer))) return true;
    }
    return false;
  }

  CorrectionSearch& search_;
  Graph& graph_;
  const MonomialSum& found_;
  const MonomialSum& wanted_;
};

} // namespace

std::optional<bool> exchange_term(CorrectionSearch& search, Claim& claim, const MonomialSum& found,
                                  const MonomialSum& wanted) {
  if (found.size() != 1) return std::nullopt;
  TermExchange exchange(search, found, wanted);
  if (exchange.in_sum(claim.left, {{Factors{}, Rational(1)}})) return true;
  if (exchange.in_sum(claim.right, {{Factors{}, Rational(-1)}})) return false;
  return std::nullopt;
}

bool is_on_the_left(CorrectionSearch& search, const Claim& claim, const MonomialSum& found) {
  if (found.empty()) return true;
  try {
    const Expr right = value_of(search.graph(), search.motion().rates(), claim.right);
    const auto terms = multiplied_out(search.graph(), search.motion().written_out(right));
    if (!terms) return true;
    const auto place = terms->find(found.begin()->first);
    return place == terms->end() || !(place->second == -found.begin()->second);
  } catch (const std::domain_error&) {
    return true;
  }
}

} // namespace claims
} // namespace dalembert
