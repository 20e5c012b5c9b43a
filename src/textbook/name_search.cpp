#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/textbook/name_search.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace dalembert {

namespace {

class NameSearch {
public:
  NameSearch(Algebra& algebra, const LetNames& names)
      : algebra_(algebra),
        names_(names),
        expansion_(algebra.atoms, algebra.waves),
        fractions_(algebra.atoms, algebra.waves, expansion_) {}

  /// Lines are compared by their quick forms.
  [[nodiscard]] NamedLine best_from(NamedLine start) {
    constexpr int most_rounds = 4;
    constexpr std::size_t longest = 400; ///< terms of a line that is looked at
    if (start.terms.size() > longest) return start;
    for (int round = 0; round < most_rounds; ++round) {
      std::optional<NamedLine> best = step(start);
      if (!best) break;
      start = std::move(*best);
    }
    return start;
  }

private:
  [[nodiscard]] bool is_used(const NamedLine& candidate, const LetWay& way) const {
    return std::any_of(way.names.begin(), way.names.end(), [&](std::size_t k) {
      return std::find(candidate.names.begin(), candidate.names.end(), k) != candidate.names.end();
    });
  }

  /// The shortest line that is one way from `start`, where one is shorter. Terms are cheap to count and tell what is
  /// worth being written.
  [[nodiscard]] std::optional<NamedLine> step(const NamedLine& start) {
    constexpr std::size_t most_written = 3;
    std::vector<NamedLine> trials;
    for (const LetWay& way : names_.ways())
      if (std::optional<NamedLine> trial = in_names(start, way)) trials.push_back(std::move(*trial));
    std::stable_sort(trials.begin(), trials.end(),
                     [](const NamedLine& a, const NamedLine& b) { return a.terms.size() < b.terms.size(); });
    std::optional<NamedLine> best;
    for (std::size_t i = 0; i < std::min(most_written, trials.size()); ++i) {
      try {
        NamedLine& trial = trials[i];
        trial.line = written(algebra_, trial.terms, trial.balance.leader, Effort::quick);
        if (trial.line.nodes < (best ? best->line.nodes : start.line.nodes)) best = std::move(trial);
      } catch (const BudgetSpent&) { // NOLINT: the others stand
      }
    }
    return best;
  }

  /// True where the derivatives of the way's names are divided by nothing: a cheap look at what `reduced_terms` asks of
  /// the whole.
  [[nodiscard]] bool has_whole_inertia(const Balance& balance, const LetWay& way) {
    std::vector<Expr> rates;
    rates.reserve(way.names.size());
    for (const std::size_t k : way.names)
      rates.push_back(names_.names()[k].rate);
    const std::vector<Expr> inertia = gradient(algebra_.graph, balance.meant, rates);
    return std::all_of(inertia.begin(), inertia.end(), [this](Expr e) {
      const std::optional<Fraction> fraction = fractions_.of(e);
      return fraction && is_whole(fractions_.reduced(*fraction));
    });
  }

  /// `start` one way on, not yet written.
  [[nodiscard]] std::optional<NamedLine> in_names(const NamedLine& start, const LetWay& way) {
    if (is_used(start, way)) return std::nullopt;
    const std::vector<Expr> from{start.balance.meant, start.balance.motion, start.balance.forces,
                                 start.balance.declared};
    const std::vector<Expr> to = substitute(algebra_.graph, from, way.replacements);
    if (to == from) return std::nullopt;
    NamedLine out{{}, start.balance, {}, start.names};
    out.names.insert(out.names.end(), way.names.begin(), way.names.end());
    Balance& balance = out.balance;
    balance.meant = to[0];
    balance.motion = to[1];
    balance.forces = to[2];
    balance.declared = to[3];
    const bool takes_the_lead =
        !way.coordinates.empty() && static_cast<int>(way.coordinates.front()) == start.balance.leader && way.leads;
    if (takes_the_lead) balance.leader = static_cast<int>(names_.names()[*way.leads].order);
    algebra_.waves.announce(to);
    try {
      if (way.has_divisions && !has_whole_inertia(balance, way)) return std::nullopt;
      std::optional<BalanceTerms> terms =
          way.has_divisions ? reduced_terms(fractions_, balance) : terms_of(expansion_, balance);
      // A name that stands in for others must make terms fewer; one for an expression in t and p need not.
      const std::size_t most = start.terms.size();
      if (!terms || terms->size() > most || (terms->size() == most && !way.coordinates.empty())) return std::nullopt;
      out.terms = std::move(*terms);
    } catch (const BudgetSpent&) {
      return std::nullopt;
    }
    return out;
  }

  Algebra& algebra_;
  const LetNames& names_;
  Expansion expansion_; ///< with a budget of its own
  Fractions fractions_;
};

} // namespace

NamedLine with_names(Algebra& algebra, const LetNames& names, const Balance& balance, const BalanceTerms& terms) {
  const auto thoroughly = [&algebra](NamedLine line) {
    line.line = written(algebra, line.terms, line.balance.leader, Effort::thorough);
    return line;
  };
  const NamedLine plain{written(algebra, terms, balance.leader, Effort::quick), balance, terms, {}};
  const NamedLine found = NameSearch(algebra, names).best_from(plain);
  if (found.names.empty()) return thoroughly(plain);
  NamedLine named = thoroughly(found);
  // Names must save a fifth. The thorough form of the plain line is made only where its quick one leaves a doubt.
  const auto saves_a_fifth = [&named](int nodes) { return 5 * named.line.nodes <= 4 * nodes; };
  if (saves_a_fifth(plain.line.nodes * 4 / 5)) return named;
  NamedLine longer = thoroughly(plain);
  return saves_a_fifth(longer.line.nodes) ? named : longer;
}

} // namespace dalembert
