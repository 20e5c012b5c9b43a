#include <dalembert/analysis/claim_edits.h>
#include <dalembert/analysis/edit_costs.h>
#include <dalembert/analysis/rational_guess.h>
#include <dalembert/analysis/term_factors.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dalembert {

namespace {

/// Where an edit happens: which side, in which additive term, under what.
struct Place {
  bool is_left = true;
  Written* term = nullptr;  ///< the innermost additive term
  bool is_negative = false; ///< of that term in left − right, as far as sums on the way say
  double penalty = 0.0;
  std::vector<const Written*> outer; ///< the factors by which the bracket round that term is multiplied
  bool is_in_bracket = false;
  bool is_bent = false; ///< under a power, a function or a fraction bar: the residual is not linear here
};

class EditWalk {
public:
  explicit EditWalk(MendSearch& search) : search_(search), graph_(search.graph()), work_(search.claim()) {}

  void run() {
    side(work_.left, true);
    if (!work_.is_constant) side(work_.right, false);
  }

private:
  void side(Written& sum, bool is_left) {
    Place place;
    place.is_left = is_left;
    place.is_negative = !is_left;
    terms(sum, place);
  }

  void terms(Written& sum, const Place& outer) {
    for (std::size_t i = 0; i < sum.parts.size(); ++i) {
      Place place = outer;
      place.term = &sum.parts[i];
      place.is_negative = outer.is_negative != sum.parts[i].inverse;
      place.penalty = term_penalty(sum, i, outer);
      if (is_zero_number(sum.parts[i])) continue;
      edit_term(sum, i, place);
      walk(sum.parts[i], place);
    }
  }

  [[nodiscard]] bool is_zero_number(const Written& w) const {
    return w.kind == WrittenKind::number && graph_.is_zero(w.value);
  }

  double term_penalty(const Written& sum, std::size_t index, const Place& outer) {
    const Written& term = sum.parts[index];
    double out = outer.is_in_bracket ? cost::inside_bracket : 0.0;
    if (index == 0) out += cost::first_term;
    const bool is_only_name = !outer.is_in_bracket && outer.is_left && sum.parts.size() == 1 &&
                              term.kind == WrittenKind::name && !work_.is_constant;
    if (is_only_name) out += cost::name_on_the_left;
    const std::optional<Expr> value = term_value(term);
    if (value && search_.holds_acceleration(*value)) out += cost::inertia;
    return out;
  }

  std::optional<Expr> term_value(const Written& term) {
    try {
      return value_of(graph_, search_.motion().rates(), term);
    } catch (const std::domain_error&) {
      return std::nullopt;
    }
  }

  // ---- trying

  [[nodiscard]] std::string signed_text(const Place& place) const {
    Written whole;
    whole.kind = WrittenKind::product;
    for (const Written* factor : place.outer)
      whole.parts.push_back(*factor);
    if (place.term->kind == WrittenKind::product) {
      for (const Written& factor : place.term->parts)
        whole.parts.push_back(factor);
    } else {
      whole.parts.push_back(*place.term);
      whole.parts.back().inverse = false;
    }
    if (!place.outer.empty()) whole = scaled(graph_, whole, Rational(1));
    const std::string body = text(whole);
    return place.is_negative != sign_flipped_ ? "-" + body : body;
  }

  /// Looks at the claim as `work_` stands now; keeps it if it is true. `found`: the term before the change.
  bool attempt(const Place& place, const Trial& trial, const std::string& found) {
    const double price = trial.cost + place.penalty;
    if (!search_.is_worth(price)) return false;
    const std::optional<Expr> residual = search_.sieved(work_);
    if (!residual) return false;
    Mend mend;
    mend.claim = work_;
    mend.residual = *residual;
    mend.kind = trial.kind;
    mend.cost = price;
    mend.found = found;
    mend.term = trial.kind == MistakeKind::extra ? found : signed_text(place);
    mend.is_left = place.is_left;
    mend.note = trial.note;
    search_.offer(std::move(mend));
    return true;
  }

  /// Changes `node` to `by`, looks, and changes it back.
  bool attempt_with(Written& node, Written by, const Place& place, const Trial& trial) {
    const std::string found = signed_text(place);
    std::swap(node, by);
    node.inverse = by.inverse;
    const bool is_good = attempt(place, trial, found);
    std::swap(node, by);
    return is_good;
  }

  /// The same for a whole term, whose sign goes over to the sum.
  void attempt_term(Written& term, TermEdit edit, const Place& place) {
    const std::string found = signed_text(place);
    std::swap(term, edit.term);
    term.inverse = edit.term.inverse != edit.flips;
    sign_flipped_ = edit.flips;
    attempt(place, edit.trial, found);
    sign_flipped_ = false;
    std::swap(term, edit.term);
  }

  // ---- a whole term

  void edit_term(Written& sum, std::size_t index, const Place& place) {
    const Trial sign{MistakeKind::sign, cost::sign, "the sign is wrong"};
    Written& term = sum.parts[index];
    const std::string found = signed_text(place);
    term.inverse = !term.inverse;
    sign_flipped_ = true;
    const bool is_good = attempt(place, sign, found);
    sign_flipped_ = false;
    term.inverse = !term.inverse;
    if (is_good) return;
    if (place.is_bent) {
      for (const Rational& k : {Rational(2), Rational(1, 2)})
        attempt_with(term, scaled(graph_, term, k), place, number_trial(k));
      return;
    }
    edit_multiple(sum, index, place);
  }

  static Trial number_trial(const Rational& k) {
    return {MistakeKind::factor, cost::number(k), fmt::format("a factor {} is missing", k.text())};
  }

