#include <dalembert/expr/substitute.h>
#include <dalembert/textbook/balance_terms.h>
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

  [[nodiscard]] NamedLine best_from(NamedLine start) {
    constexpr int most_rounds = 4;
    constexpr std::size_t longest = 400; ///< terms of a line that is looked at
    if (start.terms > longest) return start;
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

  /// A line on trial: in other names, not yet written.
  struct Trial {
    NamedLine line;
    BalanceTerms terms;
  };

  /// The shortest line that is one way from `start`, where one is shorter. Terms are cheap to count and tell what is
  /// worth being written.
  [[nodiscard]] std::optional<NamedLine> step(const NamedLine& start) {
    constexpr std::size_t most_written = 3;
    std::vector<Trial> trials;
    for (const LetWay& way : names_.ways())
      if (std::optional<Trial> trial = in_names(start, way)) trials.push_back(std::move(*trial));
    std::stable_sort(trials.begin(), trials.end(),
                     [](const Trial& a, const Trial& b) { return a.line.terms < b.line.terms; });
    std::optional<NamedLine> best;
    for (std::size_t i = 0; i < std::min(most_written, trials.size()); ++i) {
      try {
        NamedLine& line = trials[i].line;
        line.line = written(algebra_, trials[i].terms, line.balance.leader);
        if (line.line.nodes < (best ? best->line.nodes : start.line.nodes)) best = std::move(line);
      } catch (const BudgetSpent&) { // NOLINT: the others stand
      }
    }
    return best;
  }

  [[nodiscard]] std::optional<Trial> in_names(const NamedLine& start, const LetWay& way) {
    if (is_used(start, way)) return std::nullopt;
    const std::vector<Expr> from{start.balance.meant, start.balance.motion, start.balance.forces,
                                 start.balance.declared};
    const std::vector<Expr> to = substitute(algebra_.graph, from, way.replacements);
    if (to == from) return std::nullopt;
    Trial out{{{}, start.balance, 0, start.names}, {}};
    out.line.names.insert(out.line.names.end(), way.names.begin(), way.names.end());
    Balance& balance = out.line.balance;
    balance.meant = to[0];
    balance.motion = to[1];
    balance.forces = to[2];
    balance.declared = to[3];
    const bool takes_the_lead =
        !way.coordinates.empty() && static_cast<int>(way.coordinates.front()) == start.balance.leader && way.leads;
    if (takes_the_lead) balance.leader = static_cast<int>(names_.names()[*way.leads].order);
    algebra_.waves.announce(to);
    try {
      std::optional<BalanceTerms> terms =
          way.has_divisions ? reduced_terms(fractions_, balance) : terms_of(expansion_, balance);
      // A name that stands in for others must make terms fewer; one for an expression in t and p need not.
      if (!terms || terms->size() > start.terms || (terms->size() == start.terms && !way.coordinates.empty()))
        return std::nullopt;
      out.line.terms = terms->size();
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

NamedLine with_names(Algebra& algebra, const LetNames& names, const NamedLine& start) {
  NamedLine best = NameSearch(algebra, names).best_from(start);
  const bool is_worth_a_definition = 5 * best.line.nodes <= 4 * start.line.nodes;
  return is_worth_a_definition ? best : start;
}

} // namespace dalembert
