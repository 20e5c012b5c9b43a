#include <dalembert/algebra/print_costs.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/textbook/name_meanings.h>
#include <dalembert/textbook/name_search.h>
#include <dalembert/textbook/print_expression.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace textbook {

NameSearch::NameSearch(const Equations& equations, Algebra& algebra)
    : algebra_(algebra),
      system_(*equations.system),
      names_(equations, algebra.atoms),
      expansion_(algebra.atoms, algebra.harmonics),
      fractions_(algebra.atoms, algebra.harmonics, expansion_),
      substitutions_(names_.ways().size()) {}

std::optional<NamedLine> NameSearch::written(const Balance& balance, const BalanceTerms& terms) {
  std::optional<PlainEquation> line = dalembert::written(algebra_, terms, balance.leader, Effort::quick);
  if (!line) return std::nullopt;
  NamedLine plain{std::move(*line), terms, balance.leader, {}, {}};
  const NamedLine found = best_from(balance, plain);
  if (found.names.empty()) return thoroughly(std::move(plain));
  std::optional<NamedLine> named = thoroughly(found);
  if (!named) return std::nullopt;
  // The thorough form of the plain line is made only where its quick one leaves a doubt.
  constexpr int parts = print_costs::name_saving;
  const auto saves_enough = [&named](int nodes) { return parts * named->line.nodes <= (parts - 1) * nodes; };
  if (saves_enough(plain.line.nodes * (parts - 1) / parts)) return named;
  std::optional<NamedLine> longer = thoroughly(std::move(plain));
  return !longer || saves_enough(longer->line.nodes) ? named : longer;
}

void NameSearch::define(PlainEquation& line) const {
  const NameMeanings meanings(system_, [this](Expr e, int most_nodes) {
    const std::optional<PlainText> plain = print(algebra_, e, TextLimit{longest_plain_text, most_nodes});
    return plain && plain->definitions.empty() ? std::optional(plain->formula) : std::nullopt;
  });
  meanings.define(line.equation(), line.definitions);
}

std::optional<NamedLine> NameSearch::thoroughly(NamedLine line) {
  std::optional<PlainEquation> best = dalembert::written(algebra_, line.terms, line.leader, Effort::thorough);
  if (!best) return std::nullopt;
  line.line = std::move(*best);
  return line;
}

/// Lines are compared by their quick forms.
NamedLine NameSearch::best_from(const Balance& balance, NamedLine start) {
  constexpr int most_rounds = 4;
  constexpr std::size_t longest = 400; ///< terms of a line that is looked at
  constexpr std::size_t shortest = 3;
  for (int round = 0; round < most_rounds; ++round) {
    if (start.terms.size() < shortest || start.terms.size() > longest) break;
    std::optional<NamedLine> best = step(balance, start);
    if (!best) break;
    start = std::move(*best);
  }
  return start;
}

/// The shortest line that is one way from `start`, where one is shorter. Terms are cheap to count and tell what is
/// worth being written.
std::optional<NamedLine> NameSearch::step(const Balance& balance, const NamedLine& start) {
  constexpr std::size_t most_written = 3;
  std::vector<NamedLine> trials;
  for (std::size_t way = 0; way < names_.ways().size(); ++way)
    if (std::optional<NamedLine> trial = in_names(balance, start, way)) trials.push_back(std::move(*trial));
  std::stable_sort(trials.begin(), trials.end(),
                   [](const NamedLine& a, const NamedLine& b) { return a.terms.size() < b.terms.size(); });
  std::optional<NamedLine> best;
  for (std::size_t i = 0; i < std::min(most_written, trials.size()); ++i) {
    try {
      NamedLine& trial = trials[i];
      std::optional<PlainEquation> line = dalembert::written(algebra_, trial.terms, trial.leader, Effort::quick);
      if (!line || line->nodes >= (best ? best->line.nodes : start.line.nodes)) continue;
      trial.line = std::move(*line);
      best = std::move(trial);
    } catch (const BudgetSpent&) { // NOLINT: the others stand
    }
  }
  return best;
}

bool NameSearch::is_used(const NamedLine& line, const LetChoice& way) const {
  return std::ranges::any_of(way.names,
                             [&](std::size_t k) { return std::ranges::find(line.names, k) != line.names.end(); });
}

/// `start` one way on, not yet written.
std::optional<NamedLine> NameSearch::in_names(const Balance& balance, const NamedLine& start, std::size_t index) {
  const LetChoice& way = names_.ways()[index];
  if (is_used(start, way)) return std::nullopt;
  try {
    std::optional<BalanceTerms> terms = substituted(balance, start, index);
    // A name that stands in for others must make terms fewer; one for an expression in t and p need not.
    const std::size_t most = start.terms.size();
    if (!terms || terms->size() > most || (terms->size() == most && !way.coordinates.empty())) return std::nullopt;
    NamedLine out{{}, std::move(*terms), start.leader, start.ways, start.names};
    out.ways.push_back(index);
    out.names.insert(out.names.end(), way.names.begin(), way.names.end());
    for (std::size_t i = 0; i < way.leads.size(); ++i)
      if (static_cast<int>(way.coordinates[i]) == start.leader)
        out.leader = static_cast<int>(names_.names()[way.leads[i]].order);
    return out;
  } catch (const BudgetSpent&) {
    return std::nullopt;
  }
}

/// The terms of `start` one way on; nothing where the way changes nothing or divides.
std::optional<BalanceTerms> NameSearch::substituted(const Balance& balance, const NamedLine& start, std::size_t index) {
  const LetChoice& way = names_.ways()[index];
  if (way.coordinates.empty()) return matched(balance, start, way);
  std::unique_ptr<NameSubstitution>& substitution = substitutions_[index];
  if (!substitution) substitution = std::make_unique<NameSubstitution>(algebra_, expansion_, fractions_, way);
  return substitution->of(start.terms);
}

/// The same for an expression in t and p, which is found in the graph only: multiplied out it stands there no more.
std::optional<BalanceTerms> NameSearch::matched(const Balance& balance, const NamedLine& start, const LetChoice& way) {
  std::vector<Expr> from{balance.meant, balance.forces};
  for (const std::size_t taken : start.ways)
    from = substitute(algebra_.graph, from, names_.ways()[taken].replacements);
  const std::vector<Expr> to = substitute(algebra_.graph, from, way.replacements);
  if (to == from) return std::nullopt;
  algebra_.harmonics.announce(to);
  Balance named = balance;
  named.meant = to[0];
  named.forces = to[1];
  const bool has_divisions =
      std::ranges::any_of(start.ways, [this](std::size_t taken) { return names_.ways()[taken].has_divisions; });
  return has_divisions ? reduced_terms(fractions_, named) : terms_of(expansion_, named);
}

} // namespace textbook
} // namespace dalembert
