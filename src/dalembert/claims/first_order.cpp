// Claims that hold for small deviations only: the claim and the facts of the model linearised together.
#include <dalembert/base/random_stream.h>
#include <dalembert/claims/conditions.h>
#include <dalembert/exact/modular_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>

#include <algorithm>
#include <ranges>

namespace dalembert {
inline namespace claims {

namespace {

using Places = std::vector<std::size_t>;

/// An equilibrium at which a set of coordinates is 0, and the deviations from it that the facts of the model allow.
class Linearisation {
public:
  Linearisation(CorrectionSearch& search, Places zero)
      : search_(search), motion_(search.motion()), zero_(std::move(zero)) {
    const System& system = motion_.system();
    // What the facts determine comes first: accelerations and multipliers, then rates and positions.
    for (const Coordinate& q : system.coordinates)
      variables_.push_back(q.acceleration);
    for (const Constraint& c : system.constraints)
      variables_.push_back(c.multiplier);
    for (const Coordinate& q : system.coordinates)
      variables_.push_back(q.rate);
    for (const Coordinate& q : system.coordinates)
      variables_.push_back(q.position);
    collect_facts(system);
  }

  /// True where `residual` and its change vanish at an equilibrium.
  bool holds(Expr residual, std::uint64_t seed, unsigned branch) {
    auto state = equilibrium(seed, branch);
    return state && vanishes_about(*state, residual, seed);
  }

  /// True where they vanish at any state at which the coordinates of `small` and their rates are 0, and all others
  /// free; `others_rest`: their rates are 0 too.
  bool holds_beside(const Places& small, bool others_rest, Expr residual, std::uint64_t seed, unsigned branch) {
    std::vector<RelaxedMotion::Condition> still;
    const auto& coordinates = motion_.system().coordinates;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const bool is_small = std::ranges::find(small, i) != small.end();
      if (is_small || others_rest) still.push_back({coordinates[i].rate, std::nullopt, true, std::nullopt});
      if (is_small) still.push_back({coordinates[i].position, std::nullopt, false, std::nullopt});
    }
    auto state = draw(seed, branch, still);
    return state && vanishes_about(*state, residual, seed);
  }

  /// True where the claim that was looked at holds no product of what deviates.
  bool is_linear() { return !depends(motion_.graph(), slope_, small_); }

private:
  bool vanishes_about(RelaxedMotion::State& at, Expr residual, std::uint64_t seed) {
    RelaxedMotion::State* const state = &at;
    const std::optional<Residue> there = state->value(residual);
    if (!there || !there->is_zero()) return false;
    const auto change = deviation(*state, seed);
    if (!change) return false;
    slope_ = gradient(motion_.graph(), motion_.written_out(residual), variables_);
    Residue first;
    bool says_something = false;
    for (std::size_t i = 0; i < slope_.size(); ++i) {
      const std::optional<Residue> value = state->value(slope_[i]);
      if (!value) return false;
      const Residue part = *value * (*change)[i];
      says_something = says_something || !part.is_zero();
      first += part;
    }
    small_.clear();
    for (std::size_t i = 0; i < variables_.size(); ++i)
      if (!(*change)[i].is_zero()) small_.push_back(variables_[i]);
    return first.is_zero() && says_something;
  }

  void collect_facts(const System& system) {
    const Equations& equations = motion_.equations();
    std::vector<Expr> facts;
    for (const Constraint& c : system.constraints)
      if (c.kind == ConstraintKind::holonomic) facts.push_back(c.residual);
    for (const Expr rate : equations.constraint_rates) {
      facts.push_back(rate);
      facts.push_back(motion_.rates().of(rate));
    }
    for (const Expr residual : equations.residual)
      facts.push_back(motion_.written_out(residual));
    rows_ = jacobian(motion_.graph(), facts, variables_);
  }

  std::vector<RelaxedMotion::Condition> at_rest() const {
    std::vector<RelaxedMotion::Condition> out;
    for (const Coordinate& q : motion_.system().coordinates)
      out.push_back({q.rate, std::nullopt, true, std::nullopt});
    for (const std::size_t i : zero_)
      out.push_back({motion_.system().coordinates[i].position, std::nullopt, false, std::nullopt});
    return out;
  }

  std::optional<RelaxedMotion::State> draw(std::uint64_t seed, unsigned branch,
                                           const std::vector<RelaxedMotion::Condition>& conditions) {
    const std::vector<bool> all(motion_.facts().size(), true);
    return motion_.draw(seed, branch, all, false, conditions);
  }

  /// The coordinate that is accelerated there; nothing where none is.
  std::optional<std::size_t> accelerated(RelaxedMotion::State& state) {
    const auto& coordinates = motion_.system().coordinates;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const std::optional<Residue> value = state.value(coordinates[i].acceleration);
      if (!value || !value->is_zero()) return i;
    }
    return std::nullopt;
  }

  /// A state of rest without accelerations; where there is none, one parameter is given the value that makes it one.
  std::optional<RelaxedMotion::State> equilibrium(std::uint64_t seed, unsigned branch) {
    auto state = draw(seed, branch, at_rest());
    if (!state) return std::nullopt;
    const std::optional<std::size_t> moving = accelerated(*state);
    if (!moving) return state;
    for (const Parameter* const p : search_.held_parameters()) {
      if (motion_.is_solved_for(p->symbol)) continue;
      auto balanced = balanced_by(p->symbol, *moving, seed, branch);
      if (balanced && !accelerated(*balanced)) return balanced;
    }
    return std::nullopt;
  }

  /// The acceleration as α + β·p: the state with p = −α/β.
  std::optional<RelaxedMotion::State> balanced_by(Expr parameter, std::size_t moving, std::uint64_t seed,
                                                  unsigned branch) {
    std::vector<RelaxedMotion::Condition> conditions = at_rest();
    conditions.push_back({parameter, std::nullopt, false, Residue(1)});
    const Expr acceleration = motion_.system().coordinates[moving].acceleration;
    std::vector<Residue> values;
    for (const std::uint64_t p : {1U, 2U, 3U}) {
      conditions.back().value = Residue(p);
      auto state = draw(seed, branch, conditions);
      const std::optional<Residue> value = state ? state->value(acceleration) : std::nullopt;
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    const Residue slope = values[1] - values[0];
    const std::optional<Residue> inverse = slope.inverse();
    if (!inverse || !(values[2] - values[1] == slope)) return std::nullopt;
    conditions.back().value = -(values[0] - slope) * *inverse;
    return draw(seed, branch, conditions);
  }

  std::optional<std::vector<Residue>> deviation(RelaxedMotion::State& state, std::uint64_t seed) {
    std::vector<Residue> matrix;
    for (const Expr e : rows_) {
      const std::optional<Residue> value = state.value(e);
      if (!value) return std::nullopt;
      matrix.push_back(*value);
    }
    RandomStream random(seed);
    return solve_modular(matrix, std::vector<Residue>(rows_.size() / variables_.size()), variables_.size(),
                         [&random](std::size_t) { return Residue(random()); });
  }

  CorrectionSearch& search_;
  RelaxedMotion& motion_;
  Places zero_;
  std::vector<Expr> variables_;
  std::vector<Expr> rows_;
  std::vector<Expr> slope_;
  std::vector<Expr> small_;
};

bool is_dimensionless(const Coordinate& q) {
  return q.measure.dimension && *q.measure.dimension == Dimension();
}

/// Sets of coordinates that may be 0 at an equilibrium.
std::vector<Places> zero_sets(CorrectionSearch& search) {
  const System& system = search.motion().system();
  Places all;
  Places angles;
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    const Coordinate& q = system.coordinates[i];
    if (search.motion().is_solved_for(q.position)) continue;
    all.push_back(i);
    if (is_dimensionless(q)) angles.push_back(i);
  }
  std::vector<Places> out{all, angles};
  for (const std::size_t i : all)
    out.push_back({i});
  return out;
}

/// The coordinates in which the claim is of first order: those of `zero` that it holds and on which the model depends.
Places named_places(CorrectionSearch& search, const Places& zero) {
  const System& system = search.motion().system();
  Graph& graph = search.graph();
  const std::vector<Expr> claim{search.motion().written_out(search.residual())};
  Places some;
  Places every;
  for (const std::size_t i : zero) {
    const Coordinate& q = system.coordinates[i];
    if (!depends(graph, claim, std::vector<Expr>{q.position, q.rate, q.acceleration})) continue;
    every.push_back(i);
    if (depends(graph, search.motion().equations().residual, std::vector<Expr>{q.position})) some.push_back(i);
  }
  // The claim may be about the other coordinates: m·r″ + k·(r − a) = m·g at θ = 0.
  if (every.empty()) return zero;
  return some.empty() ? every : some;
}

/// What of the other coordinates has to be small as well, `, y'`: where the claim does not hold whatever they do, their
/// rates on which the model depends, and their deviations where rest alone does not do.
std::string others_named(CorrectionSearch& search, Linearisation& linear, const Places& named, unsigned branch) {
  const auto holds = [&](bool others_rest) {
    return linear.holds_beside(named, others_rest, search.residual(), 1, branch) &&
           linear.holds_beside(named, others_rest, search.residual(), 2, branch);
  };
  if (holds(false)) return {};
  const bool rest_does = holds(true);
  const System& system = search.motion().system();
  std::string out;
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    const Coordinate& q = system.coordinates[i];
    if (std::ranges::find(named, i) != named.end()) continue;
    const auto& residual = search.motion().equations().residual;
    if (depends(search.graph(), residual, std::vector<Expr>{q.rate})) out += ", " + q.name + "'";
    if (!rest_does && depends(search.graph(), residual, std::vector<Expr>{q.position}))
      out += ", the deviation of " + q.name;
  }
  return out;
}

FirstOrder in_words(CorrectionSearch& search, Linearisation& linear, const Places& named, unsigned branch) {
  const bool is_linear = linear.is_linear();
  std::string names;
  for (const std::size_t i : named)
    names += (names.empty() ? "" : ", ") + search.motion().system().coordinates[i].name;
  return {"first order in " + names + others_named(search, linear, named, branch), is_linear};
}

} // namespace

FirstOrder first_order(CorrectionSearch& search) {
  RelaxedMotion& motion = search.motion();
  constexpr std::size_t most_coordinates = 12;
  if (search.claim().is_constant || motion.has_jerk(search.residual()) || !motion.is_solvable()) return {};
  if (motion.system().coordinates.size() > most_coordinates) return {};
  constexpr unsigned most_branches = 4;
  for (const Places& zero : zero_sets(search)) {
    if (zero.empty()) continue;
    const Places named = named_places(search, zero);
    Linearisation linear(search, zero);
    for (unsigned branch = 0; branch < std::min(motion.branches(), most_branches); ++branch)
      if (linear.holds(search.residual(), 1, branch) && linear.holds(search.residual(), 2, branch))
        return in_words(search, linear, named, branch);
  }
  return {};
}

} // namespace claims
} // namespace dalembert
