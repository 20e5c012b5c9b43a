#include <dalembert/claims/edit_costs.h>
#include <dalembert/claims/missing_terms.h>
#include <dalembert/claims/term_names.h>
#include <dalembert/exact/rational_guess.h>
#include <dalembert/expr/depends.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace dalembert {
inline namespace claims {

namespace {

class MissingSearch {
public:
  MissingSearch(CorrectionSearch& search, const std::vector<MotionRow>& rows)
      : search_(search), graph_(search.graph()) {
    for (const MotionRow& row : rows)
      add_monomials(row.terms);
    if (const auto own = multiplied_out(graph_, search.motion().written_out(search.residual()))) add_monomials(*own);
    add_written(search.claim().left);
    add_written(search.claim().right);
    known_ = search.known_words();
  }

  void run() {
    if (monomials_.empty() || search_.is_multiple_of_term(search_.defect())) return;
    const Residue wanted = -search_.defect();
    look(wanted, {}, Residue(1), 0.0);
    for (const KnownWord& a : known_) {
      look(wanted, factors(a, 1), a.inverse, cost::one_scale);
      look(wanted, factors(a, -1), a.value, cost::one_scale);
    }
    if (search_.is_worth(cost::missing + 2 * cost::one_scale)) with_quotients(wanted);
    if (search_.is_worth(cost::missing + cost::another_number)) with_any_number(wanted);
    if (search_.is_worth(cost::missing + cost::second_missing)) two_terms(wanted);
    if (search_.is_definition()) whole_defect();
    if (search_.is_worth(cost::missing + cost::new_number)) with_names();
  }

  /// Any product of up to four quantities.
  void with_names() {
    const std::optional<Residue> second = search_.value_at(search_.residual(), 1);
    if (!second) return;
    TermNames names(search_);
    for (const NamedProduct& name : names.find(-search_.defect(), -*second)) {
      const double number = cost::missing_number(name.number);
      offer({{name.factors, name.number}},
            cost::missing + cost::new_number + number + cost::each_quantity * static_cast<double>(name.factors.size()));
    }
  }

private:
  void add_monomials(const MonomialSum& terms) {
    for (const auto& [factors, number] : terms) {
      std::optional<Residue> value = value_of_factors(factors);
      if (!value || value->is_zero()) continue;
      for (const Rational& size : {number.abs(), Rational(1)})
        monomials_.try_emplace((*value * residue_of(size)).value(), factors, size);
    }
  }

  /// True for names, which stand for more than is written, and derivatives of brackets.
  [[nodiscard]] bool hides_terms(const Written& w) const {
    return (w.kind == WrittenKind::name && graph_.kind(w.value) != NodeKind::symbol) || w.kind == WrittenKind::rate ||
           std::any_of(w.parts.begin(), w.parts.end(),
                       [](const Written& part) { return part.kind == WrittenKind::rate; });
  }

  /// The terms as they stand, each multiplied out.
  void add_written(const Written& side) {
    for (const Written& term : side.parts) {
      if (hides_terms(term)) continue;
      try {
        const Expr value = value_of(graph_, search_.motion().rates(), term);
        if (const auto own = multiplied_out(graph_, search_.motion().written_out(value)))
          for (const auto& [factors, number] : *own)
            if (const std::optional<Residue> there = value_of_factors(factors)) own_.insert(there->value());
      } catch (const std::domain_error&) {
        return;
      }
    }
  }

  std::optional<Residue> value_of_factors(const Factors& factors) {
    std::vector<Factor> all;
    all.reserve(factors.size());
    for (const auto& [base, exponent] : factors)
      all.push_back({base, graph_.intern(exponent)});
    return search_.value(graph_.product(all));
  }

  static Factors factors(const KnownWord& a, int exponent) { return {{a.word->value, Rational(exponent)}}; }

  /// A row monomial times one word and by another.
  void with_quotients(Residue wanted) {
    for (const KnownWord& a : known_)
      for (const KnownWord& b : known_)
        if (&a != &b) look(wanted, times(factors(a, 1), factors(b, -1)), a.inverse * b.value, 2 * cost::one_scale);
  }

  static bool is_small(const KnownWord& a) {
    return a.word->kind == WordClass::parameter || a.word->kind == WordClass::coordinate;
  }

  /// Compares wanted / scale with the monomials, in simple multiples.
  void look(Residue wanted, const Factors& scale, Residue scale_inverse, double price) {
    static const std::array<Rational, 6> numbers{Rational(1),  Rational(-1),   Rational(2),
                                                 Rational(-2), Rational(1, 2), Rational(-1, 2)};
    static const std::vector<Residue> inverses = [] {
      std::vector<Residue> of;
      for (const Rational& number : numbers)
        of.push_back(residue_of(number.inverse()));
      return of;
    }();
    const Residue sought = wanted * scale_inverse;
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      const Rational& number = numbers[n];
      const auto found = monomials_.find((sought * inverses[n]).value());
      if (found == monomials_.end()) continue;
      MonomialSum term;
      term.emplace(times(found->second.first, scale), found->second.second * number);
      offer(term, cost::missing + price);
    }
  }

  /// A row monomial, perhaps times or by one word, with any small number.
  void with_any_number(Residue wanted) {
    for (const auto& [value, monomial] : monomials_) {
      if (!monomial.second.is_one()) continue;
      const Residue inverse = *Residue(value).inverse();
      try_number(wanted * inverse, monomial.first, nullptr, 0);
      for (const KnownWord& word : known_) {
        try_number(wanted * inverse * word.inverse, monomial.first, &word, 1);
        try_number(wanted * inverse * word.value, monomial.first, &word, -1);
      }
    }
  }

  void try_number(Residue number, const Factors& monomial, const KnownWord* word, int exponent) {
    constexpr std::int64_t largest = 32;
    const std::optional<Rational> fraction = small_fraction(number, largest);
    if (!fraction || fraction->is_zero()) return;
    const double price = word == nullptr ? 0.0 : cost::each_quantity;
    const Factors all = word == nullptr ? monomial : times(monomial, factors(*word, exponent));
    const bool is_usual = fraction->numerator().abs().is_one() || fraction->is_integer();
    offer({{all, *fraction}}, cost::missing + cost::another_number + price + (is_usual ? 0.0 : cost::odd_number));
  }

  /// All that a definition lacks, multiplied out.
  void whole_defect() {
    constexpr std::size_t most = 8;
    const auto defect = multiplied_out(graph_, search_.motion().written_out(search_.residual()), most);
    if (!defect || defect->size() < 2) return;
    MonomialSum terms;
    for (const auto& [factors, number] : *defect)
      terms.emplace(factors, -number);
    offer(terms, cost::missing + cost::group_member * static_cast<double>(terms.size() - 1));
  }

  struct Candidate {
    Factors factors;
    Rational number;
  };

  /// Two terms x + y: every row monomial, multiplied or divided by one small word, is an x; y is looked up.
  void two_terms(Residue wanted) {
    std::unordered_map<std::uint64_t, Candidate> all;
    const auto add = [&all](Residue value, const Candidate& candidate) {
      all.try_emplace((-value).value(), Candidate{candidate.factors, -candidate.number});
      all.try_emplace(value.value(), candidate);
    };
    for (const auto& [value, monomial] : monomials_) {
      add(Residue(value), {monomial.first, monomial.second});
      for (const KnownWord& word : known_) {
        if (!is_small(word)) continue;
        add(Residue(value) * word.value, {times(monomial.first, factors(word, 1)), monomial.second});
        add(Residue(value) * word.inverse, {times(monomial.first, factors(word, -1)), monomial.second});
      }
    }
    for (const auto& [value, x] : all) {
      const auto y = all.find((wanted - Residue(value)).value());
      if (y == all.end() || y->second.factors <= x.factors) continue;
      offer({{x.factors, x.number}, {y->second.factors, y->second.number}}, cost::missing + cost::second_missing);
    }
  }

  void offer(const MonomialSum& term, double price) {
    // A term that is there already has a wrong number, not a missing twin.
    const bool is_there = std::any_of(term.begin(), term.end(), [this](const auto& t) {
      const std::optional<Residue> value = value_of_factors(t.first);
      return value && own_.contains(value->value());
    });
    if (is_there || !is_linear(term)) return;
    const double cost = price + term_penalty(search_, term);
    if (!search_.is_worth(cost)) return;
    Correction correction;
    correction.claim = with_terms(search_, search_.claim(), term);
    const std::optional<Expr> residual = search_.sieved(correction.claim);
    if (!residual) return;
    correction.residual = *residual;
    correction.kind = MistakeKind::missing;
    correction.cost = cost;
    correction.term = text(graph_, search_.words_and_brackets(), term);
    correction.mistakes = term.size();
    correction.note = term.size() == 1 ? "this term is missing" : "these terms are missing";
    correction.is_left = !terms_go_right(search_, term);
    correction.should_be = text(graph_, search_.words_and_brackets(), correction.is_left ? term : negated(term));
    search_.offer(std::move(correction));
  }

  /// At most one acceleration or multiplier in a product, above the fraction bar.
  bool is_linear(const MonomialSum& terms) {
    return std::ranges::all_of(terms, [this](const auto& term) {
      Rational order;
      for (const auto& [base, exponent] : term.first) {
        if (!search_.holds_acceleration(base) && !search_.holds_force(base)) continue;
        if (exponent.sign() < 0) return false;
        order += exponent;
      }
      return order <= Rational(1);
    });
  }

  CorrectionSearch& search_;
  Graph& graph_;
  std::vector<KnownWord> known_;
  std::unordered_set<std::uint64_t> own_; ///< values of the terms of the claim, without their numbers
  std::unordered_map<std::uint64_t, std::pair<Factors, Rational>> monomials_; ///< by value, numbers positive
};

bool is_single_name(const Written& side) {
  return side.parts.size() == 1 && side.parts.front().kind == WrittenKind::name && !side.parts.front().inverse;
}

bool is_nothing(const Graph& graph, const Written& side) {
  return side.parts.size() == 1 && side.parts.front().kind == WrittenKind::number &&
         graph.is_zero(side.parts.front().value);
}

} // namespace

