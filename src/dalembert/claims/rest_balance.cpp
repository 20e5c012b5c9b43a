// Claims at states of rest that parameters make: exact states at which the accelerations vanish.
#include <dalembert/claims/rest.h>
#include <dalembert/exact/factor_names.h>
#include <dalembert/exact/modular_solve.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace claims {

namespace {

using RestConditions = std::vector<RelaxedMotion::Condition>;

constexpr std::size_t most_balanced = 2; ///< parameters that make the accelerations vanish
constexpr std::size_t most_moving = 8;   ///< accelerations; rows let fewer of them be independent

/// Accelerations a + B·p, affine in the balancing parameters p.
struct AffineRest {
  std::vector<Residue> constant;
  std::vector<Residue> slopes; ///< B, row by row
};

class Balance {
public:
  Balance(CorrectionSearch& search, const Rest& rest, unsigned branch, int& draws)
      : search_(search),
        motion_(search.motion()),
        rest_(rest),
        branch_(branch),
        draws_(draws),
        still_(conditions_of(search.motion().system(), rest)) {}

  std::optional<Exclusions> run() {
    if (!find_seeds()) return std::nullopt;
    auto first = draw(seeds_[0], still_);
    if (!first) return std::nullopt;
    const std::vector<std::size_t> moving = accelerated(*first);
    if (moving.empty())
      return holds_at(seeds_[0], still_) && holds_at(seeds_[1], still_) ? std::optional(Exclusions()) : std::nullopt;
    if (moving.size() > most_moving) return std::nullopt;
    const std::size_t fewest = motion_.system().constraints.empty() ? moving.size() : 1;
    std::optional<Exclusions> best;
    for (std::size_t count = fewest; count <= std::min(most_balanced, moving.size()) && !best; ++count)
      for (const std::vector<Expr>& parameters : choices(count)) {
        std::optional<Exclusions> found = balanced(moving, parameters);
        if (found && (!best || found->size() < best->size())) best = std::move(found);
        if (best && best->empty()) break;
      }
    return best;
  }

private:
  /// Finds two seeds with states: half of the square roots have no value.
  [[nodiscard]] bool find_seeds() {
    constexpr std::uint64_t tries = 24;
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= tries && found < seeds_.size(); ++seed)
      if (draw(seed, still_)) seeds_[found++] = seed;
    return found == seeds_.size();
  }

  std::optional<RelaxedMotion::State> draw(std::uint64_t seed, const RestConditions& conditions) {
    if (--draws_ < 0) return std::nullopt;
    const std::vector<bool> all(motion_.facts().size(), true);
    return motion_.draw(seed, branch_, all, false, conditions);
  }

  /// The coordinates that do not stay at rest.
  std::vector<std::size_t> accelerated(RelaxedMotion::State& state) {
    std::vector<std::size_t> out;
    for (const std::size_t i : rest_.among) {
      const std::optional<Residue> value = state.value(motion_.system().coordinates[i].acceleration);
      if (!value || !value->is_zero()) out.push_back(i);
    }
    return out;
  }

  /// True where all rests and the claim holds, and says more than that.
  bool holds_at(std::uint64_t seed, const RestConditions& conditions) {
    auto state = draw(seed, conditions);
    const std::optional<Residue> value = state ? state->value(search_.residual()) : std::nullopt;
    return value && value->is_zero() && accelerated(*state).empty() && says_something(*state);
  }

  bool says_something(RelaxedMotion::State& state) {
    const auto is_left = [&](const Written& term) {
      const std::optional<Expr> value = search_.expression(term);
      const std::optional<Residue> at = value ? state.value(*value) : std::nullopt;
      return at && !at->is_zero();
    };
    return std::ranges::any_of(search_.claim().left.parts, is_left) ||
           std::ranges::any_of(search_.claim().right.parts, is_left);
  }

