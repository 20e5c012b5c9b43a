#include <dalembert/studies/counterexample.h>
#include <dalembert/studies/settle.h>

#include <stdexcept>

namespace dalembert {

void settle_by_real_states(Facts& facts, std::vector<Symmetry>& symmetries, const Engine& engine,
                           const InitialState& initial) {
  const Expr zero = engine.system().graph->zero();
  const auto settle = [&](Identity& verdict, Expr rate) {
    if (verdict != Identity::undecided) return;
    constexpr std::size_t states = 8;
    try {
      if (compare_at_real_states(engine, initial, rate, zero, Comparison::equal, states).failure)
        verdict = Identity::not_always;
    } catch (const std::invalid_argument&) { // NOLINT(bugprone-empty-catch): a function that is not defined: left open
    }
  };
  for (MomentumFacts& momentum : facts.momenta)
    settle(momentum.is_conserved, momentum.rate);
  Expr power = zero;
  for (const PowerTerm& term : facts.energy.balance)
    power = engine.system().graph->add(power, term.power);
  settle(facts.energy.is_conserved, power);
  for (Symmetry& symmetry : symmetries)
    settle(symmetry.is_conserved, symmetry.rate);
}

} // namespace dalembert
