#include <dalembert/expr/substitute.h>
#include <dalembert/textbook/balance_terms.h>
#include <dalembert/textbook/name_search.h>

#include <algorithm>
#include <optional>

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
    constexpr int least_saved = 1; ///< nodes, by a name that joins others
    constexpr std::size_t longest = 400; ///< terms of a line that is looked at
    if (start.terms > longest) return start;
    for (int round = 0; round < most_rounds; ++round) {
      std::optional<NamedLine> best;
      for (const LetWay& way : names_.ways()) {
        std::optional<NamedLine> other = with(start, way);
        if (other && other->line.nodes < (best ? best->line.nodes : start.line.nodes - least_saved + 1))
          best = std::move(other);
      }
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

  [[nodiscard]] std::optional<NamedLine> with(const NamedLine& start, const LetWay& way) {
    if (is_used(start, way)) return std::nullopt;
    Graph& graph = algebra_.graph;
    const std::vector<Expr> from{start.balance.meant, start.balance.motion, start.balance.forces,
                                 start.balance.declared};
    const std::vector<Expr> to = substitute(graph, from, way.replacements);
    if (to == from) return std::nullopt;
    NamedLine out{{}, start.balance, 0, start.names};
    out.names.insert(out.names.end(), way.names.begin(), way.names.end());
    out.balance.meant = to[0];
    out.balance.motion = to[1];
    out.balance.forces = to[2];
    out.balance.declared = to[3];
    const bool takes_the_lead =
        !way.coordinates.empty() && static_cast<int>(way.coordinates.front()) == start.balance.leader && way.leads;
    if (takes_the_lead) out.balance.leader = static_cast<int>(names_.names()[*way.leads].order);
    algebra_.waves.announce(to);
    try {
      const std::optional<BalanceTerms> terms =
          way.has_divisions ? reduced_terms(fractions_, out.balance) : terms_of(expansion_, out.balance);
      // A name that stands in for others must make terms fewer; one for an expression in t and p need not.
      if (!terms || terms->size() > start.terms || (terms->size() == start.terms && !way.coordinates.empty()))
        return std::nullopt;
      out.terms = terms->size();
      out.line = written(algebra_, *terms, out.balance.leader);
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

NamedLine with_names(Algebra& algebra, const LetNames& names, NamedLine start) {
  NamedLine best = NameSearch(algebra, names).best_from(start);
  const bool is_worth_a_definition = 5 * best.line.nodes <= 4 * start.line.nodes;
  return is_worth_a_definition ? best : start;
}

} // namespace dalembert
