#include <dalembert/studies/counterexample.h>
#include <dalembert/studies/judge.h>

#include <fmt/format.h>

namespace dalembert {

std::vector<FrictionBranch> friction_branches(const System& system, const Evaluation& at) {
  std::vector<FrictionBranch> out;
  for (std::size_t f = 0; f < system.frictions.size(); ++f) {
    FrictionBranch branch;
    // F = −μ|N|·sign(slip)
    if (at.frictions[f] > 0.0) branch.slip = -1;
    if (at.reactions[static_cast<std::size_t>(system.frictions[f].of)] < 0.0) branch.normal = -1;
    out.push_back(branch);
  }
  return out;
}

void look_at_real_states(Judgement& judgement, const Engine& engine, const Equations& equations,
                         const InitialState& initial, Comparison relation) {
  if (is_true(judgement.verdict) || !judgement.sides) return;
  constexpr std::size_t enough = 40;
  constexpr std::size_t for_inequalities = 2000;
  const bool is_equation = relation == Comparison::equal;
  // What exact arithmetic has refuted needs no more than a state to show.
  const bool is_open = judgement.verdict == Verdict::undecided || judgement.needs_witness;
  StateComparison found =
      compare_at_real_states(engine, initial, judgement.sides->first, judgement.sides->second, relation,
                             is_equation ? enough : for_inequalities, is_open ? &equations : nullptr);
  judgement.counterexample = std::move(found.failure);
  if (judgement.verdict == Verdict::is_false && judgement.needs_witness && !judgement.counterexample) {
    judgement.verdict = Verdict::undecided;
    judgement.diagnosis = {};
    judgement.others.clear();
    judgement.holds_if.clear();
  }
  if (judgement.verdict != Verdict::undecided) return;
  judgement.by_points = true;
  judgement.states = found.states;
  judgement.error = found.worst;
  if (judgement.counterexample)
    judgement.verdict = Verdict::is_false;
  else if (is_equation)
    judgement.remarks.push_back(fmt::format("holds at {} real states to {:.0e}{}; that proves nothing", found.states,
                                            found.worst, found.precise == found.states ? ", in 60 digits" : ""));
  else
    judgement.remarks.push_back(
        fmt::format("no counterexample found at {} real states; that proves nothing", found.states));
}

} // namespace dalembert
