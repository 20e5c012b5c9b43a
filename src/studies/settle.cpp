#include <dalembert/studies/counterexample.h>
#include <dalembert/studies/settle.h>

#include <stdexcept>

namespace dalembert {

void settle_by_real_states(Facts& facts, std::vector<Symmetry>& symmetries, const Engine& engine,
                           const InitialState& initial) {
  std::vector<Identity*> verdicts;
  std::vector<Expr> rates;
  const auto ask = [&](Identity& verdict, Expr rate) {
    if (verdict != Identity::undecided) return;
    verdicts.push_back(&verdict);
    rates.push_back(rate);
  };
  for (MomentumFacts& momentum : facts.momenta)
    ask(momentum.is_conserved, momentum.rate);
  Graph& graph = *engine.system().graph;
  Expr power = graph.zero();
  for (const PowerTerm& term : facts.energy.balance)
    power = graph.add(power, term.power);
  ask(facts.energy.is_conserved, power);
  for (Symmetry& symmetry : symmetries)
    ask(symmetry.is_conserved, symmetry.rate);
  if (rates.empty()) return;
  try {
    constexpr std::size_t states = 4;
    const std::vector<bool> found = do_not_vanish(engine, initial, rates, states);
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i]) *verdicts[i] = Identity::not_always;
  } catch (const std::invalid_argument&) { // NOLINT(bugprone-empty-catch): a function that is not defined: left open
  }
}

} // namespace dalembert
