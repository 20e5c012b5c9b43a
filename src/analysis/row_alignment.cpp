#include <dalembert/analysis/edit_costs.h>
#include <dalembert/analysis/missing_terms.h>
#include <dalembert/analysis/row_alignment.h>
#include <dalembert/analysis/wave_products.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace dalembert {

namespace {

constexpr std::size_t most_leftover = 8;

/// What differs between a claim and one scaled row.
struct Leftover {
  std::size_t matched = 0;
  Polynomial claim;  ///< only in the claim
  Polynomial row;    ///< only in the row
  Polynomial scaled; ///< the whole row in the scale of the claim
};

/// One mistake: a term of the claim against one of the row; either may be absent.
struct Slip {
  MistakeKind kind = MistakeKind::none;
  double cost = 0.0;
  Polynomial found;
  Polynomial wanted;
  std::string note;
};

class Alignment {
public:
  Alignment(MendSearch& search, Polynomial claim)
      : search_(search), graph_(search.graph()), claim_(std::move(claim)), leads_(leading(claim_)) {}

  void with(const Row& row) {
    std::set<std::pair<Factors, std::string>> seen;
    for (const auto& [a, number_a] : leads_)
      for (const auto& [b, number_b] : row.terms) {
        const Factors scale = times(a, b, Rational(-1));
        const Rational number = number_a / number_b;
        for (const Rational& sign : {Rational(1), Rational(-1)})
          if (seen.emplace(scale, (number * sign).text()).second) try_scale(row, scale, number * sign);
      }
  }

private:
  /// Terms by which a scale is found: those with accelerations, else with multipliers, else all.
  Polynomial leading(const Polynomial& terms) const {
    for (const WordClass wanted : {WordClass::acceleration, WordClass::force, WordClass::rate}) {
      Polynomial out;
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
                         [&](const Word& w) { return w.value == base && w.kind == wanted; });
    });
  }

  void try_scale(const Row& row, const Factors& scale, const Rational& number) {
    Leftover left;
    left.claim = claim_;
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
    std::vector<Slip> slips;
    pair_equal(left, slips);
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
    double price = price_of(slips) + term_penalty(search_, whole.row);
    if (!whole.claim.empty()) price += cost::written_anew;
    for (const auto& [factors, number] : whole.claim)
      if (holds(factors, WordClass::acceleration)) price += cost::inertia;
    if (!search_.is_worth(price)) return;
    offer(whole, slips, price);
  }

  /// Slips of one kind are one group: the first costs all, the others little.
  static double price_of(const std::vector<Slip>& slips) {
    double out = 0.0;
    for (std::size_t i = 0; i < slips.size(); ++i) {
      const bool is_member =
          std::any_of(slips.begin(), slips.begin() + static_cast<std::ptrdiff_t>(i),
                      [&](const Slip& s) { return s.kind == slips[i].kind && s.note == slips[i].note; });
      out += is_member ? cost::group_member : slips[i].cost;
    }
    return out;
  }

  /// Equal factors, another number.
  static void pair_equal(Leftover& left, std::vector<Slip>& slips) {
    for (auto it = left.claim.begin(); it != left.claim.end();) {
      const auto same = left.row.find(it->first);
      if (same == left.row.end()) {
        ++it;
        continue;
      }
      const Rational k = same->second / it->second;
      Slip slip{MistakeKind::sign, cost::sign, {*it}, {*same}, "the sign is wrong"};
      if (!(k == Rational(-1))) {
        slip.kind = MistakeKind::factor;
        slip.cost = cost::number(k.abs()) + (k.sign() < 0 ? cost::sign : 0.0);
        slip.note = fmt::format("a factor {} is missing", k.text());
      }
      slips.push_back(std::move(slip));
      left.row.erase(same);
      it = left.claim.erase(it);
    }
  }

  /// Terms whose quotient is one or two words.
  void pair_similar(Leftover& left, std::vector<Slip>& slips) {
    for (auto it = left.claim.begin(); it != left.claim.end();) {
      std::optional<Slip> best;
      Polynomial::iterator partner;
      for (auto other = left.row.begin(); other != left.row.end(); ++other) {
        std::optional<Slip> slip = compare(*it, *other);
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

  using TermOf = Polynomial::value_type;

  [[nodiscard]] std::optional<Slip> compare(const TermOf& found, const TermOf& wanted) const {
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
    Slip slip{MistakeKind::factor, cost::added_factor, {found}, {wanted}, "a factor is wrong"};
    if (up.size() == 1 && down.size() == 1) {
      exchange(slip, down.front(), up.front());
    } else if (up.size() == 2 && down.size() == 2) {
      slip.kind = MistakeKind::variable;
      slip.cost = 2.3;
      slip.note = "two factors are wrong";
    } else if (up.size() + down.size() > 1) {
      return std::nullopt;
    }
    if (k == Rational(-1)) slip.cost += cost::sign;
    if (!k.abs().is_one()) slip.cost += cost::number(k.abs());
    return slip;
  }

  void exchange(Slip& slip, Expr from, Expr to) const {
    const auto word = [this](Expr e) {
      const auto& words = search_.words();
      const auto found = std::find_if(words.begin(), words.end(), [e](const Word& w) { return w.value == e; });
      return found == words.end() ? nullptr : &*found;
    };
    const Word* const a = word(from);
    const Word* const b = word(to);
    slip.kind = MistakeKind::variable;
    slip.cost = cost::other_class;
    if (a == nullptr || b == nullptr) return;
    const Trial trial =
        a->kind == WordClass::wave && b->kind == WordClass::wave &&
                dalembert::text(a->written.parts[0]) == dalembert::text(b->written.parts[0])
            ? Trial{MistakeKind::function, cost::function, ""}
            : Trial{MistakeKind::variable, a->kind == b->kind ? cost::same_class : cost::other_class, ""};
    slip.kind = trial.kind;
    slip.cost = a->written.text == b->written.text && trial.kind == MistakeKind::variable ? cost::dot : trial.cost;
    slip.note = fmt::format("{} should be {}", dalembert::text(a->written), dalembert::text(b->written));
  }

  /// The claim mended: what is missing is added to it as it was written; otherwise the whole row is written out.
  void offer(const Leftover& whole, std::vector<Slip>& slips, double price) {
    std::stable_sort(slips.begin(), slips.end(), [](const Slip& a, const Slip& b) { return a.cost > b.cost; });
    const bool only_missing = whole.claim.empty();
    Mend mend;
    if (only_missing) {
      mend.claim = with_terms(graph_, search_.claim(), written_terms(graph_, search_.words(), whole.row));
    } else {
      mend.claim = search_.claim();
      mend.claim.left.parts = written_terms(graph_, search_.words(), whole.scaled);
      mend.claim.right.parts = {number(graph_, Rational(0))};
    }
    const std::optional<Expr> residual = search_.sieved(mend.claim);
    if (!residual) return;
    mend.residual = *residual;
    mend.cost = price;
    mend.kind = slips.front().kind;
    mend.note = slips.front().note;
    mend.term =
        text(graph_, search_.words(), mend.kind == MistakeKind::extra ? slips.front().found : slips.front().wanted);
    if (mend.kind != MistakeKind::missing && mend.kind != MistakeKind::extra)
      mend.found = text(graph_, search_.words(), slips.front().found);
    if (slips.size() > 1)
      for (const Slip& slip : slips)
        mend.all.push_back(describe(slip));
    search_.offer(std::move(mend));
  }

  std::string describe(const Slip& slip) const {
    if (slip.found.empty()) return fmt::format("{} is missing", text(graph_, search_.words(), slip.wanted));
    if (slip.wanted.empty()) return fmt::format("{} should not be there", text(graph_, search_.words(), slip.found));
    return fmt::format("{} should be {}", text(graph_, search_.words(), slip.found),
                       text(graph_, search_.words(), slip.wanted));
  }

  MendSearch& search_;
  Graph& graph_;
  Polynomial claim_;
  Polynomial leads_;
};

} // namespace

void search_rows(MendSearch& search, const std::vector<Row>& rows) {
  if (search.claim().is_constant) return;
  constexpr std::size_t most_terms = 60;
  const Expr residual = search.motion().written_out(search.residual());
  const auto claim = multiplied_out(search.graph(), residual, most_terms);
  if (!claim || claim->empty()) return;
  Alignment alignment(search, *claim);
  for (const Row& row : rows)
    if (row.terms.size() <= most_terms) alignment.with(row);
  // Products of sines and cosines have many forms; as waves of sums of angles they have one.
  Alignment of_waves(search, in_waves(search.graph(), *claim));
  for (const Row& row : rows)
    if (row.terms.size() <= most_terms) of_waves.with({row.fact, in_waves(search.graph(), row.terms)});
}

} // namespace dalembert
