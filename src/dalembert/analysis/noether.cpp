#include <dalembert/analysis/closure.h>
#include <dalembert/analysis/kept_combination.h>
#include <dalembert/analysis/killing_bound.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/analysis/symmetry_ansatz.h>
#include <dalembert/analysis/symmetry_bound.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

/// Says where Noether's equation leaves room for more symmetries than were found, or where that is not known.
void compare_with_bound(const Equations& equations, SymmetrySearch& search) {
  std::optional<std::size_t> most = killing_bound(equations, search.of_positions);
  if (!most || *most > search.of_positions) {
    const std::optional<std::size_t> other = most_position_symmetries(equations);
    if (other && (!most || *other < *most)) most = other;
  }
  if (!most) {
    search.room = "whether L has more symmetries, made of functions that are not looked for, was not decided";
    return;
  }
  if (*most <= search.of_positions) return;
  const std::size_t more = *most - search.of_positions;
  search.room = fmt::format("L may have {} more {}, made of functions that are not looked for", more,
                            more == 1 ? "symmetry" : "symmetries");
}

/// The symmetries within the richest ansatz that is not too large.
SymmetrySearch symmetries_of_lagrangian(const Equations& equations) {
  constexpr std::size_t most_columns = 500;
  const ChartStructure chart(equations);
  for (const AnsatzReach reach : {AnsatzReach::accelerated, AnsatzReach::expansions, AnsatzReach::rotations,
                                  AnsatzReach::bodies, AnsatzReach::shifts}) {
    const auto functions = ansatz_functions(equations, chart, reach, most_columns);
    if (!functions) continue;
    SymmetrySearch out = SymmetryAnsatz(equations, functions->all).solve();
    if (!functions->are_derivatives_taken_off)
      out.notes.emplace_back("total derivatives in L were not taken off: the system has too many coordinates");
    out.looked_for = reach_text(reach);
    out.is_richest = reach == AnsatzReach::accelerated;
    if (out.is_richest && out.notes.empty()) compare_with_bound(equations, out);
    return out;
  }
  SymmetrySearch out;
  out.is_richest = false;
  out.notes.emplace_back("the system has too many coordinates");
  return out;
}

/// Drops all but one of the symmetries whose J vanishes: of coordinates without inertia that L does not hold, say. The
/// one left has constant components if there is such a one.
void drop_empty(Graph& graph, std::vector<Symmetry>& all) {
  std::vector<std::size_t> empty;
  for (std::size_t s = 0; s < all.size(); ++s)
    if (graph.is_zero(all[s].quantity) || is_zero(graph, all[s].quantity)) empty.push_back(s);
  if (empty.size() < 2) return;
  const auto is_constant = [&](std::size_t s) {
    return std::ranges::all_of(all[s].positions, [&graph](Expr e) { return graph.is_number(e); });
  };
  const auto chosen = std::ranges::find_if(empty, is_constant);
  const std::size_t kept = chosen == empty.end() ? empty.front() : *chosen;
  all[kept].quantity = graph.zero();
  std::size_t place = 0;
  std::erase_if(all, [&](const Symmetry&) {
    const std::size_t s = place++;
    return s != kept && std::ranges::find(empty, s) != empty.end();
  });
}

/// True where the generator holds parameters.
bool has_parameters(const System& system, const Symmetry& s) {
  std::vector<Expr> parameters;
  for (const Parameter& parameter : system.parameters)
    parameters.push_back(parameter.symbol);
  return depends(*system.graph, s.positions, parameters) || depends(*system.graph, s.time, parameters);
}

/// True for δx = t of a body whose mass centre lies beside x, in a direction that angles turn.
bool is_boost_of_a_centre(const System& system, const Symmetry& s) {
  const Graph& graph = *system.graph;
  if (!depends(graph, s.positions, std::vector<Expr>{system.time})) return false;
  return std::ranges::any_of(reachable(graph, std::vector<Expr>{s.gauge}),
                             [&graph](Expr node) { return graph.kind(node) == NodeKind::function; });
}

