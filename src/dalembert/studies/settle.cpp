#include <dalembert/studies/counterexample.h>
#include <dalembert/studies/real_states.h>
#include <dalembert/studies/settle.h>

#include <stdexcept>

namespace dalembert {
inline namespace studies {

namespace {

constexpr double contradicting = 1e-4; ///< far from all errors of the linear solves

/// What exact points said, and how large the rate is at real states. Where both contradict one another, nothing is
/// decided: a rate that is not 0 in the symbols may be so with the numbers of the model.
Answer settled(Answer exact, double share) {
  if (exact == Answer::yes) return share > contradicting ? Answer::undecided : Answer::yes;
  return share > StateComparison::allowed ? Answer::no : Answer::undecided;
}

} // namespace

void settle_by_real_states(const ConservationLaws& laws, const Engine& engine, const InitialState& initial) {
  std::vector<Answer*> verdicts;
  std::vector<Expr> rates;
  const auto ask = [&](Answer& verdict, Expr rate) {
    if (verdict == Answer::yes && engine.system().graph->is_zero(rate)) return;
    verdicts.push_back(&verdict);
    rates.push_back(rate);
  };
  for (MomentumFacts& momentum : laws.momenta)
    ask(momentum.is_conserved, momentum.rate);
  Graph& graph = *engine.system().graph;
  Expr power = graph.zero();
  for (const PowerTerm& term : laws.energy.balance)
    power = graph.add(power, term.power);
  ask(laws.energy.is_conserved, power);
  for (Symmetry& symmetry : laws.symmetries)
    ask(symmetry.is_conserved, symmetry.rate);
  if (rates.empty()) return;
  try {
    constexpr std::size_t states = 8;
    const std::size_t wanted = RealStates::affordable(engine, states);
    const std::optional<std::vector<double>> found = clear_shares(engine, initial, rates, wanted, contradicting);
    for (std::size_t i = 0; found && i < found->size(); ++i)
      *verdicts[i] = settled(*verdicts[i], (*found)[i]);
  } catch (const std::invalid_argument&) { // NOLINT(bugprone-empty-catch): a function that is not defined: left open
  }
}

} // namespace studies
} // namespace dalembert