  /// Finds the multiple k of a term that makes the claim true where the residual is linear in the term.
  void edit_multiple(Written& sum, std::size_t index, const Place& place) {
    const std::optional<Residue> k = wanted_multiple(sum.parts[index]);
    if (!k) return;
    if (k->is_zero()) {
      drop(sum, index, place);
      return;
    }
    if (const std::optional<Rational> number = small_fraction(*k)) {
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
    if (work_.is_constant) return; // another quantity is no mend of this one
    for (TermEdit& edit : search_factors(search_, sum.parts[index], *k))
      attempt_term(sum.parts[index], std::move(edit), place);
  }

  std::optional<Residue> wanted_multiple(Written& term) {
    Written nothing = number(graph_, Rational(0));
    nothing.inverse = term.inverse;
    std::swap(term, nothing);
    const std::optional<Expr> rest = residual_of(search_.motion(), work_);
    std::swap(term, nothing);
    const std::optional<Residue> r0 = rest ? search_.value(*rest) : std::nullopt;
    if (!r0) return std::nullopt;
    const std::optional<Residue> inverse = (*r0 - search_.defect()).inverse();
    return inverse ? std::optional<Residue>(*r0 * *inverse) : std::nullopt;
  }

  /// Takes a term out and puts it back; the parts stay where they are in memory, since places point to them.
  void drop(Written& sum, std::size_t index, const Place& place) {
    const Trial trial{MistakeKind::extra, cost::extra, "this term should not be there"};
    const std::string found = signed_text(place);
    const auto at = sum.parts.begin() + static_cast<std::ptrdiff_t>(index);
    const bool is_only = sum.parts.size() == 1;
    Written taken = std::move(*at);
    if (is_only)
      *at = number(graph_, Rational(0));
    else
      sum.parts.erase(at);
    Place here = place;
    here.term = &taken;
    attempt(here, trial, found);
    if (is_only)
      sum.parts.front() = std::move(taken);
    else
      sum.parts.insert(sum.parts.begin() + static_cast<std::ptrdiff_t>(index), std::move(taken));
  }

  // ---- inside a term

  void walk(Written& node, Place place) {
    if (work_.is_constant && node.kind != WrittenKind::sum && node.kind != WrittenKind::product) return;
    switch (node.kind) {
    case WrittenKind::sum:
      place.is_in_bracket = true;
      terms(node, place);
      return;
    case WrittenKind::product:
      for (std::size_t i = 0; i < node.parts.size(); ++i) {
        if (!work_.is_constant) edit_factor(node, i, place);
        Place inner = place;
        inner.is_bent = place.is_bent || node.parts[i].inverse;
        if (node.parts[i].kind == WrittenKind::sum && !node.parts[i].inverse)
          for (std::size_t k = 0; k < node.parts.size(); ++k)
            if (k != i) inner.outer.push_back(&node.parts[k]);
        walk(node.parts[i], inner);
      }
      return;
    case WrittenKind::power:
      edit_power(node, place);
      place.is_bent = true;
      place.outer.clear();
      walk(node.parts[0], place);
      return;
    case WrittenKind::function:
      edit_function(node, place);
      place.is_bent = true;
      walk(node.parts[0], place);
      return;
    case WrittenKind::rate:
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
  void edit_factor(Written& product, std::size_t index, const Place& place) {
    const std::string found = signed_text(place);
    const Written kept = product.parts[index];
    const bool is_number = kept.kind == WrittenKind::number;
    product.parts[index].inverse = !kept.inverse;
    attempt(place,
            {MistakeKind::factor, cost::inverted,
             fmt::format("{} belongs on the other side of the fraction bar", text(kept))},
            found);
    product.parts[index].inverse = kept.inverse;
    if (is_number || product.parts.size() < 2) return;
    product.parts.erase(product.parts.begin() + static_cast<std::ptrdiff_t>(index));
    attempt(place,
            {MistakeKind::factor, cost::dropped_factor, fmt::format("the factor {} should not be there", text(kept))},
            found);
    product.parts.insert(product.parts.begin() + static_cast<std::ptrdiff_t>(index), kept);
  }

  void edit_power(Written& power, const Place& place) {
    if (power.parts[1].kind != WrittenKind::number || !graph_.is_number(power.parts[1].value)) return;
    const Rational exponent = graph_.number(power.parts[1].value);
    for (const int step : {1, -1}) {
      const Rational changed = exponent + Rational(step);
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

  void edit_function(Written& node, const Place& place) {
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
  void edit_name(Written& name, const Place& place) {
    for (const int step : {1, -1}) {
      if (name.dots + step < 0 || name.dots + step > 2) continue;
      Written by = name;
      by.dots += step;
      if (graph_.is_zero(search_.motion().rates().of(name.value))) continue;
      attempt_with(name, std::move(by), place,
                   {MistakeKind::variable, cost::dot, step > 0 ? "a dot is missing" : "one dot too many"});
    }
    const std::optional<Expr> own = term_value(name);
    if (!own) return;
    const auto dimension = search_.dimensions().of(*own);
    for (const Word& word : search_.words()) {
      if (word.kind == WordClass::wave || word.value == *own) continue;
      const auto other = search_.dimensions().of(word.value);
      if (dimension && other && !(*dimension == *other)) continue;
      attempt_with(name, word.written, place, swap_trial(name, *own, word, search_.words()));
    }
  }

  MendSearch& search_;
  Graph& graph_;
  Claim work_;
  bool sign_flipped_ = false;
};

} // namespace

void search_edits(MendSearch& search) {
  EditWalk(search).run();
}

} // namespace dalembert