void search_missing(CorrectionSearch& search, const std::vector<MotionRow>& rows) {
  if (search.claim().is_constant) return;
  MissingSearch(search, rows).run();
}

MonomialSum negated(MonomialSum terms) {
  for (auto& [factors, number] : terms)
    number = -number;
  return terms;
}

bool terms_go_right(CorrectionSearch& search, const MonomialSum& terms) {
  const Claim& claim = search.claim();
  if (is_nothing(search.graph(), claim.left)) return false;
  if (is_single_name(claim.left)) return true;
  // m·x″ = F: forces go to the forces.
  const auto holds_acceleration = [&search](const Written& term) {
    const std::optional<Expr> own = search.expression(term);
    return own && search.holds_acceleration(*own);
  };
  const bool is_new_inertia = std::ranges::any_of(terms, [&search](const auto& term) {
    return std::ranges::any_of(term.first, [&](const auto& f) { return search.holds_acceleration(f.first); });
  });
  return !is_new_inertia && !is_nothing(search.graph(), claim.right) &&
         std::ranges::all_of(claim.left.parts, holds_acceleration);
}

Claim with_terms(CorrectionSearch& search, Claim claim, const MonomialSum& terms) {
  const bool on_right = terms_go_right(search, terms);
  Written& side = on_right ? claim.right : claim.left;
  if (is_nothing(search.graph(), side)) side.parts.clear();
  for (Written& term : written_terms(search.graph(), search.words_and_brackets(), terms)) {
    term.inverse = term.inverse != on_right;
    side.parts.push_back(std::move(term));
  }
  return claim;
}

