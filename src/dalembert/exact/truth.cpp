#include <dalembert/base/random_stream.h>
#include <dalembert/exact/coupling.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/truth.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace exact {

namespace {

/// The rows by which `residual` holds a coordinate that always has the value of another one, up to the sign: no offset
/// forgets them.
std::vector<Fact> identifying_facts(RelaxedMotion& motion, Expr residual) {
  const Graph& graph = motion.graph();
  const System& system = motion.system();
  std::vector<Expr> identified;
  for (const Coordinate& q : system.coordinates) {
    if (!depends(graph, residual, q.position)) continue;
    const Term other = graph.as_term(motion.prepared(q.position));
    if (other.expr == q.position || graph.kind(other.expr) != NodeKind::symbol) continue;
    const bool is_coordinate =
        std::ranges::any_of(system.coordinates, [&](const Coordinate& c) { return c.position == other.expr; });
    if (is_coordinate) identified.insert(identified.end(), {q.position, other.expr});
  }
  std::vector<Fact> out;
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    if (system.constraints[k].kind == ConstraintKind::holonomic &&
        depends(graph, std::vector<Expr>{system.constraints[k].residual}, identified))
      out.push_back({FactLevel::position, k});
  return out;
}

/// Forgets the facts of what `residual` is not about, all at once.
void forget_others(TruthTest& truth, Expr residual, std::vector<bool>& imposed) {
  RelaxedMotion& motion = truth.motion();
  const Coupling about = coupling_of(motion.equations(), motion.written_out(residual));
  if (about.is_whole()) return;
  std::vector<bool> fewer = imposed;
  for (std::size_t f = 0; f < fewer.size(); ++f) {
    const Fact& fact = motion.facts()[f];
    fewer[f] = fact.level == FactLevel::equation ? about.coordinates[fact.index] : about.constraints[fact.index];
  }
  if (truth.holds(residual, fewer) == Answer::yes) imposed = std::move(fewer);
}

} // namespace

TruthTest::TruthTest(RelaxedMotion& motion)
    : motion_(motion), all_(motion.facts().size(), true), kept_(2 * std::size_t{motion.branches()}) {}

RelaxedMotion::State* TruthTest::kept(unsigned branch, std::size_t index, bool with_jerk) {
  Kept& kept = kept_[2 * std::size_t{branch} + (with_jerk ? 1 : 0)];
  const auto may_try = [&kept] {
    return kept.next_seed <= (kept.found.empty() ? draws::most_tries : draws::most_kept);
  };
  while (kept.found.size() <= index && may_try())
    if (auto state = motion_.draw(kept.next_seed++, branch, all_, with_jerk)) kept.found.push_back(std::move(*state));
  return index < kept.found.size() ? &kept.found[index] : nullptr;
}

RelaxedMotion::State* TruthTest::state(std::size_t index) {
  if (!positive_.empty()) return index < positive_.size() ? &positive_[index] : nullptr;
  if (!chosen_.empty()) return index < chosen_.size() ? chosen_[index] : nullptr;
  return motion_.is_solvable() ? kept(0, index, expects_jerk_) : nullptr;
}

RelaxedMotion::State* TruthTest::state(std::size_t index, unsigned branch) {
  return kept(branch, index, expects_jerk_);
}

RelaxedMotion::State* TruthTest::sieve() {
  return state(0);
}

/// At kept states until one fails, or `wanted` of them have a value.
Answer TruthTest::at_kept_states(Expr residual, unsigned branch, std::size_t wanted, std::size_t most_tries) {
  const bool with_jerk = motion_.has_jerk(residual);
  std::size_t seen = 0;
  for (std::size_t i = 0; seen < wanted && i < most_tries; ++i) {
    RelaxedMotion::State* const state = kept(branch, i, with_jerk);
    if (state == nullptr) return Answer::undecided;
    const std::optional<Residue> value = state->value(residual);
    if (!value) continue;
    if (!value->is_zero()) return Answer::no;
    ++seen;
  }
  return seen == wanted ? Answer::yes : Answer::undecided;
}

Answer TruthTest::at_turned_states(Expr residual, unsigned branch, const Branches& turned) {
  const bool with_jerk = motion_.has_jerk(residual);
  std::size_t seen = 0;
  for (std::uint64_t seed = 1; seed <= draws::most_tries && seen < states; ++seed) {
    auto state = motion_.draw(seed, branch, all_, with_jerk, {}, turned);
    const std::optional<Residue> value = state ? state->value(residual) : std::nullopt;
    if (!value) continue;
    if (!value->is_zero()) return Answer::no;
    ++seen;
  }
  return seen == states ? Answer::yes : Answer::undecided;
}

/// True where the claim holds for either root of each base and either sign of each argument whose sign counts:
/// then it holds on every component, whatever is positive.
bool TruthTest::holds_on_all_turns(Expr residual, unsigned branch, const Branches& places) {
  if (places.size() > draws::most_turned) return false;
  for (std::size_t pattern = 1; pattern < (std::size_t{1} << places.size()); ++pattern)
    if (at_turned_states(residual, branch, turned_by(pattern, places)) != Answer::yes) return false;
  return true;
}

