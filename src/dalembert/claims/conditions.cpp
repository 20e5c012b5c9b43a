#include <dalembert/claims/conditions.h>
#include <dalembert/exact/row_monomials.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/residue_echelon.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace claims {

namespace {

using Condition = RelaxedMotion::Condition;

class ConditionSearch {
public:
  explicit ConditionSearch(CorrectionSearch& search) : search_(search), motion_(search.motion()) {
    add_terms(search.claim().left);
    if (!search.claim().is_constant) add_terms(search.claim().right);
    collect_energies();
  }

  std::vector<HoldsIf> run() {
    const System& system = motion_.system();
    const std::vector<const Parameter*> parameters = search_.held_parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& p = *parameters[i];
      look({p.symbol, std::nullopt, false}, p.name + " = 0", {});
      for (std::size_t k = i + 1; k < parameters.size(); ++k)
        equality(p, *parameters[k]);
    }
    for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
      if (!search_.about().coordinates[i]) continue;
      const Coordinate& q = system.coordinates[i];
      HoldsIf made;
      made.is_of_state = true;
      look({q.rate, std::nullopt, true}, q.name + "' = 0", made);
      made.is_place = true;
      look({q.position, std::nullopt, false}, q.name + " = 0", made);
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.deleted < b.deleted; });
    std::vector<HoldsIf> out;
    for (Found& found : found_)
      out.push_back(std::move(found.what));
    return out;
  }