  [[nodiscard]] std::vector<std::vector<Expr>> choices(std::size_t count) {
    constexpr std::size_t most_parameters = 8;
    std::vector<Expr> all;
    for (const Parameter* const p : search_.held_parameters())
      if (!motion_.is_solved_for(p->symbol) && all.size() < most_parameters) all.push_back(p->symbol);
    std::vector<std::vector<Expr>> out;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (count == 1) out.push_back({all[i]});
      for (std::size_t k = i + 1; count == 2 && k < all.size(); ++k)
        out.push_back({all[i], all[k]});
    }
    return out;
  }

  /// The accelerations with values of the parameters.
  std::optional<std::vector<Residue>> with(const std::vector<std::size_t>& moving, const std::vector<Expr>& parameters,
                                           const std::vector<Residue>& values, std::uint64_t seed) {
    auto state = draw(seed, given(parameters, values));
    if (!state) return std::nullopt;
    std::vector<Residue> out;
    for (const std::size_t i : moving) {
      const auto value = state->value(motion_.system().coordinates[i].acceleration);
      if (!value) return std::nullopt;
      out.push_back(*value);
    }
    return out;
  }

  [[nodiscard]] RestConditions given(const std::vector<Expr>& parameters, const std::vector<Residue>& values) const {
    RestConditions out = still_;
    for (std::size_t p = 0; p < parameters.size(); ++p)
      out.push_back({parameters[p], std::nullopt, false, values[p]});
    return out;
  }

  /// a and B at a state; nothing where the accelerations are not affine.
  std::optional<AffineRest> affine(const std::vector<std::size_t>& moving, const std::vector<Expr>& parameters,
                                   std::uint64_t seed) {
    const std::size_t k = parameters.size();
    const std::vector<Residue> ones(k, Residue(1)); // at 0 the motion may be undetermined
    const auto base = with(moving, parameters, ones, seed);
    if (!base) return std::nullopt;
    AffineRest out{*base, std::vector<Residue>(moving.size() * k)};
    std::vector<Residue> expected = *base;
    for (std::size_t p = 0; p < k; ++p) {
      std::vector<Residue> values = ones;
      values[p] = Residue(2);
      const auto next = with(moving, parameters, values, seed);
      if (!next) return std::nullopt;
      for (std::size_t i = 0; i < moving.size(); ++i) {
        const Residue slope = (*next)[i] - (*base)[i];
        out.slopes[i * k + p] = slope;
        out.constant[i] = out.constant[i] - slope;
        expected[i] += slope * Residue(4 + p);
      }
    }
    std::vector<Residue> probe;
    for (std::size_t p = 0; p < k; ++p)
      probe.emplace_back(5 + p);
    const auto seen = with(moving, parameters, probe, seed);
    return seen && *seen == expected ? std::optional(std::move(out)) : std::nullopt;
  }

  /// The determinants of as many rows of B as there are parameters: each one that is not 0 fixes the parameters.
  static std::vector<Residue> minors(const std::vector<Residue>& b, std::size_t count) {
    if (count == 1) return b;
    std::vector<Residue> out;
    for (std::size_t i = 0; i < b.size(); i += 2)
      for (std::size_t k = i + 2; k < b.size(); k += 2)
        out.push_back(b[i] * b[k + 1] - b[i + 1] * b[k]);
    return out;
  }

  std::optional<Exclusions> balanced(const std::vector<std::size_t>& moving, const std::vector<Expr>& parameters) {
    std::vector<std::vector<Residue>> determinants;
    for (const std::uint64_t seed : seeds_) {
      const auto rest = affine(moving, parameters, seed);
      if (!rest) return std::nullopt;
      determinants.push_back(minors(rest->slopes, parameters.size()));
      if (std::ranges::all_of(determinants.back(), [](Residue d) { return d.is_zero(); })) return std::nullopt;
      std::vector<Residue> right;
      for (const Residue a : rest->constant)
        right.push_back(-a);
      const auto values = solve_modular(rest->slopes, right, parameters.size(), [](std::size_t) { return Residue(); });
      // A parameter that must be 0 is another system.
      if (!values || std::ranges::any_of(*values, [](Residue value) { return value.is_zero(); })) return std::nullopt;
      if (!holds_at(seed, given(parameters, *values))) return std::nullopt;
    }
    return named(determinants[0], determinants[1]);
  }

  /// What of a factor may vanish; parameters do not. Of several determinants that with the fewest such factors.
  std::optional<Exclusions> named(const std::vector<Residue>& at_first, const std::vector<Residue>& at_second) {
    auto first = draw(seeds_[0], still_);
    auto second = draw(seeds_[1], still_);
    if (!first || !second) return std::nullopt;
    const FactorNames names(motion_.graph(), search_.words(), *first, *second);
    std::optional<Exclusions> best;
    for (std::size_t i = 0; i < at_first.size(); ++i) {
      if (at_first[i].is_zero() || at_second[i].is_zero()) continue;
      const auto product = names.factors(at_first[i], at_second[i]);
      if (!product) continue;
      Exclusions found = exclusions_of(search_, product->factors);
      if (!best || found.size() < best->size()) best = std::move(found);
    }
    return best;
  }

  CorrectionSearch& search_;
  RelaxedMotion& motion_;
  const Rest& rest_;
  unsigned branch_; ///< of the solutions of the constraints
  int& draws_;
  RestConditions still_;
  std::array<std::uint64_t, 2> seeds_{};
};

} // namespace

std::optional<Exclusions> exclusions_by_balance(CorrectionSearch& search, const Rest& rest, int& draws) {
  constexpr unsigned most_branches = 4;
  if (search.motion().branches() > most_branches) return std::nullopt;
  Exclusions all;
  for (unsigned branch = 0; branch < search.motion().branches(); ++branch) {
    const std::optional<Exclusions> found = Balance(search, rest, branch, draws).run();
    if (!found) return std::nullopt;
    for (const std::string& each : *found)
      if (std::ranges::find(all, each) == all.end()) all.push_back(each);
  }
  return all;
}

} // namespace claims
} // namespace dalembert
