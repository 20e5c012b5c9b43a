#include <dalembert/claims/claim_edits.h>
#include <dalembert/claims/edit_costs.h>
#include <dalembert/claims/edit_place.h>
#include <dalembert/claims/missing_terms.h>
#include <dalembert/claims/term_factors.h>
#include <dalembert/claims/term_multiples.h>
#include <dalembert/claims/term_names.h>
#include <dalembert/claims/wanted_value.h>
#include <dalembert/exact/rational_guess.h>

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

namespace dalembert {
inline namespace claims {

namespace {

/// A term before it is changed.
struct TermBefore {
  std::string in_difference;
  std::string on_its_side;
};

class EditWalk {
public:
  explicit EditWalk(CorrectionSearch& search) : search_(search), graph_(search.graph()), work_(search.claim()) {}

  void run() {
    side(work_.left, true);
    if (!work_.is_constant) side(work_.right, false);
  }

private:
  void side(Written& sum, bool is_left) {
    EditPlace place;
    place.is_left = is_left;
    place.is_negative = !is_left;
    terms(sum, place);
  }

  void terms(Written& sum, const EditPlace& outer) {
    for (std::size_t i = 0; i < sum.parts.size(); ++i) {
      EditPlace place = outer;
      if (!outer.is_bent) {
        place.term = &sum.parts[i];
        place.is_negative = outer.is_negative != sum.parts[i].inverse;
      }
      place.penalty = term_penalty(sum, i, outer);
      if (is_zero_number(graph_, sum.parts[i])) continue;
      edit_term(sum, i, place);
      walk(sum.parts[i], place);
    }
  }

  double term_penalty(const Written& sum, std::size_t index, const EditPlace& outer) {
    const Written& term = sum.parts[index];
    double out = outer.is_in_bracket ? cost::inside_bracket : 0.0;
    if (index == 0) out += cost::first_term;
    const bool is_only_name = !outer.is_in_bracket && outer.is_left && sum.parts.size() == 1 &&
                              term.kind == WrittenKind::name && !work_.is_constant;
    if (is_only_name) out += cost::name_on_the_left;
    const std::optional<Expr> value = search_.expression(term);
    if (value && search_.holds_acceleration(*value)) out += cost::inertia;
    return out;
  }

  // ---- trying

  [[nodiscard]] TermBefore found_at(const EditPlace& place) const {
    return {signed_text(graph_, place, SignOf::difference, sign_flipped_),
            signed_text(graph_, place, SignOf::side, sign_flipped_)};
  }

  /// Looks at the claim as `work_` stands now; keeps it if it is true. `found`: the term before the change.
  bool attempt(const EditPlace& place, const Trial& trial, const TermBefore& found) {
    const double price = trial.cost + place.penalty;
    if (!search_.is_worth(price)) return false;
    const std::optional<Expr> residual = search_.sieved(work_);
    if (!residual) return false;
    Correction correction;
    correction.claim = work_;
    correction.residual = *residual;
    correction.kind = trial.kind;
    correction.cost = price;
    correction.found = found.in_difference;
    correction.was = found.on_its_side;
    const bool is_dropped = trial.kind == MistakeKind::extra && !place.is_bent;
    correction.term = is_dropped ? found.in_difference : signed_text(graph_, place, SignOf::difference, sign_flipped_);
    if (!is_dropped) correction.should_be = signed_text(graph_, place, SignOf::side, sign_flipped_);
    correction.is_left = place.is_left;
    correction.note = trial.note;
    correction.changes_dots = trial.changes_dots;
    correction.is_small_angle = trial.is_small_angle;
    search_.offer(std::move(correction));
    return true;
  }

  /// Changes `node` to `by`, looks, and changes it back.
  bool attempt_with(Written& node, Written by, const EditPlace& place, const Trial& trial) {
    const TermBefore found = found_at(place);
    std::swap(node, by);
    node.inverse = by.inverse;
    const bool is_good = attempt(place, trial, found);
    std::swap(node, by);
    return is_good;
  }

  /// The same for a whole term, whose sign goes over to the sum.
  void attempt_term(Written& term, TermEdit edit, const EditPlace& place) {
    const TermBefore found = found_at(place);
    std::swap(term, edit.term);
    term.inverse = edit.term.inverse != edit.flips;
    sign_flipped_ = edit.flips;
    attempt(place, edit.trial, found);
    sign_flipped_ = false;
    std::swap(term, edit.term);
  }

  // ---- a whole term

  void edit_term(Written& sum, std::size_t index, const EditPlace& place) {
    const Trial sign{MistakeKind::sign, cost::sign, "the sign is wrong"};
    Written& term = sum.parts[index];
    const TermBefore found = found_at(place);
    term.inverse = !term.inverse;
    sign_flipped_ = true;
    const bool is_good = attempt(place, sign, found);
    sign_flipped_ = false;
    term.inverse = !term.inverse;
    if (is_good) return;
    const std::vector<Multiples> multiples =
        place.is_bent ? wanted_multiples_below(search_, work_, sum, index) : wanted_multiples(search_, work_, term);
    for (const Multiples& k : multiples)
      edit_multiple(sum, index, place, k);
    if (!multiples.empty() || !place.is_bent) return;
    for (const Rational& k : {Rational(2), Rational(1, 2), Rational(3), Rational(1, 3)})
      attempt_with(term, scaled(graph_, term, k), place, number_trial(k));
  }

  static Trial number_trial(const Rational& k) {
    const bool is_part = k.numerator().is_one() && !k.is_integer();
    return {MistakeKind::factor, cost::number(k),
            is_part          ? fmt::format("too large by a factor {}", k.inverse().text())
            : k.is_integer() ? fmt::format("a factor {} is missing", k.text())
                             : fmt::format("the number should be {} times as large", k.text())};
  }

  /// Replaces a term by its multiple k, read as a number or as a product of quantities.
  void edit_multiple(Written& sum, std::size_t index, const EditPlace& place, const Multiples& k) {
    if (k.first.is_zero()) {
      drop(sum, index, place);
      return;
    }
    if (const std::optional<Rational> number = small_fraction(k.first)) {
      if (*number == Rational(-1) || number->is_one()) return;
      Trial trial = number_trial(*number);
      if (number->sign() < 0) {
        trial.cost = cost::number(-*number) + cost::sign;
        trial.note = "the sign and a number are wrong";
      }
      attempt_term(sum.parts[index], {scaled(graph_, sum.parts[index], number->abs()), trial, number->sign() < 0},
                   place);
      return;
    }
    if (work_.is_constant) return; // another quantity is no correction of this one
    for (TermEdit& edit : search_factors(search_, sum.parts[index], k, names()))
      attempt_term(sum.parts[index], std::move(edit), place);
  }

  TermNames& names() {
    if (!names_) names_.emplace(search_);
    return *names_;
  }

  /// The term round a part that is not linear in it; nothing for other parts.
  [[nodiscard]] TermBefore bent_term(const EditPlace& place) const {
    return place.is_bent ? found_at(place) : TermBefore();
  }

  /// One term that a bracket lacks, from the value that the bracket should have.
  void add_term(Written& sum, const EditPlace& outer, const TermBefore& before) {
    if (search_.is_multiple_of_term(search_.defect())) return;
    if (work_.is_constant || outer.is_under_rate || !search_.is_worth(cost::missing + cost::inside_bracket)) return;
    const std::optional<Expr> whole = search_.expression(sum);
    if (!whole) return;
    const std::optional<Residue> first = search_.value_at(*whole, 0);
    const std::optional<Residue> second = search_.value_at(*whole, 1);
    if (!first || !second) return;
    const std::vector<Residue> at_second = wanted_values(search_, work_, sum, 1);
    if (at_second.empty()) return;
    for (const Residue wanted : wanted_values(search_, work_, sum, 0)) {
      if (is_multiple_of_part(search_, sum, wanted - *first)) continue;
      for (const Residue other : at_second)
        for (const NamedProduct& name : names().find(wanted - *first, other - *second))
          attempt_new_term(sum, name, outer, before);
    }
  }

  /// The same for a part that is no sum yet: √(x²) may lack y², √(g·h) a factor 2.
  void edit_as_sum(Written& node, const EditPlace& outer, bool may_lack_term) {
    if (node.kind == WrittenKind::sum || node.kind == WrittenKind::number) return;
    const TermBefore before = bent_term(outer);
    Written sum;
    sum.kind = WrittenKind::sum;
    sum.inverse = node.inverse;
    node.inverse = false;
    sum.parts.push_back(std::move(node));
    node = std::move(sum);
    EditPlace place = outer;
    place.is_in_bracket = true;
    if (may_lack_term) add_term(node, place, before);
    place.penalty = term_penalty(node, 0, place);
    edit_term(node, 0, place);
    Written single = std::move(node.parts.front());
    single.inverse = node.inverse;
    node = std::move(single);
  }

  void attempt_new_term(Written& sum, const NamedProduct& name, const EditPlace& outer, const TermBefore& before) {
    const MonomialSum polynomial{{name.factors, name.number}};
    const double price = cost::missing + cost::missing_number(name.number) +
                         cost::each_quantity * static_cast<double>(name.factors.size());
    Written term = written(graph_, search_.words_and_brackets(), name.factors, name.number.abs());
    term.inverse = name.number.sign() < 0;
    sum.parts.push_back(std::move(term));
    EditPlace place = outer;
    if (!outer.is_bent) {
      place.term = &sum.parts.back();
      place.is_negative = outer.is_negative != sum.parts.back().inverse;
    }
    place.penalty = (outer.is_in_bracket ? cost::inside_bracket : 0.0) + dalembert::term_penalty(search_, polynomial);
    attempt(place, {MistakeKind::missing, price, outer.is_bent ? "a term is missing" : "this term is missing"}, before);
    sum.parts.pop_back();
  }

  /// Takes a term out and puts it back; the parts stay where they are in memory, since places point to them.
  void drop(Written& sum, std::size_t index, const EditPlace& place) {
    const Trial trial{MistakeKind::extra, cost::extra,
                      place.is_bent ? "a term should not be there" : "this term should not be there"};
    const TermBefore found = found_at(place);
    const auto at = sum.parts.begin() + static_cast<std::ptrdiff_t>(index);
    const bool is_only = sum.parts.size() == 1;
    Written taken = std::move(*at);
    if (is_only)
      *at = number(graph_, Rational(0));
    else
      sum.parts.erase(at);
    EditPlace here = place;
    if (!place.is_bent) here.term = &taken;
    attempt(here, trial, found);
    if (is_only)
      sum.parts.front() = std::move(taken);
    else
      sum.parts.insert(sum.parts.begin() + static_cast<std::ptrdiff_t>(index), std::move(taken));
  }

  // ---- inside a term

  void walk(Written& node, EditPlace place) {
    if (work_.is_constant && node.kind != WrittenKind::sum && node.kind != WrittenKind::product) return;
    switch (node.kind) {
    case WrittenKind::sum:
      place.is_in_bracket = true;
      terms(node, place);
      add_term(node, place, bent_term(place));
      return;
    case WrittenKind::product:
      for (std::size_t i = 0; i < node.parts.size(); ++i) {
        if (!work_.is_constant) edit_factor(node, i, place);
        EditPlace inner = place;
        inner.is_bent = place.is_bent || node.parts[i].inverse;
        if (node.parts[i].kind == WrittenKind::sum && !node.parts[i].inverse)
          for (std::size_t k = 0; k < node.parts.size(); ++k)
            if (k != i) inner.outer.push_back({&node.parts[k], k < i});
        walk(node.parts[i], inner);
        if (node.parts[i].inverse) edit_as_sum(node.parts[i], inner, true);
      }
      return;
    case WrittenKind::power:
      edit_power(node, place);
      place.is_bent = true;
      walk(node.parts[0], place);
      edit_as_sum(node.parts[0], place, true);
      return;
    case WrittenKind::function:
      edit_function(node, place);
      place.is_bent = true;
      walk(node.parts[0], place);
      edit_as_sum(node.parts[0], place, node.function != Function::sin && node.function != Function::cos);
      return;
    case WrittenKind::rate:
      place.is_under_rate = true;
      walk(node.parts[0], place);
      return;
    case WrittenKind::name:
      edit_name(node, place);
      return;
    case WrittenKind::number:
      return;
    }
  }

  /// Drops a factor, or moves it across the fraction bar.
  void edit_factor(Written& product, std::size_t index, const EditPlace& place) {
    const TermBefore found = found_at(place);
    const Written before = product.parts[index];
    const bool is_number = before.kind == WrittenKind::number;
    const std::string name = before.kind == WrittenKind::sum ? "(" + text(before) + ")" : text(before);
    product.parts[index].inverse = !before.inverse;
    attempt(place,
            {MistakeKind::factor, cost::inverted,
             fmt::format("{} belongs in the {}", name, before.inverse ? "numerator" : "denominator")},
            found);
    product.parts[index].inverse = before.inverse;
    if (is_number || product.parts.size() < 2) return;
    product.parts.erase(product.parts.begin() + static_cast<std::ptrdiff_t>(index));
    attempt(place, {MistakeKind::factor, cost::dropped_factor, fmt::format("the factor {} should not be there", name)},
            found);
    product.parts.insert(product.parts.begin() + static_cast<std::ptrdiff_t>(index), before);
  }

  void edit_power(Written& power, const EditPlace& place) {
    const std::optional<Expr> value = search_.expression(power.parts[1]);
    if (!value || !graph_.is_number(*value)) return;
    const Rational exponent = graph_.number(*value);
    std::vector<Rational> others{exponent + Rational(1), exponent - Rational(1)};
    if (!exponent.is_integer()) {
      others.push_back(-exponent);
      others.push_back(exponent * Rational(2));
    }
    for (const Rational& changed : others) {
      Written by = power;
      if (changed.is_one())
        by = power.parts[0];
      else if (changed.is_zero())
        by = number(graph_, Rational(1));
      else
        by.parts[1] = number(graph_, changed);
      attempt_with(power, std::move(by), place,
                   {MistakeKind::factor, cost::power, fmt::format("the power should be {}", changed.text())});
    }
  }

  void edit_function(Written& node, const EditPlace& place) {
    if (node.function != Function::sin && node.function != Function::cos) return;
    Written by = node;
    const bool is_sine = node.function == Function::sin;
    by.function = is_sine ? Function::cos : Function::sin;
    by.text = is_sine ? "cos" : "sin";
    attempt_with(
        node, std::move(by), place,
        {MistakeKind::function, cost::function, is_sine ? "sine instead of cosine" : "cosine instead of sine"});
  }

  /// Other names, dots more or less.
  void edit_name(Written& name, const EditPlace& place) {
    for (const int step : {1, -1}) {
      if (name.dots + step < 0 || name.dots + step > 2) continue;
      Written by = name;
      by.dots += step;
      if (graph_.is_zero(search_.motion().rates().of(name.value))) continue;
      attempt_with(name, std::move(by), place,
                   {MistakeKind::variable, cost::dot, step > 0 ? "a dot is missing" : "one dot too many", true});
    }
    const std::optional<Expr> own = search_.expression(name);
    if (!own) return;
    const auto dimension = search_.dimensions().of(*own);
    for (const NamedFactor& word : search_.words()) {
      if (word.kind == WordClass::sinusoid || word.value == *own) continue;
      const auto other = search_.dimensions().of(word.value);
      if (dimension && other && !(*dimension == *other)) continue;
      attempt_with(name, word.written, place, swap_trial(graph_, name, *own, word, search_.words()));
    }
  }

  CorrectionSearch& search_;
  Graph& graph_;
  Claim work_;
  bool sign_flipped_ = false;
  std::optional<TermNames> names_;
};

} // namespace

void search_edits(CorrectionSearch& search) {
  EditWalk(search).run();
}

} // namespace claims
} // namespace dalembert
