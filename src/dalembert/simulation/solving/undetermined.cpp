#include <dalembert/base/errors.h>
#include <dalembert/lowering/views.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/engine/listed.h>
#include <dalembert/simulation/engine/reaction_columns.h>
#include <dalembert/simulation/solving/open_forces.h>
#include <dalembert/simulation/solving/row_ranks.h>
#include <dalembert/simulation/solving/undetermined.h>
#include <dalembert/simulation/solving/vanishing_rows.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double no_part = 1e-8; ///< of a combination or a sum whose largest term is 1

std::string words_for(const Engine& engine, std::span<const double> inputs,
                      const std::vector<std::vector<double>>& dependencies) {
  const std::vector<VanishingRow> vanishing = vanishing_rows(engine, inputs);
  std::vector<std::string> out;
  std::vector<std::string> everywhere; // names of rows that vanish wherever they hold
  for (const std::vector<double>& dependency : dependencies) {
    std::vector<std::string> names;
    std::size_t last = 0;
    for (std::size_t k = 0; k < dependency.size(); ++k)
      if (std::abs(dependency[k]) > no_part) {
        names.push_back(engine.system().constraints[k].name);
        last = k;
      }
    const bool is_single = names.size() == 1;
    if (is_single && std::ranges::find(vanishing, last, &VanishingRow::constraint) != vanishing.end())
      everywhere.push_back(names.front());
    else
      out.push_back(is_single ? fmt::format("the row of constraint {} vanishes", names.front())
                              : fmt::format("the rows of the constraints {} are linearly dependent", listed(names)));
  }
  constexpr std::size_t most = 4;
  if (out.size() > most + 1) {
    const std::size_t rest = out.size() - most;
    out.resize(most);
    out.push_back(fmt::format("and {} more such combinations", rest));
  }
  std::vector<std::string> sentences;
  if (!out.empty())
    sentences.push_back(fmt::format("this is a singular position: {} here, and not at nearby states that satisfy the "
                                    "constraints",
                                    fmt::join(out, "; ")));
  if (!everywhere.empty())
    sentences.push_back(fmt::format("the derivatives of {} vanish wherever the constraints hold", listed(everywhere)));
  return fmt::format("{}", fmt::join(sentences, "; "));
}

/// `singular`: ranks at this state, where it is a singular position; else null. `dynamics` has solved there.
UndeterminedValues undetermined_values(const Engine& engine, std::span<const double> inputs, const Dynamics& dynamics,
                                       const RowRanks* singular) {
  UndeterminedValues out;
  const std::size_t n = engine.coordinates();
  const std::size_t m = engine.constraints();
  const System& system = engine.system();
  const std::size_t forces = system.reactions.size() + system.frictions.size();
  if (const double gap = dynamics.status().contradiction; !(gap <= contradiction_bound)) {
    out.accelerations.assign(n, true);
    out.multipliers.assign(m, true);
    out.reactions.assign(forces, true);
    out.has_contradiction = true;
    out.reason = unmet_rows(gap, "here");
    return out;
  }
  if (singular == nullptr) return out;
  KktOptions options = singular->options(engine);
  options.known_rank = singular->here;
  const KktFacts facts =
      examine_kkt({dynamics.mass(), dynamics.rows(), {}}, {}, static_cast<int>(n), static_cast<int>(m), options);
  if (facts.free_multipliers.empty()) return out;
  out.accelerations.assign(n, false);
  out.multipliers = facts.is_determined;
  out.multipliers.flip();
  out.reactions.assign(forces, false);
  if (forces > 0) {
    const std::vector<std::vector<double>> columns = reaction_columns(engine, inputs);
    for (const std::vector<double>& combination : facts.free_multipliers)
      mark_reactions(columns, combination, no_part, out.reactions);
    mark_frictions(system, out.reactions);
  }
  out.reason = words_for(engine, inputs, facts.row_dependencies);
  return out;
}

/// The ranks of the rows at `state` where that is a singular position.
std::optional<RowRanks> singular_ranks(const Engine& engine, const State& state) {
  if (engine.constraints() == 0) return std::nullopt;
  try {
    RowRanks ranks = row_ranks(engine, state);
    if (ranks.here < ranks.all) return ranks;
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): the solution says which rows have no value
  }
  return std::nullopt;
}

} // namespace

JudgedEvaluation judged_evaluation_at(const Engine& engine, const State& state, const RowRanks& ranks,
                                      RanksOf state_of_ranks) {
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, state, inputs);
  std::optional<RowRanks> singular;
  if (state_of_ranks == RanksOf::another)
    singular = singular_ranks(engine, state);
  else if (ranks.here < ranks.all)
    singular = ranks;
  Dynamics dynamics(engine);
  RowRanks here = singular.value_or(ranks);
  if (singular) here.all = here.here; // what the rows determine at this state
  dynamics.set_known_ranks(here);
  dynamics.solve(inputs);
  Evaluation evaluation = Account(engine).evaluate(inputs, dynamics);
  UndeterminedValues undetermined = undetermined_values(engine, inputs, dynamics, singular ? &here : nullptr);
  return {std::move(evaluation), std::move(undetermined), open_friction_forces(engine, dynamics, inputs)};
}

} // namespace simulation
} // namespace dalembert