/// True where a component of the generator holds a product of two sines or cosines.
bool has_products_of_sinusoids(const Graph& graph, const Symmetry& s) {
  return std::ranges::any_of(reachable(graph, s.positions), [&graph](Expr node) {
    if (graph.kind(node) != NodeKind::product) return false;
    return std::ranges::count_if(graph.factors(node), [&graph](const Factor& factor) {
             return graph.kind(factor.base) == NodeKind::function;
           }) > 1;
  });
}

/// The sum of two expressions in which terms that both have merge: x − y and y.
Expr sum_of_terms_of(Graph& graph, Expr a, Expr b) {
  std::vector<Term> terms;
  for (const Expr e : {a, b}) {
    if (graph.kind(e) == NodeKind::sum)
      terms.insert(terms.end(), graph.terms(e).begin(), graph.terms(e).end());
    else
      terms.push_back(graph.as_term(e));
  }
  return graph.sum(terms);
}

/// Of a rotation about the mass centre, which lies beside the coordinates, and another that holds its place, the sum is
/// a rotation about the origin: it takes the place of the second.
void add_up_to_plain_ones(const Equations& equations, std::vector<Symmetry>& all) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const auto is_open = [&](const Symmetry& s) {
    return graph.is_zero(s.time) && has_parameters(system, s) && has_products_of_sinusoids(graph, s);
  };
  for (Symmetry& s : all)
    for (const Symmetry& other : all) {
      if (&s == &other || !is_open(s) || !is_open(other)) continue;
      Symmetry sum = s;
      for (std::size_t i = 0; i < sum.positions.size(); ++i)
        sum.positions[i] = sum_of_terms_of(graph, s.positions[i], other.positions[i]);
      sum.gauge = graph.add(s.gauge, other.gauge);
      if (has_parameters(system, sum)) continue;
      complete(equations, sum);
      s = std::move(sum);
    }
}

/// Puts those last whose generator holds parameters, and drops those of them whose J is a function of the others: the
/// mass centre has its own angular momentum, made of its place and the total momentum.
void put_plain_ones_first(const System& system, std::vector<Symmetry>& all) {
  Graph& graph = *system.graph;
  std::vector<Expr> variables = system.positions();
  const std::vector<Expr> rates = system.rates();
  variables.insert(variables.end(), rates.begin(), rates.end());
  const auto first = std::stable_partition(all.begin(), all.end(),
                                           [&system](const Symmetry& s) { return !has_parameters(system, s); });
  std::vector<Field> slopes;
  for (auto s = all.begin(); s != first; ++s)
    if (graph.is_zero(s->time) && !is_boost_of_a_centre(system, *s))
      slopes.push_back(gradient(graph, s->quantity, variables));
  int rank = generic_rank(graph, slopes).value_or(-1);
  all.erase(std::remove_if(first, all.end(),
                           [&](const Symmetry& s) {
                             if (rank < 0 || !graph.is_zero(s.time)) return false;
                             slopes.push_back(gradient(graph, s.quantity, variables));
                             const int more = generic_rank(graph, slopes).value_or(rank + 1);
                             const bool is_new = more > rank;
                             rank = more;
                             if (!is_new) slopes.pop_back();
                             return !is_new;
                           }),
            all.end());
}

} // namespace

SymmetrySearch symmetries(const Equations& equations, MotionJudge& judge) {
  SymmetrySearch out = symmetries_of_lagrangian(equations);
  std::vector<Symmetry> all = std::move(out.found);
  add_up_to_plain_ones(equations, all);
  put_plain_ones_first(*equations.system, all);
  out.found.clear();
  if (all.empty()) return out;
  drop_empty(*equations.system->graph, all);
  KeptCombinations kept = kept_combinations(equations, all, judge);
  out.found = std::move(kept.found);
  if (!kept.note.empty()) out.notes.push_back(kept.note);
  std::vector<Expr> rates;
  rates.reserve(all.size());
  for (const Symmetry& s : all)
    rates.push_back(s.rate);
  const std::vector<Answer> verdicts = judge.vanish(rates);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].is_conserved = verdicts[i];
    if (verdicts[i] != Answer::yes) out.found.push_back(std::move(all[i]));
  }
  return out;
}

SymmetrySearch symmetries(const Equations& equations) {
  MotionJudge judge(equations);
  return symmetries(equations, judge);
}

} // namespace analysis
} // namespace dalembert
