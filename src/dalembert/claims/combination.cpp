#include <dalembert/claims/combination.h>
#include <dalembert/exact/factor_names.h>
#include <dalembert/exact/modular_solve.h>
#include <dalembert/exact/rational_guess.h>
#include <dalembert/expr/differentiate.h>

#include <utility>

namespace dalembert {
inline namespace claims {

namespace {

using Values = std::vector<Residue>;

/// (f, g) at one state; nothing where K is singular there.
std::optional<Values> multiples_at(RelaxedMotion::State& state, const std::vector<Expr>& slopes) {
  const std::size_t size = state.size();
  Values right;
  for (const Expr slope : slopes) {
    const std::optional<Residue> value = state.value(slope);
    if (!value) return std::nullopt;
    right.push_back(*value);
  }
  Values transposed(size * size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      transposed[j * size + i] = state.matrix()[i * size + j];
  bool is_unique = true;
  auto out = solve_modular(transposed, right, size, [&is_unique](std::size_t) {
    is_unique = false;
    return Residue();
  });
  return is_unique ? out : std::nullopt;
}

/// What the constraint of a fact says is 0.
Expr statement_of(const RelaxedMotion& motion, const Fact& fact) {
  return fact.level == FactLevel::position ? motion.system().constraints[fact.index].residual
                                           : motion.equations().constraint_rates[fact.index];
}

/// R divided by what a constraint says, where only that fact fails.
std::optional<Residue> cofactor(RelaxedMotion& motion, Expr residual, const Fact& fact, std::uint64_t seed) {
  std::vector<bool> imposed(motion.facts().size(), true);
  for (std::size_t f = 0; f < imposed.size(); ++f)
    if (motion.facts()[f] == fact) imposed[f] = false;
  auto state = motion.draw(seed, 0, imposed, false);
  if (!state) return std::nullopt;
  const std::optional<Residue> value = state->value(residual);
  const std::optional<Residue> offset = state->value(statement_of(motion, fact));
  const std::optional<Residue> inverse = offset ? offset->inverse() : std::nullopt;
  return value && inverse ? std::optional<Residue>(*value * *inverse) : std::nullopt;
}

} // namespace

std::vector<Multiple> combination(TruthTest& truth, Expr residual, const std::vector<Fact>& used,
                                  const std::vector<NamedFactor>& words) {
  RelaxedMotion& motion = truth.motion();
  RelaxedMotion::State* const first = truth.state(0);
  RelaxedMotion::State* const second = truth.state(1);
  if (first == nullptr || second == nullptr || motion.has_jerk(residual)) return {};
  std::vector<Expr> unknowns = motion.equations().accelerations;
  for (const Expr multiplier : motion.system().multipliers())
    unknowns.push_back(multiplier);
  const std::vector<Expr> slopes = gradient(motion.graph(), motion.written_out(residual), unknowns);
  const std::optional<Values> a = multiples_at(*first, slopes);
  const std::optional<Values> b = multiples_at(*second, slopes);
  if (!a || !b) return {};
  const FactorNames names(motion.graph(), words, *first, *second);
  const std::size_t n = motion.equations().speeds.size();
  std::vector<Multiple> out;
  for (const Fact& fact : used) {
    std::optional<std::string> name;
    if (fact.level == FactLevel::equation || fact.level == FactLevel::acceleration) {
      const std::size_t place = fact.level == FactLevel::equation ? fact.index : n + fact.index;
      name = names.name((*a)[place], (*b)[place]);
    } else if (used.size() == 1) {
      const auto at_first = cofactor(motion, residual, fact, 1);
      const auto at_second = cofactor(motion, residual, fact, 2);
      const auto number = at_first && at_second && *at_first == *at_second ? small_fraction(*at_first) : std::nullopt;
      if (number) name = number->text();
    }
    out.push_back({fact, name.value_or("")});
  }
  return out;
}

} // namespace claims
} // namespace dalembert