Answer TruthTest::on_branch(Expr residual, unsigned branch) {
  const Branches places = motion_.branches_of(residual);
  const Answer as_it_is = at_kept_states(residual, branch, states, draws::most_tries);
  if (as_it_is != Answer::yes || places.size() == 0 || holds_on_all_turns(residual, branch, places)) return as_it_is;
  between_branches_ = true;
  if (places.signs.empty() && motion_.has_free_roots(residual, places.roots)) return as_it_is;
  if (places.size() > draws::most_signs) return Answer::undecided;
  const std::size_t combinations = std::size_t{1} << places.size();
  return at_kept_states(residual, branch, draws::states_per_combination * combinations,
                        draws::most_tries * combinations);
}

Answer TruthTest::on_branch(Expr residual, unsigned branch, const std::vector<bool>& imposed) {
  const bool with_jerk = motion_.has_jerk(residual);
  std::size_t seen = 0;
  for (std::uint64_t seed = 1; seed <= draws::most_tries && seen < states - 1; ++seed) {
    auto state = motion_.draw(seed, branch, imposed, with_jerk);
    const std::optional<Residue> value = state ? state->value(residual) : std::nullopt;
    if (!value) {
      if (seed > 40 && seen == 0) return Answer::undecided;
      continue;
    }
    if (!value->is_zero()) return Answer::no;
    ++seen;
  }
  return seen == states - 1 ? Answer::yes : Answer::undecided;
}

void TruthTest::sieve_with_positive_parameters(unsigned branch) {
  positive_.clear();
  if (!motion_.is_solvable()) return;
  for (std::uint64_t seed = 1; seed <= draws::most_tries && positive_.size() < states; ++seed) {
    RandomStream random(seed);
    std::vector<RelaxedMotion::Condition> conditions;
    for (const Parameter& p : motion_.system().parameters) {
      const Residue root(random());
      if (!motion_.is_solved_for(p.symbol)) conditions.push_back({p.symbol, std::nullopt, false, root * root});
    }
    if (auto state = motion_.draw(seed, branch, all_, expects_jerk_, conditions))
      positive_.push_back(std::move(*state));
  }
}

bool TruthTest::holds_at_positive(Expr residual) {
  for (RelaxedMotion::State& state : positive_) {
    const std::optional<Residue> value = state.value(residual);
    if (!value || !value->is_zero()) return false;
  }
  return !positive_.empty();
}

void TruthTest::sieve_where_false(Expr residual) {
  chosen_.clear();
  positive_.clear();
  if (!motion_.is_solvable()) return;
  for (std::size_t i = 0; i < draws::most_points && chosen_.size() < sieve_states; ++i) {
    RelaxedMotion::State* const state = kept(0, i, expects_jerk_);
    if (state == nullptr) return;
    const std::optional<Residue> value = state->value(residual);
    if (value && !value->is_zero()) chosen_.push_back(state);
  }
}

Answer TruthTest::holds(Expr residual) {
  between_branches_ = false;
  seen_in_reals_ = false;
  if (!motion_.is_solvable() || motion_.branches() > draws::most_branches) return Answer::undecided;
  for (unsigned branch = 0; branch < motion_.branches(); ++branch)
    if (const Answer found = on_branch(residual, branch); found != Answer::yes) return found;
  // The field does not know the sign of a sum, nor that of every number: there the reals have the last word.
  const bool may_be_misjudged = has_real_branches(motion_.graph(), std::vector<Expr>{motion_.written_out(residual)}) ||
                                motion_.own_branches().size() > 0 || motion_.has_tables();
  if (!may_be_misjudged) return Answer::yes;
  if (fails_at_real_state(residual)) return Answer::no;
  seen_in_reals_ = true;
  return Answer::yes;
}

std::optional<std::size_t> TruthTest::fails_at_real_state(Expr residual) {
  if (motion_.sample() == nullptr) return std::nullopt;
  return failure_in(*motion_.sample(), motion_.graph(), residual,
                    [this](const RealSample::Pair& state) { return motion_.is_on_branch(state); });
}

bool TruthTest::is_contradicted(Expr residual) {
  return motion_.sample() != nullptr &&
         dalembert::is_contradicted(*motion_.sample(), motion_.graph(), residual,
                                    [this](const RealSample::Pair& state) { return motion_.is_on_branch(state); });
}

Answer TruthTest::holds(Expr residual, const std::vector<bool>& imposed) {
  if (!motion_.is_solvable() || motion_.branches() > draws::most_branches) return Answer::undecided;
  for (unsigned branch = 0; branch < motion_.branches(); ++branch)
    if (const Answer found = on_branch(residual, branch, imposed); found != Answer::yes) return found;
  return Answer::yes;
}

std::vector<Fact> TruthTest::facts_used(Expr residual) {
  const std::vector<Fact>& facts = motion_.facts();
  std::vector<bool> imposed(facts.size(), false);
  const std::vector<Fact> identifying = identifying_facts(motion_, residual);
  if (holds(residual, imposed) == Answer::yes)
    return identifying.empty() || is_zero(motion_.graph(), residual) ? std::vector<Fact>() : identifying;
  imposed.assign(facts.size(), true);
  forget_others(*this, residual, imposed);
  std::vector<Fact> used;
  for (std::size_t f = 0; f < facts.size(); ++f) {
    if (!imposed[f]) continue;
    imposed[f] = false;
    if (holds(residual, imposed) == Answer::yes) continue;
    imposed[f] = true;
    used.push_back(facts[f]);
  }
  for (const Fact& fact : identifying)
    if (std::ranges::find(used, fact) == used.end()) used.push_back(fact);
  return used;
}

} // namespace exact
} // namespace dalembert
