#include <dalembert/api/chosen_values.h>
#include <dalembert/simulation/engine/reaction_columns.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/open_forces.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace api {

UndeterminedValues choices_at(const Engine& engine, const Equations& equations, const RowRanks& ranks,
                              const State& state, const OpenForces& by_frictions) {
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, state, inputs);
  OpenForces open = open_forces(engine, ranks, inputs);
  open.reactions.resize(equations.reactions.size() + engine.system().frictions.size(), false);
  for (std::size_t r = 0; r < equations.reactions.size(); ++r)
    if (equations.reactions[r].determination == Determination::combination) open.reactions[r] = true;
  mark_frictions(engine.system(), open.reactions);
  const bool are_redundant = open.any();
  open.add(by_frictions);
  return as_choices(std::move(open),
                    are_redundant ? "constraints are redundant" : "slips of frictions at rest depend on one another");
}

} // namespace api
} // namespace dalembert