namespace {

bool names_word(const Written& w, Expr value) {
  return w.value == value ||
         std::ranges::any_of(w.parts, [value](const Written& part) { return names_word(part, value); });
}

/// True where `part` of `w` stands below a fraction bar.
bool divides(const Written& w, const Written& part) {
  return w.kind == WrittenKind::product && part.inverse;
}

bool divides_by(const Written& w, Expr value, bool is_below) {
  if (w.kind == WrittenKind::name && w.value == value && is_below) return true;
  return std::ranges::any_of(
      w.parts, [&](const Written& part) { return divides_by(part, value, is_below || divides(w, part)); });
}

} // namespace

double term_penalty(CorrectionSearch& search, const MonomialSum& terms, TermsFrom from) {
  double out = 0.0;
  const Claim& claim = search.claim();
  const bool has_force = search.holds_force(search.residual());
  std::set<std::pair<Expr, bool>> seen; // bases, below the bar or not
  for (const auto& [factors, number] : terms)
    for (const auto& [base, exponent] : factors) {
      if (!seen.emplace(base, exponent.sign() < 0).second) continue;
      const Expr sought = base;
      const auto& words = search.words_and_brackets();
      const auto word =
          std::find_if(words.begin(), words.end(), [sought](const NamedFactor& w) { return w.value == sought; });
      const WordClass kind = word == words.end() ? WordClass::let : word->kind;
      const auto stands_in = [&](const auto& test) { return test(claim.left) || test(claim.right); };
      const bool is_made_up = from == TermsFrom::words;
      if (exponent.sign() < 0 && is_made_up) {
        out += cost::below(kind);
        if (!stands_in([sought](const Written& side) { return divides_by(side, sought, false); }))
          out += cost::new_denominator;
      } else if (kind == WordClass::let && is_made_up) {
        if (!stands_in([sought](const Written& side) { return names_word(side, sought); })) out += cost::unnamed_let;
      }
      if (kind == WordClass::force && !has_force) out += cost::new_force;
      if (kind == WordClass::acceleration)
        out += depends(search.graph(), search.residual(), sought) ? cost::missing_inertia : cost::new_inertia;
    }
  return out;
}

} // namespace claims
} // namespace dalembert
