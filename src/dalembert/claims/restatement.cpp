// Corrections that say nothing: they add what the sides differ by, or put a definition in the place of a term.
#include <dalembert/claims/correction.h>
#include <dalembert/claims/monomial_quotient.h>
#include <dalembert/claims/rest.h>
#include <dalembert/exact/row_monomials.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace dalembert {
inline namespace claims {

namespace {

/// A term of left − right, as it is written.
struct SignedTerm {
  std::string written;
  const Written* term = nullptr;
  bool is_negative = false;
};

/// The terms of both sides, with the side on which they stand.
std::vector<SignedTerm> terms_of(const Claim& claim) {
  std::vector<SignedTerm> out;
  const auto add = [&out](const Written& side, bool is_right) {
    const std::string place = is_right ? "=" : "";
    if (side.kind != WrittenKind::sum || side.bracketed) {
      out.push_back({place + text(side), &side, is_right});
      return;
    }
    for (const Written& term : side.parts)
      out.push_back({place + (term.inverse ? "-" : "+") + text(term), &term, is_right != term.inverse});
  };
  add(claim.left, false);
  if (!claim.is_constant) add(claim.right, true);
  return out;
}

/// Takes from `a` what `b` has too.
std::vector<SignedTerm> without(std::vector<SignedTerm> a, const std::vector<SignedTerm>& b) {
  for (const SignedTerm& other : b) {
    const auto same = std::ranges::find(a, other.written, &SignedTerm::written);
    if (same != a.end()) a.erase(same);
  }
  return a;
}

class Restatement {
public:
  explicit Restatement(CorrectionSearch& search) : search_(search) {}

  bool is(const Correction& correction) {
    const std::vector<SignedTerm> before = terms_of(search_.claim());
    const std::vector<SignedTerm> after = terms_of(correction.claim);
    const std::vector<SignedTerm> gone = without(before, after);
    const std::vector<SignedTerm> come = without(after, before);
    if (come.empty()) return false;
    const auto is_written_zero = [this](const SignedTerm& t) {
      const std::optional<Expr> value = search_.expression(*t.term);
      return value && search_.graph().is_zero(*value);
    };
    if (std::ranges::all_of(come, is_written_zero)) return true; // 0 = E - h of V = E - h: nothing is left of V
    if (std::ranges::all_of(gone, is_written_zero)) return !meet(before);
    return gone.size() == 1 && come.size() == 1 && is_exchanged(gone.front(), come.front());
  }

private:
  std::optional<MonomialSum> monomials(const SignedTerm& of) {
    const std::optional<Expr> value = search_.expression(*of.term);
    if (!value) return std::nullopt;
    std::optional<MonomialSum> out = multiplied_out(search_.graph(), search_.motion().written_out(*value));
    if (out && of.is_negative)
      for (auto& [factors, number] : *out)
        number = -number;
    return out;
  }

  /// True where each term has a part that others cancel.
  bool meet(const std::vector<SignedTerm>& terms) {
    std::vector<MonomialSum> all;
    MonomialSum sum;
    for (const SignedTerm& term : terms) {
      std::optional<MonomialSum> own = monomials(term);
      if (!own) return true; // too long to tell
      add_multiple(sum, *own, Rational(1));
      if (!own->empty()) all.push_back(std::move(*own));
    }
    return std::ranges::all_of(all, [&sum](const MonomialSum& own) {
      return std::ranges::any_of(own, [&sum](const auto& part) { return !sum.contains(part.first); });
    });
  }

  static constexpr std::size_t several = 2;

  /// True where several factors of a term are others now: of m·k/(2·r), ½·m·(r'² + r²·th'²). A sum of quantities of the
  /// motion counts as several.
  bool is_exchanged(const SignedTerm& was, const SignedTerm& is) {
    const auto before = monomials(was);
    const auto after = monomials(is);
    if (!before || !after || before->size() != 1 || after->empty()) return false;
    const Factors& of = before->begin()->first;
    if (after->contains(of)) return false; // a sum was made longer
    std::size_t gone = 0;
    std::size_t come = 0;
    const Factors common = common_monomial(*after);
    for (const auto& [factors, number] : *after)
      if (!is_of_parameters(times(factors, common, Rational(-1)))) come = several;
    for (const auto& [base, exponent] : times(common, of, Rational(-1))) {
      const Expr sought = base;
      const bool was_there = std::ranges::any_of(of, [sought](const auto& f) { return f.first == sought; });
      ++(was_there ? gone : come);
    }
    return gone > 0 && std::max(gone, come) >= several;
  }

  [[nodiscard]] bool is_of_parameters(const Factors& factors) {
    const System& system = search_.motion().system();
    return std::ranges::all_of(factors, [&system](const auto& f) { return is_parameter(system, f.first); });
  }

  CorrectionSearch& search_;
};

} // namespace

bool CorrectionSearch::is_restatement(const Correction& correction) {
  return Restatement(*this).is(correction);
}

} // namespace claims
} // namespace dalembert
