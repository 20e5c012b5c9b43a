#include <dalembert/analysis/draws.h>
#include <dalembert/analysis/truth.h>

namespace dalembert {

namespace {

std::size_t wanted_states(std::size_t signs) {
  return TruthTest::states << (2 * signs);
}

} // namespace

TruthTest::TruthTest(RelaxedMotion& motion)
    : motion_(motion), all_(motion.facts().size(), true), kept_(2 * std::size_t{motion.branches()}) {}

RelaxedMotion::State* TruthTest::kept(unsigned branch, std::size_t index, bool with_jerk) {
  Kept& kept = kept_[2 * std::size_t{branch} + (with_jerk ? 1 : 0)];
  while (kept.found.size() <= index && kept.next_seed <= draws::most_tries)
    if (auto state = motion_.draw(kept.next_seed++, branch, all_, with_jerk)) kept.found.push_back(std::move(*state));
  return index < kept.found.size() ? &kept.found[index] : nullptr;
}

RelaxedMotion::State* TruthTest::state(std::size_t index) {
  return motion_.is_solvable() ? kept(0, index, expects_jerk_) : nullptr;
}

RelaxedMotion::State* TruthTest::sieve() {
  return state(0);
}

Truth TruthTest::on_branch(Expr residual, unsigned branch) {
  const bool with_jerk = motion_.has_jerk(residual);
  std::size_t seen = 0;
  std::size_t wanted = states;
  for (std::size_t i = 0; seen < wanted; ++i) {
    RelaxedMotion::State* const state = kept(branch, i, with_jerk);
    if (state == nullptr) return Truth::undecided;
    const std::optional<Residue> value = state->value(residual);
    if (!value) continue;
    if (!value->is_zero()) return Truth::no;
    if (state->signs() > draws::most_signs) return Truth::undecided;
    wanted = wanted_states(state->signs());
    ++seen;
  }
  return Truth::yes;
}

Truth TruthTest::on_branch(Expr residual, unsigned branch, const std::vector<bool>& imposed) {
  const bool with_jerk = motion_.has_jerk(residual);
  std::size_t seen = 0;
  for (std::uint64_t seed = 1; seed <= draws::most_tries && seen < states - 1; ++seed) {
    auto state = motion_.draw(seed, branch, imposed, with_jerk);
    const std::optional<Residue> value = state ? state->value(residual) : std::nullopt;
    if (!value) {
      if (seed > 40 && seen == 0) return Truth::undecided;
      continue;
    }
    if (!value->is_zero()) return Truth::no;
    ++seen;
  }
  return seen == states - 1 ? Truth::yes : Truth::undecided;
}

Truth TruthTest::holds(Expr residual) {
  if (!motion_.is_solvable() || motion_.branches() > draws::most_branches) return Truth::undecided;
  for (unsigned branch = 0; branch < motion_.branches(); ++branch)
    if (const Truth found = on_branch(residual, branch); found != Truth::yes) return found;
  return Truth::yes;
}

Truth TruthTest::holds(Expr residual, const std::vector<bool>& imposed) {
  if (!motion_.is_solvable() || motion_.branches() > draws::most_branches) return Truth::undecided;
  for (unsigned branch = 0; branch < motion_.branches(); ++branch)
    if (const Truth found = on_branch(residual, branch, imposed); found != Truth::yes) return found;
  return Truth::yes;
}

std::vector<Fact> TruthTest::facts_used(Expr residual) {
  const std::vector<Fact>& facts = motion_.facts();
  std::vector<bool> imposed(facts.size(), false);
  if (holds(residual, imposed) == Truth::yes) return {};
  imposed.assign(facts.size(), true);
  std::vector<Fact> used;
  for (std::size_t f = 0; f < facts.size(); ++f) {
    imposed[f] = false;
    if (holds(residual, imposed) == Truth::yes) continue;
    imposed[f] = true;
    used.push_back(facts[f]);
  }
  return used;
}

} // namespace dalembert
