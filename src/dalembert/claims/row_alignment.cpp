#include <dalembert/claims/claim_terms.h>
#include <dalembert/claims/edit_costs.h>
#include <dalembert/claims/missing_terms.h>
#include <dalembert/claims/row_alignment.h>
#include <dalembert/claims/sinusoid_products.h>
#include <dalembert/claims/term_factors.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace dalembert {
inline namespace claims {

namespace {

constexpr std::size_t most_leftover = 8;
constexpr std::size_t most_products = 150'000; ///< of a scale and a term of a row, some 0.5 µs each

/// What differs between a claim and one scaled row.
struct Leftover {
  std::size_t matched = 0;
  MonomialSum claim;  ///< only in the claim
  MonomialSum row;    ///< only in the row
  MonomialSum scaled; ///< the whole row in the scale of the claim
  Factors divisors;   ///< of the scale, with their negative exponents
};

/// One mistake: a term of the claim against one of the row; either may be absent.
struct TermMistake {
  MistakeKind kind = MistakeKind::none;
  double cost = 0.0;
  MonomialSum found;
  MonomialSum wanted;
  std::string note;
  bool is_left = true; ///< the side on which it stands
};

bool is_written(const Written& w, Expr value) {
  return w.value == value || std::ranges::any_of(w.parts, [value](const Written& p) { return is_written(p, value); });
}

bool is_written(const Claim& claim, Expr value) {
  return is_written(claim.left, value) || is_written(claim.right, value);
}

class Alignment {
public:
  Alignment(CorrectionSearch& search, MonomialSum claim)
      : search_(search), graph_(search.graph()), claim_(std::move(claim)), leads_(leading(claim_)) {}

  void with(const MotionRow& row) {
    std::set<std::pair<Factors, std::string>> seen;
    for (const auto& [a, number_a] : leads_)
      for (const auto& [b, number_b] : row.terms) {
        if (++products_ > most_products) return;
        const Factors scale = times(a, b, Rational(-1));
        const Rational number = number_a / number_b;
        for (const Rational& sign : {Rational(1), Rational(-1)})
          if (seen.emplace(scale, (number * sign).text()).second) try_scale(row, scale, number * sign);
      }
  }

private:
  /// Terms by which a scale is found: those with accelerations, else with multipliers, else all.
  MonomialSum leading(const MonomialSum& terms) const {
    for (const WordClass wanted : {WordClass::acceleration, WordClass::force, WordClass::rate}) {
      MonomialSum out;
      for (const auto& term : terms)
        if (holds(term.first, wanted)) out.insert(term);
      if (!out.empty()) return out;
    }
    return terms;
  }

  [[nodiscard]] bool holds(const Factors& factors, WordClass wanted) const {
    return std::any_of(factors.begin(), factors.end(), [&](const auto& factor) {
      const Expr base = factor.first;
      return std::any_of(search_.words().begin(), search_.words().end(),
                         [&](const NamedFactor& w) { return w.value == base && w.kind == wanted; });
    });
  }

  void try_scale(const MotionRow& row, const Factors& scale, const Rational& number) {
    products_ += row.terms.size();
    if (products_ > most_products) return;
    Leftover left;
    left.claim = claim_;
    std::ranges::copy_if(scale, std::back_inserter(left.divisors), [](const auto& f) { return f.second.sign() < 0; });
    for (const auto& [factors, row_number] : row.terms) {
      const Factors key = times(factors, scale);
      const Rational value = row_number * number;
      left.scaled.emplace(key, value);
      const auto same = left.claim.find(key);
      if (same == left.claim.end() || !(same->second == value)) {
        left.row.emplace(key, value);
        continue;
      }
      ++left.matched;
      left.claim.erase(same);
    }
    if (left.matched == 0 || left.claim.size() > most_leftover || left.row.size() > most_leftover) return;
    if (left.matched < left.claim.size()) return;
    explain(left);
  }

  void explain(Leftover& left) {
    const Leftover whole = left;
    std::vector<TermMistake> slips;
    pair_equal(left, slips);
    pair_bracket(left, slips);
    pair_similar(left, slips);
    for (const auto& [factors, number] : left.claim)
      slips.push_back({MistakeKind::extra, cost::extra, {{factors, number}}, {}, "this term should not be there"});
    if (!left.row.empty())
      slips.push_back({MistakeKind::missing,
                       cost::missing + cost::group_member * static_cast<double>(left.row.size() - 1),
                       {},
                       left.row,
                       left.row.size() == 1 ? "this term is missing" : "these terms are missing"});
    if (slips.empty()) return;
    double price = price_of(slips) + term_penalty(search_, whole.row, TermsFrom::row);
    if (!whole.row.empty()) price += term_penalty(search_, {{whole.divisors, Rational(1)}});
    for (const auto& [factors, number] : whole.claim)
      if (holds(factors, WordClass::acceleration)) price += cost::inertia;
    if (!search_.is_worth(price)) return;
    offer(whole, slips, price);
  }

  /// Slips of one kind are one group: the first costs all, the others little.
  static double price_of(const std::vector<TermMistake>& slips) {
    double out = 0.0;
    for (std::size_t i = 0; i < slips.size(); ++i) {
      const bool is_member =
          std::any_of(slips.begin(), slips.begin() + static_cast<std::ptrdiff_t>(i),
                      [&](const TermMistake& s) { return s.kind == slips[i].kind && s.note == slips[i].note; });
      out += is_member ? cost::group_member : slips[i].cost;
    }
    return out;
  }

  /// Equal factors, another number.
  static void pair_equal(Leftover& left, std::vector<TermMistake>& slips) {
    for (auto it = left.claim.begin(); it != left.claim.end();) {
      const auto same = left.row.find(it->first);
      if (same == left.row.end()) {
        ++it;
        continue;
      }
      const Rational k = same->second / it->second;
      TermMistake slip{MistakeKind::sign, cost::sign, {*it}, {*same}, "the sign is wrong"};
      if (!(k == Rational(-1))) {
        slip.kind = MistakeKind::factor;
        slip.cost = cost::number(k.abs()) + (k.sign() < 0 ? cost::sign : 0.0);
        slip.note = k.sign() < 0 ? "the sign and a number are wrong" : fmt::format("a factor {} is missing", k.text());
      }
      slips.push_back(std::move(slip));
      left.row.erase(same);
      it = left.claim.erase(it);
    }
  }

  /// Terms whose quotient is one or two words.
  void pair_similar(Leftover& left, std::vector<TermMistake>& slips) {
    for (auto it = left.claim.begin(); it != left.claim.end();) {
      std::optional<TermMistake> best;
      MonomialSum::iterator partner;
      for (auto other = left.row.begin(); other != left.row.end(); ++other) {
        std::optional<TermMistake> slip = compare(*it, *other);
        if (!slip || (best && best->cost <= slip->cost)) continue;
        best = std::move(slip);
        partner = other;
      }
      if (!best) {
        ++it;
        continue;
      }
      slips.push_back(std::move(*best));
      left.row.erase(partner);
      it = left.claim.erase(it);
    }
  }

  /// One term of the claim for several of the row that hold all its factors: m for m·(x″ + g) lacks a factor.
  static void pair_bracket(Leftover& left, std::vector<TermMistake>& slips) {
    if (left.claim.size() != 1 || left.row.size() < 2) return;
    const Factors& found = left.claim.begin()->first;
    const bool is_factor = std::ranges::all_of(left.row, [&found](const auto& wanted) {
      const Factors quotient = times(wanted.first, found, Rational(-1));
      return std::ranges::all_of(quotient, [](const auto& f) { return f.second.sign() > 0; });
    });
    if (!is_factor) return;
    const double price = cost::two_factors + cost::group_member * static_cast<double>(left.row.size() - 1);
    slips.push_back({MistakeKind::factor, price, std::move(left.claim), std::move(left.row), "a factor is missing"});
    left.claim.clear();
    left.row.clear();
  }

  using TermOf = MonomialSum::value_type;

  [[nodiscard]] std::optional<TermMistake> compare(const TermOf& found, const TermOf& wanted) const {
    const Factors quotient = times(wanted.first, found.first, Rational(-1));
    const Rational k = wanted.second / found.second;
    if (quotient.empty() || quotient.size() > 4) return std::nullopt;
    std::vector<Expr> up;
    std::vector<Expr> down;
    for (const auto& [base, exponent] : quotient) {
      if (!exponent.abs().is_one()) {
        if (quotient.size() > 1 || !(exponent.abs() == Rational(2))) return std::nullopt;
      }
      (exponent.sign() > 0 ? up : down).push_back(base);
    }
    TermMistake slip{MistakeKind::factor, cost::added_factor, {found}, {wanted}, "a factor is wrong"};
    if (up.size() == 1 && down.size() == 1) {
      exchange(slip, down.front(), up.front());
    } else if (up.size() == 2 && down.size() == 2) {
      slip.kind = MistakeKind::variable;
      slip.cost = cost::both_factors;
      slip.note = "two factors are wrong";
    } else if (up.size() + down.size() > 1) {
      return std::nullopt;
    }
    if (k == Rational(-1)) slip.cost += cost::sign;
    if (!k.abs().is_one()) slip.cost += cost::number(k.abs());
    return slip;
  }

  void exchange(TermMistake& slip, Expr from, Expr to) const {
    const auto word = [this](Expr e) {
      const auto& words = search_.words();
      const auto found = std::find_if(words.begin(), words.end(), [e](const NamedFactor& w) { return w.value == e; });
      return found == words.end() ? nullptr : &*found;
    };
    const NamedFactor* const a = word(from);
    const NamedFactor* const b = word(to);
    slip.kind = MistakeKind::variable;
    slip.cost = cost::other_class;
    if (a == nullptr || b == nullptr) return;
    if (!is_written(search_.claim(), from)) { // the factor comes from the row that the claim was compared with
      slip.kind = MistakeKind::factor;
      slip.note = fmt::format("a factor {}/{} is missing", text(b->written), text(a->written));
      return;
    }
    const Trial trial = swap_trial(graph_, a->written, from, *b, search_.words());
    slip.kind = trial.kind;
    slip.cost = trial.cost;
    slip.note = trial.note;
  }

  /// The claim corrected: each term where it stands, and what is missing added; where a term cannot be found as it was
  /// written, the whole row is written out.
  void offer(const Leftover& whole, std::vector<TermMistake>& slips, double price) {
    std::stable_sort(slips.begin(), slips.end(),
                     [](const TermMistake& a, const TermMistake& b) { return a.cost > b.cost; });
    Correction correction;
    std::optional<Claim> in_place = corrected_in_place(slips);
    if (in_place) {
      correction.claim = std::move(*in_place);
    } else {
      correction.claim = search_.claim();
      correction.claim.left.parts = written_terms(graph_, search_.words(), whole.scaled);
      correction.claim.right.parts = {number(graph_, Rational(0))};
      for (TermMistake& slip : slips)
        slip.is_left = slip.found.empty() || is_on_the_left(search_, search_.claim(), slip.found);
    }
    const std::optional<Expr> residual = search_.sieved(correction.claim);
    if (!residual) return;
    correction.residual = *residual;
    correction.cost = price + (in_place ? 0.0 : cost::written_anew);
    describe_first(correction, slips.front());
    correction.mistakes = 0;
    for (const TermMistake& slip : slips)
      correction.mistakes += slip.found.empty() ? slip.wanted.size() : 1;
    if (slips.size() > 1)
      for (const TermMistake& slip : slips)
        correction.all.push_back(describe(slip));
    search_.offer(std::move(correction));
  }

  std::optional<Claim> corrected_in_place(std::vector<TermMistake>& slips) {
    Claim claim = search_.claim();
    MonomialSum missing;
    for (TermMistake& slip : slips) {
      if (slip.found.empty()) {
        missing.insert(slip.wanted.begin(), slip.wanted.end());
        slip.is_left = !terms_go_right(search_, slip.wanted);
        continue;
      }
      const std::optional<bool> is_left = exchange_term(search_, claim, slip.found, slip.wanted);
      if (!is_left) return std::nullopt;
      slip.is_left = *is_left;
    }
    if (!missing.empty()) claim = with_terms(search_, std::move(claim), missing);
    const auto is_nothing = [this](const Written& side) {
      return side.parts.empty() || (side.parts.size() == 1 && side.parts[0].kind == WrittenKind::number &&
                                    graph_.is_zero(side.parts[0].value));
    };
    // A side that is gone was not what the writer meant.
    const bool loses_side = (is_nothing(claim.left) && !is_nothing(search_.claim().left)) ||
                            (is_nothing(claim.right) && !is_nothing(search_.claim().right));
    return loses_side ? std::nullopt : std::optional<Claim>(std::move(claim));
  }

  void describe_first(Correction& correction, const TermMistake& slip) {
    correction.kind = slip.kind;
    correction.note = slip.note;
    const bool is_extra = slip.kind == MistakeKind::extra;
    correction.term = dalembert::text(graph_, search_.words(), is_extra ? slip.found : slip.wanted);
    if (slip.kind != MistakeKind::missing && !is_extra)
      correction.found = dalembert::text(graph_, search_.words(), slip.found);
    correction.is_left = slip.is_left;
    if (!slip.found.empty()) correction.was = on_its_side(slip, slip.found);
    if (!slip.wanted.empty()) correction.should_be = on_its_side(slip, slip.wanted);
  }

  std::string on_its_side(const TermMistake& slip, const MonomialSum& terms) const {
    return dalembert::text(graph_, search_.words(), slip.is_left ? terms : negated(terms));
  }

  std::string describe(const TermMistake& slip) const {
    if (slip.found.empty()) return fmt::format("{} is missing", on_its_side(slip, slip.wanted));
    if (slip.wanted.empty()) return fmt::format("{} should not be there", on_its_side(slip, slip.found));
    return fmt::format("{} should be {}", on_its_side(slip, slip.found), on_its_side(slip, slip.wanted));
  }

  CorrectionSearch& search_;
  Graph& graph_;
  MonomialSum claim_;
  MonomialSum leads_;
  std::size_t products_ = 0;
};

} // namespace

void search_rows(CorrectionSearch& search, const std::vector<MotionRow>& rows) {
  if (search.claim().is_constant) return;
  constexpr std::size_t most_terms = 60;
  const Expr residual = search.motion().written_out(search.residual());
  const auto claim = multiplied_out(search.graph(), residual, most_terms);
  if (!claim || claim->empty()) return;
  Alignment alignment(search, *claim);
  for (const MotionRow& row : rows)
    if (row.terms.size() <= most_terms) alignment.with(row);
  // Products of sines and cosines have many forms; as sines and cosines of sums of angles they have one.
  Alignment of_sinusoids(search, as_sinusoids(search.graph(), *claim));
  for (const MotionRow& row : rows)
    if (row.terms.size() <= most_terms) of_sinusoids.with({row.fact, as_sinusoids(search.graph(), row.terms)});
}

} // namespace claims
} // namespace dalembert