private:
  static constexpr std::size_t of_constraint = 3; ///< a term of a constraint counts for more than one of L

  struct Found {
    HoldsIf what;
    std::size_t deleted;
  };

  void add_terms(const Written& side) {
    for (const Written& term : side.parts) {
      const std::optional<Expr> value = search_.expression(term);
      if (value && !search_.graph().is_zero(*value)) terms_.push_back(*value);
    }
  }

  void collect_energies() {
    const Equations& equations = motion_.equations();
    std::vector<Expr> all = equations.generalized_forces;
    all.push_back(equations.energy.lagrangian);
    all.push_back(equations.energy.dissipated);
    for (const Expr e : all)
      if (const auto terms = multiplied_out(search_.graph(), e))
        for (const auto& [factors, number] : *terms)
          energies_.push_back(factors);
    for (const Constraint& constraint : motion_.system().constraints)
      if (const auto terms = multiplied_out(search_.graph(), constraint.residual))
        for (const auto& [factors, number] : *terms)
          energies_.insert(energies_.end(), of_constraint, factors);
  }

  /// Terms of L, Q, D and the constraints that hold the symbol.
  [[nodiscard]] std::size_t deleted(Expr symbol) const {
    const Graph& graph = search_.graph();
    return static_cast<std::size_t>(std::count_if(energies_.begin(), energies_.end(), [&](const Factors& factors) {
      return std::any_of(factors.begin(), factors.end(),
                         [&](const auto& f) { return depends(graph, f.first, symbol); });
    }));
  }

  void equality(const Parameter& a, const Parameter& b) {
    if (a.measure.dimension && b.measure.dimension && !(*a.measure.dimension == *b.measure.dimension)) return;
    HoldsIf made;
    made.is_equality = true;
    look({a.symbol, b.symbol, false}, fmt::format("{} = {}", a.name, b.name), made);
  }

  void look(const Condition& condition, std::string text, HoldsIf made) {
    if (motion_.is_solved_for(condition.symbol)) return;
    if (condition.other && motion_.is_solved_for(*condition.other)) return;
    if (!holds_under(condition, made)) return;
    made.text = std::move(text);
    const std::size_t deletes = made.is_equality || made.is_of_state ? 0 : deleted(condition.symbol);
    found_.push_back({std::move(made), deletes});
  }

  /// At two states with the condition: the claim holds, something of it is left, and the motion is determined.
  bool holds_under(const Condition& condition, HoldsIf& made) {
    const std::vector<bool> all(motion_.facts().size(), true);
    const bool with_jerk = motion_.has_jerk(search_.residual());
    constexpr std::uint64_t tries = 6;
    std::size_t seen = 0;
    for (std::uint64_t seed = 1; seed <= tries && seen < 2; ++seed) {
      auto state = motion_.draw(seed, 0, all, with_jerk, {condition});
      const std::optional<Residue> value = state ? state->value(search_.residual()) : std::nullopt;
      if (!value) continue;
      if (!value->is_zero() || open_accelerations(*state) > usually_open()) return false;
      auto free = motion_.draw(seed, 0, std::vector<bool>(all.size(), false), with_jerk, {condition});
      if (!free) return false;
      made.is_empty = !says_something(*free);
      if (made.is_empty && !(search_.claim().is_constant && made.is_of_state)) return false;
      if (condition.is_rate) made.is_kept = made.is_kept && keeps(*state, condition.symbol);
      if (made.is_of_state && !condition.is_rate) made.is_kept = made.is_kept && keeps_place(condition, seed);
      ++seen;
    }
    return seen == 2;
  }

  /// How many accelerations the equations leave open at a state: unknowns without a pivot, less the multipliers of rows
  /// that repeat others.
  [[nodiscard]] std::size_t open_accelerations(const RelaxedMotion::State& state) const {
    const std::size_t size = state.size();
    const std::size_t rows = motion_.system().constraints.size();
    const std::size_t coordinates = size - rows;
    RowSpace all;
    RowSpace constraints;
    for (std::size_t r = 0; r < size; ++r) {
      const auto first = state.matrix().begin() + static_cast<std::ptrdiff_t>(r * size);
      all.add({first, first + static_cast<std::ptrdiff_t>(size)});
      if (r >= coordinates) constraints.add({first, first + static_cast<std::ptrdiff_t>(coordinates)});
    }
    return coordinates + static_cast<std::size_t>(constraints.rank()) - static_cast<std::size_t>(all.rank());
  }

  /// The same without a condition.
  [[nodiscard]] std::size_t usually_open() {
    if (usually_open_) return *usually_open_;
    std::size_t least = motion_.system().coordinates.size();
    constexpr std::uint64_t seeds = 2;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
      if (auto state = motion_.draw(seed, 0, std::vector<bool>(motion_.facts().size(), true), false))
        least = std::min(least, open_accelerations(*state));
    return *(usually_open_ = least);
  }

  bool says_something(RelaxedMotion::State& state) {
    return std::any_of(terms_.begin(), terms_.end(), [&state](Expr term) {
      const std::optional<Residue> value = state.value(term);
      return value && !value->is_zero();
    });
  }

  /// True where a coordinate that is 0 and at rest stays so.
  bool keeps_place(const Condition& condition, std::uint64_t seed) {
    const auto& coordinates = motion_.system().coordinates;
    const auto q = std::ranges::find(coordinates, condition.symbol, &Coordinate::position);
    if (q == coordinates.end()) return false;
    const std::vector<bool> all(motion_.facts().size(), true);
    auto state = motion_.draw(seed, 0, all, false, {condition, {q->rate, std::nullopt, true}});
    return state && keeps(*state, q->rate);
  }

  bool keeps(RelaxedMotion::State& state, Expr rate) {
    const std::optional<Residue> acceleration = state.value(motion_.rates().of(rate));
    return acceleration && acceleration->is_zero();
  }

  CorrectionSearch& search_;
  RelaxedMotion& motion_;
  std::vector<Expr> terms_;
  std::vector<Factors> energies_;
  std::vector<Found> found_;
  std::optional<std::size_t> usually_open_;
};

} // namespace

std::vector<HoldsIf> conditions(CorrectionSearch& search) {
  return ConditionSearch(search).run();
}

std::string instant_remark(const std::string& condition) {
  return fmt::format("its rate vanishes at {}, for that instant only: the motion does not keep it", condition);
}

} // namespace claims
} // namespace dalembert
