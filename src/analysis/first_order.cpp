// Claims that hold for small deviations only: the claim and the facts of the model linearised together.
#include <dalembert/analysis/conditions.h>
#include <dalembert/analysis/modular_solve.h>
#include <dalembert/analysis/random_residues.h>
#include <dalembert/expr/differentiate.h>

namespace dalembert {

namespace {

/// The facts of a system, and how they change with coordinates, rates, accelerations and multipliers.
class Linearisation {
public:
  Linearisation(MendSearch& search, std::size_t index) : motion_(search.motion()), index_(index) {
    const System& system = motion_.system();
    // The deviation in question comes last: what the equations leave open is chosen there.
    for (std::size_t i = 0; i < system.coordinates.size(); ++i)
      if (i != index) add(system.coordinates[i].position, system.coordinates[i].rate);
    for (const Coordinate& q : system.coordinates)
      variables_.push_back(q.acceleration);
    for (const Constraint& c : system.constraints)
      variables_.push_back(c.multiplier);
    add(system.coordinates[index].position, system.coordinates[index].rate);
    collect_facts(system);
  }

  /// True where `residual` and its change vanish at a state with coordinate and rate 0.
  bool holds(Expr residual, std::uint64_t seed) {
    const System& system = motion_.system();
    const Coordinate& q = system.coordinates[index_];
    const std::vector<bool> all(motion_.facts().size(), true);
    const std::vector<RelaxedMotion::Condition> at_rest{{q.position, std::nullopt, Rational(1), false},
                                                        {q.rate, std::nullopt, Rational(1), true}};
    auto state = motion_.draw(seed, 0, all, false, at_rest);
    if (!state) return false;
    const auto is_zero = [&state](Expr e) {
      const std::optional<Residue> value = state->value(e);
      return value && value->is_zero();
    };
    if (!is_zero(q.acceleration) || !is_zero(residual)) return false;
    const auto change = deviation(*state, seed);
    if (!change) return false;
    const std::vector<Expr> slope = gradient(motion_.graph(), motion_.written_out(residual), variables_);
    Residue first;
    bool says_something = false;
    for (std::size_t i = 0; i < slope.size(); ++i) {
      const std::optional<Residue> value = state->value(slope[i]);
      if (!value) return false;
      const Residue part = *value * (*change)[i];
      says_something = says_something || !part.is_zero();
      first += part;
    }
    return first.is_zero() && says_something;
  }

private:
  void add(Expr position, Expr rate) {
    variables_.push_back(position);
    variables_.push_back(rate);
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

  std::optional<std::vector<Residue>> deviation(RelaxedMotion::State& state, std::uint64_t seed) {
    std::vector<Residue> matrix;
    for (const Expr e : rows_) {
      const std::optional<Residue> value = state.value(e);
      if (!value) return std::nullopt;
      matrix.push_back(*value);
    }
    RandomResidues random(seed);
    const std::size_t first_chosen = variables_.size() - 2;
    return solve_modular(matrix, std::vector<Residue>(rows_.size() / variables_.size()), variables_.size(),
                         [&](std::size_t i) { return i >= first_chosen ? random() : Residue(); });
  }

  RelaxedMotion& motion_;
  std::size_t index_;
  std::vector<Expr> variables_;
  std::vector<Expr> rows_;
};

} // namespace

bool holds_to_first_order(MendSearch& search, std::size_t index) {
  if (search.motion().has_jerk(search.residual())) return false;
  const Coordinate& q = search.motion().system().coordinates[index];
  if (search.motion().is_solved_for(q.position)) return false;
  Linearisation linear(search, index);
  return linear.holds(search.residual(), 1) && linear.holds(search.residual(), 2);
}

} // namespace dalembert
