#include <dalembert/textbook/algebra.h>

#include <algorithm>

namespace dalembert {

Algebra::Algebra(const Equations& e)
    : graph(*e.system->graph),
      atoms(*e.system),
      waves(atoms),
      expansion(atoms, waves),
      fractions(atoms, waves, expansion),
      human(atoms, waves) {
  std::vector<Expr> roots;
  for (const auto* list : {&e.residual, &e.generalized_forces, &e.constraint_forces, &e.forcing, &e.mass.entries,
                           &e.constraint_matrix.entries, &e.constraint_forcing, &e.momenta})
    roots.insert(roots.end(), list->begin(), list->end());
  for (const ReactionRow& row : e.reactions)
    roots.insert(roots.end(), row.row.begin(), row.row.end());
  for (const ImpactRow& row : e.impacts)
    roots.insert(roots.end(), row.row.begin(), row.row.end());
  waves.announce(roots);
}

std::optional<Sum> Algebra::shortest(Expr e) {
  std::optional<Sum> best;
  const Laurent* polynomial = expansion.of(e);
  if (polynomial != nullptr) best = human.of(*polynomial);
  const auto has_quotients = [this](const LaurentTerm& t) {
    return std::ranges::any_of(t.monomial.powers(), [this](const Power& p) {
      return p.exponent < 0 && atoms[p.atom].type == AtomClass::function;
    });
  };
  if (polynomial != nullptr && std::ranges::none_of(*polynomial, has_quotients)) return best;
  try {
    const std::optional<Fraction> fraction = fractions.of(e);
    if (!fraction) return best;
    Sum other = fractions.written(human, fractions.reduced(*fraction));
    if (!best || atoms.cost(other) < atoms.cost(*best)) best = std::move(other);
  } catch (const BudgetSpent&) { // NOLINT: the sum of terms stands
  }
  return best;
}

} // namespace dalembert
